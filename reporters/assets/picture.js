// Pictures of an instance's states, which are zoomed, moved and rearranged together. aunitPictures(canvas, { picked, placed }) works
// on the drawings (reporters/drawing/graph.h) inside the element `canvas`. Calls `picked(what, state, more)` after a click (`more`:
// with Shift), and `placed(places)` after the user has moved atoms.
"use strict";
window.aunitPictures = (canvas, { picked, placed }) => {
  const legible = 0.8;     // the least scale that fit() chooses: texts of 11 points stay near 9 pixels
  const most = 4, least = 0.2;
  const narrowest = 130;   // least width of a picture, in pixels
  const gap = 12, frame = 22;  // pixels between states; pixels of the border around a state
  let drawings = [];       // { svg, boxes, arrows } by state
  let places = {};         // the places of atoms by name, in the drawing's coordinates
  let bounds = null;       // the rectangle around the drawing and all moved boxes
  let shape = { width: 0, height: 0 };  // size of a picture, in pixels
  let fitting = 1, scale = 1, corner = { x: 0, y: 0 };
  let columns = 0;         // number of states side by side; 0: all that are legible
  const changed = [];      // functions to call after each change of the scale

  const numbers = (text) => text.split(" ").map(Number);
  const each = (root, selector, act) => { for (const one of root.querySelectorAll(selector)) act(one); };

  /// Takes over the drawings in the canvas, in the order of states. `chosen`: the places of atoms.
  function take(chosen) {
    places = chosen;
    drawings = Array.from(canvas.querySelectorAll("svg.graph"), (svg) => {
      const [x, y, width, height] = numbers(svg.getAttribute("viewBox"));
      const boxes = new Map(), arrows = [];
      each(svg, ".box", (group) => {
        const [cx, cy, w, h] = numbers(group.dataset.at);
        boxes.set(group.dataset.box, { group, name: group.dataset.name, x: cx, y: cy, atX: cx, atY: cy, width: w, height: h });
      });
      each(svg, ".arrow", (group) => {
        const [line, head] = group.querySelectorAll("path"), label = group.querySelector("text");
        arrows.push({ group, line, head, label, from: group.dataset.from, to: group.dataset.to,
          drawn: [line.getAttribute("d"), head.getAttribute("d"), label.getAttribute("x"), label.getAttribute("y")] });
      });
      return { svg, boxes, arrows, natural: { x, y, width, height } };
    });
    arrange();
    fit();
  }

  // Places of atoms.
  function arrange() {
    for (const drawing of drawings) {
      for (const box of drawing.boxes.values()) {
        [box.x, box.y] = places[box.name] ?? [box.atX, box.atY];
        const moved = box.x !== box.atX || box.y !== box.atY;
        box.group.classList.toggle("moved", moved);
        if (moved) box.group.setAttribute("transform", `translate(${box.x - box.atX} ${box.y - box.atY})`);
        else box.group.removeAttribute("transform");
      }
      const between = new Map();  // number of arrows so far, by their ends
      for (const arrow of drawing.arrows) route(drawing, arrow, between);
    }
    bounds = drawings.length ? { ...drawings[0].natural } : null;
    for (const drawing of drawings)
      for (const box of drawing.boxes.values()) {
        const left = Math.min(bounds.x, box.x - box.width / 2 - 4), top = Math.min(bounds.y, box.y - box.height / 2 - 4);
        bounds.width = Math.max(bounds.x + bounds.width, box.x + box.width / 2 + 4) - left;
        bounds.height = Math.max(bounds.y + bounds.height, box.y + box.height / 2 + 4) - top;
        bounds.x = left;
        bounds.y = top;
      }
  }
  /// If both boxes of an arrow are where they were drawn, the arrow has its original curve; otherwise a curve from box to box.
  function route(drawing, arrow, between) {
    const from = drawing.boxes.get(arrow.from), to = drawing.boxes.get(arrow.to);
    if (!from || !to) return;
    const still = [from, to].every((box) => box.x === box.atX && box.y === box.atY);
    const [line, head, x, y] = arrow.drawn;
    arrow.group.removeAttribute("transform");
    const put = (way, tip, labelX, labelY) => {
      arrow.line.setAttribute("d", way);
      arrow.head.setAttribute("d", tip);
      arrow.label.setAttribute("x", labelX);
      arrow.label.setAttribute("y", labelY);
    };
    if (still || from === to) {
      put(line, head, x, y);
      if (!still) arrow.group.setAttribute("transform", `translate(${from.x - from.atX} ${from.y - from.atY})`);
      return;
    }
    const ends = [arrow.from, arrow.to].sort().join(" "), number = between.get(ends) ?? 0;
    between.set(ends, number + 1);
    const dx = to.x - from.x, dy = to.y - from.y, length = Math.hypot(dx, dy) || 1;
    const aside = 15 * (number % 2 ? (number + 1) / 2 : -number / 2), side = arrow.from < arrow.to ? 1 : -1;
    const bend = { x: (from.x + to.x) / 2 - (dy / length) * aside * 2 * side, y: (from.y + to.y) / 2 + (dx / length) * aside * 2 * side };
    const start = border(from, bend), tip = border(to, bend);
    const tx = tip.x - bend.x, ty = tip.y - bend.y, toTip = Math.hypot(tx, ty) || 1, ux = tx / toTip, uy = ty / toTip;
    const base = { x: tip.x - ux * 8, y: tip.y - uy * 8 };
    put(`M${start.x},${start.y}Q${bend.x},${bend.y} ${base.x},${base.y}`,
      `M${base.x - uy * 3.6},${base.y + ux * 3.6}L${tip.x},${tip.y} ${base.x + uy * 3.6},${base.y - ux * 3.6}z`,
      (start.x + 2 * bend.x + base.x) / 4, (start.y + 2 * bend.y + base.y) / 4 + 4);
  }
  /// The point at which the straight line from a box's centre to a point leaves the box.
  function border(box, towards) {
    const dx = towards.x - box.x, dy = towards.y - box.y;
    const share = Math.min(box.width / 2 / (Math.abs(dx) || 1e-9), box.height / 2 / (Math.abs(dy) || 1e-9), 1);
    return { x: box.x + dx * share, y: box.y + dy * share };
  }

  // Size and scale.
  function fit() {
    if (!bounds) return;
    const room = canvas.clientWidth - 2 * parseFloat(getComputedStyle(canvas).paddingLeft), states = drawings.length;
    const ownFrame = states > 1 ? frame : 0;
    const legibly = Math.floor((room + gap) / (Math.max(narrowest, bounds.width * legible) + ownFrame + gap));
    const beside = Math.max(1, Math.min(states, columns || legibly));
    const width = Math.max(narrowest, Math.floor((room - (beside - 1) * gap) / beside) - ownFrame);
    fitting = Math.min(1, Math.max(columns ? least : legible, width / bounds.width));
    shape = { width, height: Math.ceil(bounds.height * fitting) };
    canvas.style.setProperty("--state", `${width + ownFrame}px`);
    whole();
  }
  function whole(to = fitting) {
    scale = to;
    corner = { x: bounds.x - Math.max(0, shape.width / scale - bounds.width) / 2, y: bounds.y };
    show();
  }
  function show() {
    for (const { svg } of drawings) {
      svg.setAttribute("width", shape.width);
      svg.setAttribute("height", shape.height);
      svg.setAttribute("viewBox", `${corner.x} ${corner.y} ${shape.width / scale} ${shape.height / scale}`);
    }
    for (const tell of changed) tell();
  }
  /// Zooms around the point `at` of a picture, in pixels from its corner; by default around its middle.
  function zoom(factor, at = { x: shape.width / 2, y: shape.height / 2 }) {
    if (!bounds) return;
    const to = Math.min(most, Math.max(least, scale * factor));
    corner = { x: corner.x + at.x / scale - at.x / to, y: corner.y + at.y / scale - at.y / to };
    scale = to;
    show();
  }
  const isFitting = () => !bounds || (Math.abs(scale - fitting) < 1e-3 && Math.abs(corner.y - bounds.y) < 0.5 &&
    Math.abs(corner.x - bounds.x + Math.max(0, shape.width / scale - bounds.width) / 2) < 0.5);
  const showsAll = () => !bounds || (corner.x < bounds.x + 0.5 && corner.y < bounds.y + 0.5 &&
    corner.x + shape.width / scale > bounds.x + bounds.width - 0.5 && corner.y + shape.height / scale > bounds.y + bounds.height - 0.5);
  /// Shows the whole drawing, even if it becomes too small to read.
  const overview = () => bounds && whole(Math.max(least, Math.min(fitting, shape.width / bounds.width, shape.height / bounds.height)));

  // The mouse: dragging a box moves the box, dragging the background moves the picture, a click selects.
  let held = null;
  canvas.addEventListener("pointerdown", (event) => {
    const svg = event.target.closest("svg.graph");
    if (!svg || event.button !== 0) return;
    const drawing = drawings.find((one) => one.svg === svg), group = event.target.closest(".box, .arrow");
    if (!drawing) return;
    const box = group?.classList.contains("box") ? drawing.boxes.get(group.dataset.box) : null;
    held = { drawing, group, box, x: event.clientX, y: event.clientY, from: box ? { x: box.x, y: box.y } : corner, moved: false };
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!held) return;
    const dx = event.clientX - held.x, dy = event.clientY - held.y;
    if (!held.moved && Math.hypot(dx, dy) < 4) return;
    if (!held.moved) canvas.setPointerCapture(event.pointerId);
    held.moved = true;
    canvas.classList.add("held");
    if (held.box) {
      places[held.box.name] = [Math.round(held.from.x + dx / scale), Math.round(held.from.y + dy / scale)];
      arrange();
    } else {
      corner = { x: held.from.x - dx / scale, y: held.from.y - dy / scale };
    }
    show();
  });
  const release = (event) => {
    if (!held) return;
    const { moved, box, group, drawing } = held;
    held = null;
    canvas.classList.remove("held");
    if (!moved && event.type === "pointerup") picked(group?.dataset ?? null, drawings.indexOf(drawing), event.shiftKey);
    if (moved && box) placed(places);
  };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
  canvas.addEventListener("wheel", (event) => {
    const svg = event.target.closest("svg.graph");
    if (!svg || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    const place = svg.getBoundingClientRect();
    zoom(Math.exp(-event.deltaY / 300), { x: event.clientX - place.left, y: event.clientY - place.top });
  }, { passive: false });

  // Highlights the atom or arrow below the pointer, and the arrows and boxes that are connected with it, in all states.
  canvas.addEventListener("pointerover", (event) => {
    const group = held ? null : event.target.closest(".graph .box, .graph .arrow");
    canvas.classList.toggle("singled", Boolean(group));
    each(canvas, ".lit", (lit) => lit.classList.remove("lit"));
    if (!group) return;
    for (const { boxes, arrows } of drawings) {
      const light = (id) => boxes.get(id)?.group.classList.add("lit");
      if (group.dataset.box !== undefined) light(group.dataset.box);
      for (const { group: arrow, from, to } of arrows) {
        const same = arrow.dataset.tuple === group.dataset.tuple && arrow.dataset.field === group.dataset.field;
        if (group.dataset.box === undefined ? !same : from !== group.dataset.box && to !== group.dataset.box) continue;
        arrow.classList.add("lit");
        light(from);
        light(to);
      }
    }
  });
  canvas.addEventListener("pointerleave", () => canvas.classList.remove("singled"));
  let width = 0;
  new ResizeObserver(() => {
    if (canvas.clientWidth === width) return;
    width = canvas.clientWidth;
    fit();
  }).observe(canvas);

  return {
    take, zoom, overview, isFitting, showsAll,
    fit: () => bounds && whole(),
    reset: () => { for (const name of Object.keys(places)) delete places[name]; arrange(); fit(); placed(places); },
    beside: (number) => { columns = number; fit(); },
    percent: () => Math.round(scale * 100),
    onScale: (tell) => changed.push(tell),
    canZoom: (factor) => Boolean(bounds) && (factor > 1 ? scale < most - 1e-6 : scale > least + 1e-6),
  };
};
