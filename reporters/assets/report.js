// The report's behaviour: theme, sorting and filtering of tables, details of expressions. Everything else is plain HTML.
"use strict";
(() => {
  const all = (selector, root = document) => Array.from(root.querySelectorAll(selector));
  const element = (tag, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  };
  const plural = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;

  // Theme: the system's setting, unless the user has chosen. Set before the first paint.
  const root = document.documentElement;
  const kept = {
    get() { try { return localStorage.getItem("aunit-theme"); } catch { return null; } },
    set(value) { try { localStorage.setItem("aunit-theme", value); } catch { /* not stored */ } },
  };
  if (kept.get()) root.dataset.theme = kept.get();
  const isDark = () => (root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";

  function setUpTheme() {
    const button = document.getElementById("theme");
    const show = () => { button.textContent = isDark() ? "Light" : "Dark"; button.setAttribute("aria-label", `Switch to the ${isDark() ? "light" : "dark"} theme`); };
    button.hidden = false;
    button.addEventListener("click", () => { root.dataset.theme = isDark() ? "light" : "dark"; kept.set(root.dataset.theme); show(); });
    show();
  }

  // Tables: column heads become buttons that sort; a second click reverses the order.
  function setUpSorting(table) {
    const heads = all("thead th", table);
    const keyOf = (row, column) => {
      const cell = row.cells[column];
      const text = cell.dataset.sort ?? cell.textContent.trim();
      const number = Number.parseFloat(text);
      return /^-?[\d.]/.test(text) && !Number.isNaN(number) ? number : text.toLowerCase();
    };
    heads.forEach((head, column) => {
      const button = element("button", { type: "button" });
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const order = head.getAttribute("aria-sort") === "ascending" ? "descending" : "ascending";
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", order);
        const sign = order === "ascending" ? 1 : -1;
        const rows = Array.from(table.tBodies[0].rows, (row) => [keyOf(row, column), row]);
        rows.sort(([a], [b]) => {
          const both = typeof a === typeof b;
          return sign * (both ? (a < b ? -1 : a > b ? 1 : 0) : typeof a === "number" ? -1 : 1);
        });
        table.tBodies[0].append(...rows.map(([, row]) => row));
      });
    });
  }

  function setUpFilter(field) {
    const table = document.getElementById(field.dataset.filter);
    const section = field.closest("section");
    const status = section.querySelector("[role=status]");
    const boxes = all("input[data-outcome]", section);
    all("[hidden].filter, [hidden].choice", section).forEach((part) => { part.hidden = false; });
    const rows = Array.from(table.tBodies[0].rows, (row) => [row, row.textContent.toLowerCase()]);
    const apply = () => {
      const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      const refused = new Set(boxes.filter((box) => !box.checked).map((box) => box.dataset.outcome));
      let shown = 0;
      for (const [row, text] of rows) {
        row.hidden = refused.has(row.dataset.outcome) || !words.every((word) => text.includes(word));
        if (!row.hidden) ++shown;
      }
      status.textContent = shown === rows.length ? "" : `${shown} of ${rows.length}`;
    };
    field.addEventListener("input", apply);
    boxes.forEach((box) => box.addEventListener("change", apply));
    apply();
  }

  function setUpFold(list) {
    const rest = Array.from(list.children).slice(Number(list.dataset.fold));
    if (rest.length < 3) return;
    rest.forEach((item) => { item.hidden = true; });
    const button = element("button", { type: "button", textContent: `Show ${rest.length} more` });
    button.addEventListener("click", () => {
      rest.forEach((item) => { item.hidden = false; });
      rest[0].querySelector("a")?.focus();
      button.remove();
    });
    list.after(button);
  }

  // The source page.
  const signs = { met: "✓", partly: "◐", unmet: "✗", never: "○", infeasible: "∅" };
  const words = { met: "met", partly: "partly met", unmet: "unmet", never: "never evaluated", infeasible: "infeasible" };

  // The pieces of an occurrence in a text: one for each line of the occurrence. The first piece has the number as its id.
  const numberOf = (piece) => Number(piece.dataset.o ?? piece.id.slice(1));
  function piecesIn(code) {
    const parts = new Map();
    for (const piece of all(":scope > div span", code)) {
      const o = numberOf(piece);
      if (!parts.has(o)) parts.set(o, []);
      parts.get(o).push(piece);
    }
    let near = [];
    code.addEventListener("mouseover", (event) => {
      near.forEach((piece) => piece.classList.remove("near"));
      near = parts.get(numberOf(event.target.closest("div > code span") ?? code)) ?? [];
      near.forEach((other) => other.classList.add("near"));
    });
    code.addEventListener("mouseleave", () => { near.forEach((piece) => piece.classList.remove("near")); near = []; });
    return parts;
  }

  function setUpSource(code) {
    const data = JSON.parse(document.getElementById("data").textContent);
    const panel = document.getElementById("details");
    const parts = piecesIn(code);
    const order = Array.from(parts.keys()).sort((a, b) => a - b);
    const standing = (o) => parts.get(o)[0].className.split(" ")[0];
    const around = (o) => {
      const result = [];
      for (let piece = parts.get(o)[0].parentElement.closest("span"); piece; piece = piece.parentElement.closest("span")) result.push(numberOf(piece));
      return result;
    };
    const isOpen = (o) => ["partly", "unmet", "never"].includes(standing(o)) || parts.get(o)[0].classList.contains("more");
    let chosen = null;

    const testItems = (set) => data.t[set].split(",").filter(Boolean).flatMap((range) => {
      const [first, last = first] = range.split("-").map(Number);
      return Array.from({ length: last - first + 1 }, (_, i) => first + i);
    });
    const testLink = (i) => {
      const [name, outcome] = window.aunitTests[i];
      return element("li", {}, `${outcome === "passed" ? "✓" : "✗"} `, element("a", { href: `../tests/${i + 1}.html`, textContent: name }));
    };
    const requirement = ([met, asks, set, ready]) => {
      const state = ["unmet", "met", "infeasible"][met];
      const text = element("span", {}, asks, element("span", { className: "kind", textContent: met === 0 ? " – not shown by any test" : met === 2 ? " – cannot happen" : "" }));
      if (ready) text.append(" ", element("a", { className: "where", href: `../index.html#ready${ready}`, textContent: `ready test ${ready}` }));
      const tests = met === 1 ? testItems(set) : [];
      if (tests.length) {
        const list = element("ul", { className: "tests" });
        const details = element("details", {}, element("summary", { textContent: plural(tests.length, "test") }), list);
        details.addEventListener("toggle", () => { if (!list.children.length) list.append(...tests.map(testLink)); });
        text.append(details);
      }
      return element("li", {}, element("i", { className: state, textContent: signs[state], title: words[state] }), text);
    };

    function show(o) {
      const [kind, text, values, count, requirements, further = []] = data.s[data.o[o]];
      const state = standing(o);
      const close = element("button", { type: "button", className: "close", textContent: "Close" });
      close.addEventListener("click", () => choose(null));
      const title = element("h2", {}, element("i", { className: state, textContent: signs[state] }), ` ${kind}, ${words[state]}`);
      panel.replaceChildren(close, title, element("pre", {}, element("code", { textContent: text })));
      if (requirements.length) panel.append(element("h3", { textContent: "What the tests should show" }), element("ul", { className: "requirements" }, ...requirements.map(requirement)));
      for (const [criterion, asked] of further) panel.append(element("h3", { textContent: `Further: ${criterion}` }), element("ul", { className: "requirements" }, ...asked.map(requirement)));
      if (values.length) {
        const list = element("p", { className: "observed" }, ...values.map((value) => element("code", { textContent: value })));
        if (count > values.length) list.append(` and ${count - values.length} more`);
        panel.append(element("h3", { textContent: "Values it took" }), list);
      }
      const outer = around(o);
      if (outer.length) {
        panel.append(element("h3", { textContent: "Inside" }), element("div", { className: "around" }, ...outer.map((other) => {
          const button = element("button", { type: "button", textContent: `${signs[standing(other)]} ${data.s[data.o[other]][1]}` });
          button.addEventListener("click", () => choose(other));
          return button;
        })));
      }
      panel.append(moves());
    }

    const gap = (step) => {
      const open = order.filter(isOpen);
      if (!open.length) return null;
      const from = chosen === null ? (step > 0 ? -1 : Infinity) : chosen;
      return (step > 0 ? open.find((o) => o > from) : open.findLast((o) => o < from)) ?? (step > 0 ? open[0] : open[open.length - 1]);
    };
    function moves() {
      const button = (label, key, step) => {
        const made = element("button", { type: "button" }, `${label} `, element("kbd", { textContent: key }));
        made.addEventListener("click", () => { const o = gap(step); if (o !== null) choose(o, true); });
        return made;
      };
      return element("p", { className: "keys" }, button("Previous gap", "p", -1), button("Next gap", "n", 1));
    }
    function idle() {
      panel.classList.add("idle");
      panel.replaceChildren(element("h2", { textContent: "Details" }),
        element("p", { textContent: "Choose an expression or formula in the text to see what the tests have shown of it." }),
        element("p", { className: "note" }, "With the text in focus: ", element("kbd", { textContent: "←" }), " ", element("kbd", { textContent: "→" }), " one back or forward, ",
          element("kbd", { textContent: "↑" }), " outwards, ", element("kbd", { textContent: "↓" }), " inwards, ", element("kbd", { textContent: "Esc" }), " deselects."), moves());
    }

    function choose(o, scroll = false) {
      if (chosen !== null) parts.get(chosen).forEach((piece) => piece.classList.remove("chosen"));
      chosen = o;
      if (o === null) { idle(); return; }
      panel.classList.remove("idle");
      parts.get(o).forEach((piece) => piece.classList.add("chosen"));
      show(o);
      if (!scroll) return;
      const box = parts.get(o)[0].getBoundingClientRect();
      const bottom = getComputedStyle(panel).position === "fixed" ? panel.getBoundingClientRect().top : innerHeight;
      if (box.top < 40 || box.bottom > bottom - 40) scrollBy({ top: box.top - bottom / 3 });
    }

    code.addEventListener("click", (event) => {
      const piece = event.target.closest("span");
      if (piece && String(getSelection()) === "") choose(numberOf(piece));
    });
    code.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !order.length) return;
      const at = chosen === null ? -1 : order.indexOf(chosen);
      const inner = (o) => order.find((other) => other > o && around(other)[0] === o);
      let to;
      if (event.key === "ArrowRight") to = order[Math.min(at + 1, order.length - 1)];
      else if (event.key === "ArrowLeft") to = order[Math.max(at - 1, 0)];
      else if (event.key === "ArrowUp" && chosen !== null) to = around(chosen)[0];
      else if (event.key === "ArrowDown" && chosen !== null) to = inner(chosen);
      else if (event.key === "Escape") { choose(null); return; }
      else return;
      event.preventDefault();
      if (to !== undefined) choose(to, true);
    });
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input")) return;
      const step = { n: 1, p: -1 }[event.key];
      const o = step ? gap(step) : null;
      if (o !== null) choose(o, true);
      if (event.key === "Escape") choose(null);
    });
    panel.hidden = false;
    // "#o12" leads to the expression with this number; links from requirements have this form.
    function follow() {
      const o = Number(/^#o(\d+)$/.exec(location.hash)?.[1]);
      if (parts.has(o)) choose(o, true);
    }
    idle();
    follow();
    addEventListener("hashchange", follow);
  }

  // The page of a mutated file: a click on a place in the text opens the mutants of the place.
  function setUpMutants(code) {
    const parts = piecesIn(code);
    const survivors = all("details.survivor", code);
    const isOpen = (survivor) => survivor.open;
    function reveal(target) {
      for (let details = target.closest("details"); details; details = details.parentElement.closest("details")) details.open = true;
      const place = target.querySelector("summary") ?? target;
      if (place === target) target.tabIndex = -1;
      place.focus({ preventScroll: true });
      const box = place.getBoundingClientRect();
      if (box.top < 40 || box.bottom > innerHeight * 0.6) scrollBy({ top: box.top - innerHeight / 3 });
    }
    for (const survivor of survivors)
      survivor.addEventListener("toggle", () => parts.get(Number(survivor.parentElement.dataset.at))?.forEach((piece) => piece.classList.toggle("chosen", survivor.open)));
    code.addEventListener("click", (event) => {
      const piece = event.target.closest("div > code span");
      if (!piece || String(getSelection()) !== "") return;
      const items = all(`[data-at="${numberOf(piece)}"]`, code);
      const here = items.flatMap((item) => all(":scope > .survivor", item));
      if (here.length && here.every(isOpen)) here.forEach((survivor) => { survivor.open = false; });
      else if (here.length) here.toReversed().forEach(reveal);
      else if (items.length) reveal(items[0]);
    });
    let at = -1;
    const go = (step) => { at = (at < 0 && step < 0 ? survivors.length - 1 : at + step + survivors.length) % survivors.length; reveal(survivors[at]); };
    const keys = document.querySelector(".keys");
    for (const [label, key, step] of [["Previous survivor", "p", -1], ["Next survivor", "n", 1]]) {
      const button = element("button", { type: "button" }, `${label} `, element("kbd", { textContent: key }));
      button.addEventListener("click", () => go(step));
      keys.append(button);
    }
    keys.hidden = !survivors.length;
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input")) return;
      if (event.key === "Escape") survivors.forEach((survivor) => { survivor.open = false; });
      const step = { n: 1, p: -1 }[event.key];
      if (step && survivors.length) go(step);
    });
    // "#m12" leads to a mutant and opens it.
    function follow() {
      const target = /^#m\d+$/.test(location.hash) ? document.getElementById(location.hash.slice(1)) : null;
      if (!target) return;
      at = survivors.indexOf(target);
      reveal(target);
    }
    follow();
    addEventListener("hashchange", follow);
  }

  function setUpCopy(button) {
    const text = button.closest("figure").querySelector("pre");
    button.hidden = false;
    button.addEventListener("click", async () => {
      try { await navigator.clipboard.writeText(text.textContent); }
      catch { getSelection().selectAllChildren(text); document.execCommand("copy"); }  // for browsers that give files no access to the clipboard
      button.textContent = "Copied";
    });
  }

  document.addEventListener("DOMContentLoaded", () => {
    setUpTheme();
    all("table.sortable").forEach(setUpSorting);
    all("input[data-filter]").forEach(setUpFilter);
    all("[data-fold]").forEach(setUpFold);
    const code = document.getElementById("code");
    if (code) setUpSource(code);
    const mutated = document.getElementById("mutated");
    if (mutated) setUpMutants(mutated);
    all("button.copy").forEach(setUpCopy);
  });
})();
