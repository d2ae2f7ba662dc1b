// The instance view: aunitView(root, send) fills the element `root`. send(question) promises the answer (docs/view.md lists them).
// Everything that comes from there is text, but for drawings and tables, which are made by aunit and hold no scripts.
"use strict";
window.aunitView = (root, send) => {
  const element = (tag, properties = {}, ...children) => {
    const { attributes = {}, ...rest } = properties;
    const made = Object.assign(document.createElement(tag), rest);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  };
  const button = (text, key, act, properties = {}) => {
    const made = element("button", { type: "button", onclick: act, ...properties }, text);
    if (key) made.append(" ", element("kbd", { textContent: key }));
    return made;
  };
  const parsed = (html) => Array.from(new DOMParser().parseFromString(html, "text/html").body.childNodes);
  const colors = ["blue", "orange", "green", "purple", "red", "teal", "yellow", "grey"];
  const shapes = ["box", "ellipse", "hexagon", "diamond"];

  let about = null;  // the model and what can be seen of it
  let shown = null;  // the instance on the page
  let state = 0;
  let atoms = {};    // chosen ones of projected signatures
  let busy = 0;      // questions that were not answered yet
  let alone = false; // one state at a time

  // The frame of the page.
  const fileName = element("h1");
  const sources = element("select", { id: "source", onchange: () => choose(Number(sources.value)) });
  const status = element("p", { className: "status", attributes: { role: "status" } });
  const trouble = element("pre", { className: "trouble", hidden: true, attributes: { role: "alert" } });
  const changed = element("p", { className: "changed", hidden: true, attributes: { role: "status" } },
    "The model's file has changed. ", button("Read it again", "r", () => reload()));
  const dark = element("button", { type: "button", className: "dark", onclick: () => turn() });
  const count = element("span", { className: "count" });
  const previous = button("Previous", "p", () => back());
  const next = button("Next", "n", () => find({ type: "next" }));
  const others = [["Other configuration", "c", "configuration"], ["Other initial state", "i", "initial state"], ["Other step", "s", "step"], ["Other trace", "t", "trace"]]
    .map(([text, key, part]) => button(text, key, () => find({ type: "other", part })));
  const cancel = button("Cancel", "Esc", () => stop(), { className: "cancel", hidden: true });
  const copy = button("Copy as val", "v", () => copyAs());
  const instanceBar = element("div", { className: "bar-of", attributes: { role: "toolbar", "aria-label": "Instances" } }, previous, count, next, ...others, cancel, copy);
  const stateButtons = element("span", { className: "steps" });
  const one = element("input", { type: "checkbox", onchange: () => { alone = one.checked; step(0); } });
  const stateBar = element("div", { className: "bar-of", hidden: true, attributes: { role: "toolbar", "aria-label": "States" } },
    button("←", "", () => step(-1), { ariaLabel: "State before" }), stateButtons, button("→", "", () => step(1), { ariaLabel: "State behind" }),
    element("label", {}, one, " one at a time"));
  const projections = element("div", { className: "bar-of", hidden: true, attributes: { role: "toolbar", "aria-label": "Projections" } });
  const drawing = element("div", { className: "scroll canvas", tabIndex: 0, attributes: { role: "region", "aria-label": "Drawing" } });
  const tables = element("div", { className: "tables" });
  const expression = element("input", { type: "text", id: "expression", spellcheck: false, autocomplete: "off" });
  const where = element("span");
  const values = element("ol", { className: "evaluated", attributes: { "aria-live": "polite" } });
  const evaluation = element("form", { onsubmit: (event) => { event.preventDefault(); evaluate(); } },
    element("label", { htmlFor: "expression" }, "Evaluate ", where, element("kbd", { textContent: "e" })), expression, values);
  const themeTable = element("div");
  const save = button("Save theme", "", () => saveTheme());
  const theme = element("details", { className: "theme" }, element("summary", { textContent: "Theme" }), themeTable, save);
  const side = element("aside", { className: "side", attributes: { "aria-label": "Evaluator and theme" } }, evaluation, theme);
  root.replaceChildren(
    element("header", { className: "top" }, fileName, element("label", { htmlFor: "source" }, "Show "), sources, status, dark),
    element("main", {}, changed, trouble, instanceBar, stateBar, projections, element("div", { className: "panes" }, element("div", { className: "pictures" }, drawing, tables), side)));

  // Dark or light: the system's unless chosen. (The report keeps the same choice.)
  const page = document.documentElement;
  const kept = {
    get() { try { return localStorage.getItem("aunit-theme"); } catch { return null; } },
    set(value) { try { localStorage.setItem("aunit-theme", value); } catch { /* not kept */ } },
  };
  const isDark = () => (page.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const nameTurn = () => { dark.textContent = isDark() ? "Light" : "Dark"; dark.ariaLabel = `Switch to the ${isDark() ? "light" : "dark"} theme`; };
  const turn = () => { page.dataset.theme = isDark() ? "light" : "dark"; kept.set(page.dataset.theme); nameTurn(); };
  if (kept.get()) page.dataset.theme = kept.get();
  nameTurn();

  // Questions. One at a time: what is asked while another waits for its answer is not asked.
  const say = (text) => { status.textContent = text; };
  const complain = (text) => { trouble.textContent = text; trouble.hidden = !text; };
  function showBusy(step) {
    busy += step;
    cancel.hidden = busy === 0;
    root.ariaBusy = String(busy > 0);
    for (const each of [previous, next, ...others, sources]) each.disabled = busy > 0;
    if (busy === 0 && shown) enable();
  }
  async function ask(question) {
    if (busy) return null;
    complain("");
    showBusy(1);
    try {
      const answer = await send({ version: about?.version, ...question });
      if (answer.outdated) { showBusy(-1); await start(); return null; }
      if (answer.error !== undefined) { complain(answer.error); return null; }
      return answer;
    } catch (error) {
      complain(`aunit does not answer: ${error.message}`);
      return null;
    } finally {
      if (busy) showBusy(-1);
    }
  }
  const here = () => ({ source: shown.source, index: shown.index, state, atoms });
  const stop = () => { send({ type: "stop" }).catch(() => {}); };

  async function start() {
    const answer = await ask({ type: "about" });
    if (answer) await open(answer);
  }
  async function reload() {
    const answer = await ask({ type: "reload" });
    if (!answer) return;
    changed.hidden = true;
    await open(answer);
  }
  async function open(answer) {
    about = answer;
    shown = null;
    atoms = {};
    document.title = `${about.file} - aunit view`;
    fileName.textContent = about.file;
    const words = { run: "run", check: "check", val: "val", instance: "file" };
    sources.replaceChildren(...about.sources.map(({ kind, label, text }, i) => element("option", { value: i, textContent: `${words[kind]} ${label}`, title: text })));
    listTheme();
    complain(about.themeTrouble);
    await choose(about.start);
  }
  async function choose(source) {
    sources.value = source;
    clear();
    state = 0;
    say("looking for an instance ...");
    show(await ask({ type: "first", source, atoms }));
  }
  async function find(question) {
    if (!shown) return;
    say("looking for another one ...");
    const answer = await ask({ ...here(), ...question });
    const stays = question.part === "step" ? state : 0;
    if (answer && answer.none === undefined) state = stays;
    show(answer);
  }
  async function back() {
    if (!shown || shown.index === 0) return;
    state = 0;
    show(await ask({ type: "show", ...here(), index: shown.index - 1 }));
  }
  const redraw = async () => { if (shown) show(await ask({ type: "show", ...here() })); };

  // What is seen.
  function clear() {
    shown = null;
    for (const part of [drawing, tables, stateButtons, projections]) part.replaceChildren();
    stateBar.hidden = projections.hidden = true;
    count.textContent = "";
    for (const each of [previous, next, copy, ...others]) each.disabled = true;
  }
  function enable() {
    previous.disabled = shown.index === 0;
    next.disabled = copy.disabled = false;
    for (const each of [previous, next, count]) each.hidden = !shown.searches;
    for (const each of others) each.hidden = !shown.temporal;
  }
  function show(answer) {
    if (!answer) { say(""); return; }
    if (answer.none !== undefined) {
      say("");
      complain(answer.none);
      return;
    }
    shown = answer;
    say("");
    count.textContent = `${shown.index + 1} of ${shown.count} found`;
    state = Math.min(state, shown.states - 1);
    if (busy === 0) enable();
    stateBar.hidden = shown.states < 2;
    stateButtons.replaceChildren(...Array.from({ length: shown.states }, (_, i) => button(String(i), "", () => { state = i; step(0); }, { ariaLabel: `State ${i}` })));
    if (shown.states > 1) stateButtons.append(element("span", { className: "loop", textContent: `↩ ${shown.loop}`, title: `State ${shown.loop} follows the last one` }));
    projections.hidden = shown.projections.length === 0;
    projections.replaceChildren(...shown.projections.map(({ signature, atoms: all, atom }) => {
      const select = element("select", { ariaLabel: `atom of ${signature}`, onchange: () => { atoms[signature] = select.value; redraw(); } }, ...all.map((name) => element("option", { value: name, textContent: name })));
      select.value = atom;
      return element("label", {}, `${signature} `, select);
    }));
    drawStates();
    tables.replaceChildren(...parsed(shown.tables));
    step(0);
  }
  function drawStates() {
    if (shown.remark) drawing.replaceChildren(element("p", { className: "note", textContent: shown.remark }));
    else if (shown.states === 1) drawing.replaceChildren(...parsed(shown.drawings[0]));
    else drawing.replaceChildren(element("ol", { className: "strip", start: 0 }, ...shown.drawings.map((svg, i) => {
      const item = element("li", { className: i >= shown.loop ? "repeats" : "", onclick: () => { state = i; step(0); } },
        element("p", { className: "state" }, element("strong", { textContent: `State ${i}` }), i === shown.loop ? element("span", { className: "loop", textContent: " ↳ loop starts" }) : ""), ...parsed(svg));
      if (i + 1 === shown.states) item.append(element("p", { className: "back", textContent: `↩ goes on with state ${shown.loop}` }));
      return item;
    })));
  }
  /// One state on or back; behind the last comes the one that the loop leads to.
  function step(by) {
    if (!shown) return;
    state = state + by < 0 ? 0 : state + by >= shown.states ? shown.loop : state + by;
    where.textContent = shown.states > 1 ? `in state ${state} ` : "";
    Array.from(stateButtons.querySelectorAll("button"), (each, i) => { each.ariaCurrent = i === state ? "step" : null; });
    const items = Array.from(drawing.querySelectorAll(".strip > li"));
    items.forEach((item, i) => { item.ariaCurrent = i === state ? "step" : null; item.hidden = alone && i !== state; });
    items[state]?.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (by) say(`state ${state}`);
  }

  async function evaluate() {
    const text = expression.value.trim();
    if (!shown || !text) return;
    const at = state, trace = shown.states > 1;
    say("evaluating ...");
    const answer = await send({ version: about.version, type: "evaluate", ...here(), expression: text }).catch((error) => ({ error: error.message }));
    say("");
    values.prepend(element("li", {}, element("code", { textContent: trace ? `${text}   in state ${at}` : text }),
      element("pre", { className: answer.error === undefined ? "" : "wrong", textContent: answer.value ?? answer.error })));
    while (values.children.length > 50) values.lastChild.remove();
    expression.select();
  }
  async function copyAs() {
    if (!shown) return;
    const answer = await ask({ type: "text", form: "aunit", ...here() });
    if (!answer) return;
    try {
      await navigator.clipboard.writeText(answer.text);
      say("copied");
    } catch {
      complain(answer.text);  // to be copied by hand
    }
  }

  // The theme.
  function listTheme() {
    const { signatures, fields } = about.theme;
    const update = (looks, name, key, value) => {
      const look = { ...looks[name], [key]: value };
      if (value === "" || value === false) delete look[key];
      looks[name] = look;
      setTheme();
    };
    const select = (looks, name, key, choices) => {
      const made = element("select", { ariaLabel: `${key} of ${name}`, onchange: () => update(looks, name, key, made.value) },
        ...["", ...choices].map((choice) => element("option", { value: choice, textContent: choice || "auto" })));
      made.value = looks[name]?.[key] ?? "";
      return made;
    };
    const check = (looks, name, key) => element("input", { type: "checkbox", ariaLabel: `${key}: ${name}`, checked: looks[name]?.[key] ?? false, onchange: (event) => update(looks, name, key, event.target.checked) });
    const table = (heads, rows) => element("table", {}, element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col", textContent: head })))),
      element("tbody", {}, ...rows.map(([head, ...cells]) => element("tr", {}, element("th", { scope: "row", textContent: head }), ...cells.map((cell) => element("td", {}, cell))))));
    const ofFields = about.fields.map(({ name }) => [name, select(fields, name, "color", colors), check(fields, name, "hidden"), check(fields, name, "inside")]);
    themeTable.replaceChildren(
      table(["Signature", "Colour", "Shape", "Hide", "Project"], about.signatures.map(({ name, top, subset }) =>
        [name, select(signatures, name, "color", colors), subset ? "" : select(signatures, name, "shape", shapes), check(signatures, name, "hidden"), top ? check(signatures, name, "projected") : ""])),
      ofFields.length ? table(["Field", "Colour", "Hide", "In the box"], ofFields) : "");
    save.title = about.themeFile;
  }
  async function setTheme() {
    if (await ask({ type: "theme", theme: about.theme })) await redraw();
  }
  async function saveTheme() {
    const answer = await ask({ type: "save" });
    if (answer) say(`saved as ${answer.saved}`);
  }

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { stop(); document.activeElement?.blur(); return; }
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input:not([type=checkbox]), select, summary")) return;
    const acts = { ArrowRight: () => step(1), ArrowLeft: () => step(-1), n: () => next.click(), p: () => previous.click(), c: () => others[0].click(), i: () => others[1].click(),
      s: () => others[2].click(), t: () => others[3].click(), v: () => copy.click(), e: () => expression.focus(), r: () => reload() };
    if (!acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
  });
  /// Waits for what happens without having been asked for, as long as somebody answers.
  async function listen() {
    let seen = 0;
    try {
      for (;;) {
        const event = await send({ type: "wait", seen });
        if (event.error !== undefined) return;
        seen = event.event;
        if (event.changed) changed.hidden = false;
      }
    } catch {
      complain("aunit has ended.");
    }
  }

  clear();
  start();
  listen();
};
