// The instance view: aunitView(root, send) fills the element `root`. send(question) returns a promise of the answer
// (docs/view-protocol.md). Members of answers are plain text, except drawings and tables: aunit makes these, without scripts.
// Requires that picture.js is loaded before.
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

  let about = null;  // the model, its sources of instances, and its theme: the answer to "about"
  let shown = null;  // the instance on the page
  let state = 0;
  let chosen = [];  // atoms that were clicked: the first one, then further atoms with Shift
  let atoms = {};    // the chosen atom of each projected signature
  let busy = 0;      // number of questions without an answer so far
  let themeSaved = "";        // the theme as it was saved last
  const none = new Set();     // questions for further instances to which the answer was that there is none
  let prefers = "smallest";   // the preference among instances
  let wantsSource = null;     // whether the user has opened or closed the source by hand

  // The frame of the page.
  const fileName = element("h1");
  const sources = element("select", { id: "source", onchange: () => choose(Number(sources.value)) });
  const onlySource = element("strong", { hidden: true });
  const sourceLabel = element("label", { htmlFor: "source" }, "Show ");
  const status = element("p", { className: "status", attributes: { role: "status" } });
  const trouble = element("pre", { className: "trouble", hidden: true, attributes: { role: "alert" } });
  const changed = element("p", { className: "changed", hidden: true, attributes: { role: "status" } },
    "The model's file has changed. ", button("Read it again", "r", () => reload()));
  const dark = element("button", { type: "button", className: "dark", onclick: () => turn() });
  const count = element("span", { className: "count found" });
  const reached = element("span", { className: "count reached" });
  const previous = button("Previous", "p", () => back());
  const next = button("Next", "n", () => find({ type: "next" }));
  const parts = ["configuration", "initial state", "step", "trace"];
  const others = parts.map((part) => button(part, part[0], () => find({ type: "other", part }), { ariaLabel: `Other ${part}` }));
  const otherLabel = element("span", { className: "count", textContent: "other" });
  const prefer = element("select", { id: "prefer", onchange: () => { prefers = prefer.value; choose(Number(sources.value)); } });
  const preferLabel = element("label", { htmlFor: "prefer", textContent: "first " });
  const cancel = button("Cancel", "Esc", () => stop(), { className: "cancel", hidden: true });
  const copy = button("Copy as val", "v", () => copyAs());
  const drawers = element("span", { className: "drawers" });
  const instanceBar = element("div", { className: "bar-of", attributes: { role: "toolbar", "aria-label": "Instances" } }, previous, count, next, otherLabel, ...others, cancel, copy, drawers);
  const searchBar = element("div", { className: "bar-of", hidden: true, attributes: { role: "toolbar", "aria-label": "Search" } }, preferLabel, prefer, reached);
  const stateButtons = element("span", { className: "steps" });
  const beside = element("select", { id: "beside", onchange: () => { pictures.beside(Number(beside.value)); step(0); } },
    ...[["0", "that fit"], ["1", "one"], ["2", "two"], ["3", "three"], ["4", "four"], ["6", "six"]].map(([value, textContent]) => element("option", { value, textContent })));
  const stateBefore = button("←", "", () => step(-1), { ariaLabel: "Previous state" }), stateBehind = button("→", "", () => step(1), { ariaLabel: "Next state" });
  const stateBar = element("div", { className: "bar-of", hidden: true, attributes: { role: "toolbar", "aria-label": "States" } },
    stateBefore, stateButtons, stateBehind, element("label", { htmlFor: "beside" }, "side by side "), beside);
  const projections = element("div", { className: "bar-of", hidden: true, attributes: { role: "toolbar", "aria-label": "Projections" } });
  const drawing = element("div", { className: "scroll canvas", tabIndex: 0, attributes: { role: "region", "aria-label": "Drawing" } });
  const pictures = aunitPictures(drawing, { picked: (what, at, more) => pick(what, at, more), placed: (places) => { about.theme.places = places; tellTheme(); enable(); } });
  const smaller = button("−", "", () => pictures.zoom(1 / 1.25), { ariaLabel: "Smaller" }), larger = button("+", "", () => pictures.zoom(1.25), { ariaLabel: "Larger" });
  const percent = element("span", { className: "percent" });
  const fitted = button("Fit", "0", () => pictures.fit()), whole = button("All of it", "", () => pictures.overview());
  const replaced = button("Original places", "", () => pictures.reset());
  const pictureBar = element("div", { className: "bar-of picture-bar", hidden: true, attributes: { role: "toolbar", "aria-label": "Picture" } }, smaller, percent, larger, fitted, whole, replaced);
  pictures.onScale(() => {
    percent.textContent = `${pictures.percent()} %`;
    smaller.disabled = !pictures.canZoom(0.8);
    larger.disabled = !pictures.canZoom(1.25);
    fitted.disabled = pictures.isFitting();
    whole.disabled = pictures.showsAll();
  });
  const warned = element("section", { className: "warned", hidden: true, attributes: { "aria-label": "Warnings", "aria-live": "polite" } });
  const whyText = element("p"), whyDetails = element("pre"), whyOthers = element("p", { className: "others" });
  const whyBox = element("section", { className: "why", hidden: true, attributes: { "aria-label": "Why", "aria-live": "polite" } }, whyText, whyDetails, whyOthers);
  const tables = element("div", { className: "tables" });
  const expression = element("input", { type: "text", id: "expression", spellcheck: false, autocomplete: "off" });
  const where = element("span");
  const values = element("ol", { className: "evaluated", attributes: { "aria-live": "polite" } });
  const evaluation = element("form", { onsubmit: (event) => { event.preventDefault(); evaluate(); } },
    element("label", { htmlFor: "expression" }, "Evaluate ", where, element("kbd", { textContent: "e" })), expression, values);
  const themeTable = element("div");
  const save = button("Save theme", "", () => saveTheme());
  const code = element("div", { className: "listing" });
  const testText = element("pre", { className: "test-text", tabIndex: 0 }), testName = element("code");
  const copyTest = button("Copy", "", () => copied(testText.textContent)), saveTest = element("a", { className: "button", textContent: "Download" });
  const side = element("aside", { className: "side", attributes: { "aria-label": "Source, evaluator, test and theme" } });
  const panes = element("div", { className: "panes" }, warned, whyBox, element("div", { className: "pictures" }, drawing, tables), side);
  /// A part of the side panel that a button opens and closes. The side panel is visible while a part is open.
  function drawer(name, key, content, opened) {
    const part = element("section", { className: "drawer", hidden: true, id: `drawer-${name.toLowerCase()}`, attributes: { "aria-label": name } }, ...content);
    const toggle = button(name, key, () => open(part.hidden), { attributes: { "aria-expanded": "false", "aria-controls": part.id } });
    const open = (yes) => {
      part.hidden = !yes;
      toggle.ariaExpanded = String(yes);
      side.hidden = Array.from(side.children).every((child) => child.hidden);
      panes.classList.toggle("with-side", !side.hidden);
      opened?.(yes);
    };
    side.append(part);
    drawers.append(toggle);
    return { open, toggle, isOpen: () => !part.hidden };
  }
  const codeDrawer = drawer("Source", "o", [code]);
  codeDrawer.toggle.addEventListener("click", () => { wantsSource = codeDrawer.isOpen(); });
  const evaluator = drawer("Evaluate", "e", [evaluation], (yes) => { if (yes) expression.focus(); });
  const tester = drawer("Test", "k", [element("p", {}, "A regression test: save it as ", testName, " beside the model, or add it to its tests."), testText,
    element("p", { className: "bar-of" }, copyTest, saveTest)], (yes) => { if (yes) listTest(); });
  drawer("Theme", "m", [themeTable, save]);
  side.hidden = true;
  root.replaceChildren(
    element("header", { className: "top" }, fileName, sourceLabel, onlySource, sources, status, dark),
    element("main", {}, changed, trouble, instanceBar, element("div", { className: "bars" }, searchBar, stateBar, projections, pictureBar), panes));

  // Dark or light: the system's setting, unless the user has chosen. (The report stores the choice under the same key.)
  const page = document.documentElement;
  const kept = {
    get() { try { return localStorage.getItem("aunit-theme"); } catch { return null; } },
    set(value) { try { localStorage.setItem("aunit-theme", value); } catch { /* not stored */ } },
  };
  const isDark = () => (page.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const nameTurn = () => { dark.textContent = isDark() ? "Light" : "Dark"; dark.ariaLabel = `Switch to the ${isDark() ? "light" : "dark"} theme`; };
  const turn = () => { page.dataset.theme = isDark() ? "light" : "dark"; kept.set(page.dataset.theme); nameTurn(); };
  if (kept.get()) page.dataset.theme = kept.get();
  nameTurn();

  // Questions, one at a time: ask() drops a question while another one waits for its answer.
  const say = (text) => { status.textContent = text; };
  const complain = (text) => { trouble.textContent = text; trouble.hidden = !text; };
  function showBusy(step) {
    busy += step;
    cancel.hidden = busy === 0;
    root.ariaBusy = String(busy > 0);
    for (const each of [previous, next, ...others]) each.disabled = busy > 0 || !shown;
    sources.disabled = prefer.disabled = busy > 0;
    save.disabled = busy > 0;
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
  const here = () => ({ source: shown.source, index: shown.index, prefer: shown.prefer, state, atoms });
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
    const words = { run: "run", check: "check", val: "val", instance: "file", log: "log" };
    sources.hidden = about.sources.length === 1;
    onlySource.hidden = !sources.hidden;
    onlySource.textContent = sources.hidden ? `${words[about.sources[0].kind]} ${about.sources[0].label}` : "";
    sources.replaceChildren(...about.sources.map(({ kind, label, text }, i) => element("option", { value: i, textContent: `${words[kind]} ${label}`, title: text })));
    const tops = about.signatures.filter(({ top }) => top).map(({ name }) => name);
    const preferences = [["smallest", "the smallest"], ["first", "any"], ["diverse", "far apart"], ["minimal", "fewest tuples"], ["maximal", "most tuples"],
      ...tops.flatMap((name) => [[`minimal ${name}`, `fewest ${name}`], [`maximal ${name}`, `most ${name}`]])];
    prefer.replaceChildren(...preferences.map(([value, textContent]) => element("option", { value, textContent })));
    if (!preferences.some(([value]) => value === prefers)) prefers = "smallest";
    prefer.value = prefers;
    about.theme.places ??= {};
    themeSaved = JSON.stringify(themeOf());
    none.clear();
    listTheme();
    complain(about.themeTrouble);
    await choose(about.start);
  }
  async function choose(source) {
    sources.value = source;
    clear();
    state = 0;
    say("searching for an instance ...");
    const answer = await ask({ type: "first", source, atoms, prefer: prefers });
    state = answer?.start ?? 0;  // for a log, the state at which the model cannot explain the log
    show(answer);
  }
  /// If a run has no instance: shows the nearest valuation, which violates the fewest constraints.
  async function showNearest(source) {
    say("searching for the nearest valuation ...");
    const answer = await ask({ type: "first", source, atoms, prefer: "nearest" });
    if (answer?.none === undefined) state = Math.max(0, answer?.why?.state ?? 0);
    show(answer);
  }
  /// If a command has no instance: shows an instance of a larger scope, or the answer about all scopes.
  async function showLarger(source) {
    say("searching larger scopes ...");
    const answer = await ask({ type: "first", source, atoms, prefer: "all scopes" });
    if (answer?.none === undefined) state = Math.max(0, answer?.why?.state ?? 0);
    show(answer);
    if (answer?.said) say(answer.said);
  }
  async function find(question) {
    if (!shown) return;
    say("looking for another one ...");
    const asked = askedFor(question);
    const answer = await ask({ ...here(), ...question });
    if (answer?.none !== undefined) none.add(asked);
    const stays = question.part === "step" ? state : 0;
    if (answer && answer.none === undefined) state = stays;
    show(answer);
  }
  const askedFor = ({ type, part }) => JSON.stringify([shown.source, shown.prefer, shown.index, type, part, part === "step" ? state : 0]);
  async function back() {
    if (!shown || shown.index === 0) return;
    state = 0;
    show(await ask({ type: "show", ...here(), index: shown.index - 1 }));
  }
  const redraw = async () => { if (shown) show(await ask({ type: "show", ...here() })); };

  // The content of the page.
  function clear() {
    shown = null;
    for (const part of [drawing, tables, stateButtons, projections]) part.replaceChildren();
    stateBar.hidden = projections.hidden = pictureBar.hidden = true;
    explain(null);
    for (const each of [previous, next, searchBar, otherLabel, ...others]) each.hidden = true;
    panes.classList.add("without-picture");
    evaluator.toggle.disabled = tester.toggle.disabled = true;
    tester.open(false);
    count.textContent = reached.textContent = "";
    for (const each of [previous, next, copy, ...others]) each.disabled = true;
  }
  function enable() {
    previous.disabled = shown.index === 0;
    next.disabled = !shown.more;
    copy.disabled = evaluator.toggle.disabled = false;
    tester.toggle.disabled = !["run", "check"].includes(about.sources[shown.source].kind) || shown.prefer === "nearest";
    for (const each of [previous, next, count, searchBar]) each.hidden = !shown.searches;
    otherLabel.hidden = !shown.temporal;
    others.forEach((each, i) => {
      each.hidden = !shown.temporal;
      each.disabled = none.has(askedFor({ type: "other", part: parts[i] }));
    });
    save.disabled = JSON.stringify(themeOf()) === themeSaved;
    const moved = drawing.querySelector(".moved") !== null;
    replaced.hidden = !moved;
  }
  function show(answer) {
    if (!answer) { say(""); return; }
    if (answer.none !== undefined) {
      say("");
      complain(answer.none);
      warn(answer.warnings);
      if (shown) { shown.more = shown.more && !none.has(askedFor({ type: "next" })); enable(); }
      const further = answer.nearest ? [button("Show the nearest valuation", "b", () => showNearest(answer.source))] : [];
      if (answer.larger) further.push(button("For any number of atoms?", "a", () => showLarger(answer.source)));
      const text = answer.verdict ? ofAllScopes(answer) : !answer.marks?.length ? "" : about.sources[answer.source].kind === "check" ? "Together, these exclude all counterexamples:" : "These contradict each other:";
      if (text || further.length) explain({ text, details: answer.details, marks: answer.marks ?? [] }, further);
      else if (answer.verdict) explain(null);
      return;
    }
    shown = answer;
    panes.classList.remove("without-picture");
    say("");
    warn(shown.warnings);
    explain(shown.why);
    count.textContent = `${shown.index + 1} of ${shown.count} found`;
    reached.textContent = shown.reached;
    state = Math.min(state, shown.states - 1);
    if (busy === 0) enable();
    stateBar.hidden = shown.states < 2;
    stateButtons.replaceChildren(...Array.from({ length: shown.states }, (_, i) => button(String(i), "", () => { state = i; step(0); }, { ariaLabel: nameOf(i), title: nameOf(i) })));
    if (shown.states > 1 && loops()) stateButtons.append(element("span", { className: "loop", textContent: `↩ ${shown.loop}`, title: `State ${shown.loop} follows the last one` }));
    projections.hidden = shown.projections.length === 0;
    projections.replaceChildren(...shown.projections.map(({ signature, atoms: all, atom }) => {
      const select = element("select", { ariaLabel: `atom of ${signature}`, onchange: () => { atoms[signature] = select.value; redraw(); } }, ...all.map((name) => element("option", { value: name, textContent: name })));
      select.value = atom;
      return element("label", {}, `${signature} `, select);
    }));
    drawStates();
    tables.replaceChildren(...parsed(shown.tables));
    step(0);
    if (tester.isOpen()) listTest();
  }
  /// The sentence above the details and marks of an answer about all scopes.
  const ofAllScopes = ({ verdict, details, marks }) =>
    details ? "This holds in each state:" : !marks.length ? "" : verdict === "unknown" ? "This is the obstacle:" : "The proof needs these:";
  /// The states of a log have names, and no state follows the last one.
  const loops = () => !(shown.names && shown.names.length), nameOf = (i) => loops() ? `State ${i}` : shown.names[i];
  /// The actions of the step from state `i` to the next state.
  const by = (i) => shown.steps[i] ? `, ${shown.steps[i]}` : "";

  function drawStates() {
    pictureBar.hidden = Boolean(shown.remark);
    if (shown.remark) drawing.replaceChildren(element("p", { className: "note", textContent: shown.remark }));
    else if (shown.states === 1) drawing.replaceChildren(...parsed(shown.drawings[0]));
    else drawing.replaceChildren(element("ol", { className: "strip", start: 0 }, ...shown.drawings.map((svg, i) => {
      const item = element("li", { className: loops() && i >= shown.loop ? "repeats" : "", onclick: () => { state = i; step(0); } },
        element("p", { className: "state" }, element("strong", { textContent: nameOf(i) }), i === 0 ? "" : by(i - 1), i === shown.why?.state ? element("span", { className: "decides", textContent: " decides" }) : "", loops() && i === shown.loop ? element("span", { className: "loop", textContent: " ↳ loop starts" }) : ""), ...parsed(svg));
      if (loops() && i + 1 === shown.states) item.append(element("p", { className: "back", textContent: `↩ ${shown.loop === i ? "for ever" : `then state ${shown.loop} again`}${by(i)}` }));
      return item;
    })));
    pictures.take(about.theme.places);
  }
  /// Moves by `by` states. The state after the last one is the state at which the loop starts.
  function step(by) {
    if (!shown) return;
    state = state + by < 0 ? 0 : state + by >= shown.states ? shown.loop : state + by;
    where.textContent = shown.states > 1 ? `in state ${state} ` : "";
    Array.from(stateButtons.querySelectorAll("button"), (each, i) => { each.ariaCurrent = i === state ? "step" : null; });
    const items = Array.from(drawing.querySelectorAll(".strip > li"));
    items.forEach((item, i) => { item.ariaCurrent = i === state ? "step" : null; });
    const item = items[state];
    if (item) {
      const left = item.offsetLeft - drawing.offsetLeft, room = drawing.clientWidth - item.offsetWidth;
      if (left < drawing.scrollLeft || left - room > drawing.scrollLeft) drawing.scrollLeft = left < drawing.scrollLeft ? left - 12 : left - room + 14;
    }
    stateBefore.disabled = state === 0;
    stateBehind.disabled = state === shown.states - 1 && shown.loop === state;
    if (busy === 0) enable();
    if (by) say(`state ${state}`);
  }

  // Warnings without which the instance, or its absence, would be misunderstood.
  function warn(warnings) {
    warned.hidden = !warnings?.length;
    warned.replaceChildren(...(warnings ?? []).map((text) => element("p", { textContent: `Warning: ${text}` })));
  }
  // Explanations: a sentence above the picture, and marks on the source beside the picture.
  function explain(why, others = []) {
    whyBox.hidden = !why;
    whyText.textContent = why?.text ?? "";
    whyDetails.textContent = why?.details ?? "";
    whyDetails.hidden = !whyDetails.textContent;
    whyOthers.replaceChildren(...others);
    whyOthers.hidden = others.length === 0;
    listCode(why?.marks ?? []);
  }
  async function pick(what, at, more) {
    if (at >= 0) { state = at; step(0); }
    const atom = what && !what.field && what.sig ? Number(what.atom) : null;
    chosen = atom === null ? [] : more ? [...chosen, atom] : [atom];
    if (!what) { explain(shown.why); return; }
    if (what.field) await explainTuple(what.field, what.tuple.split(" ").map(Number));
    else if (atom !== null) await offer(what.sig);
  }
  async function explainTuple(relation, tuple, others) {
    const answer = await ask({ type: "why", ...here(), relation, tuple });
    if (answer) explain(answer, others);
  }
  /// For one atom, explains why it is in its signature. For all clicked atoms, has a button per relation: why in it, or not?
  async function offer(sig) {
    const tuple = chosen, answer = await ask({ type: "relations", ...here(), tuple });
    if (!answer || tuple !== chosen) return;
    const others = answer.relations.map(({ name, there }) => button(`${there ? "in" : "not in"} ${name}`, "", () => explainTuple(name, tuple, others)));
    others.push(element("small", { textContent: `To ask about ${answer.text}->…, click another atom with Shift` }));
    if (tuple.length === 1) await explainTuple(sig, tuple, others);
    else explain({ text: answer.relations.length ? `${answer.text}: why?` : `${answer.text} can be in no relation.` }, others);
  }
  /// Lists the files that have marks; if none has any, the first file. If marks overlap, the later mark is the inner one.
  function listCode(marks) {
    const marked = new Set(marks.map(({ path }) => path));
    const files = about?.code.filter(({ path }, i) => (marked.size ? marked.has(path) : i === 0)) ?? [];
    code.replaceChildren(...files.flatMap(({ path, text }) => {
      const here = marks.filter((mark) => mark.path === path);
      const lines = text.replace(/\n$/, "").split("\n").map((line, i) => {
        const characters = Array.from(line.replace(/\r$/, "")), kinds = characters.map(() => "");
        for (const mark of here) {
          if (i + 1 < mark.line || i + 1 > mark.endLine) continue;
          const from = i + 1 === mark.line ? mark.column - 1 : characters.findIndex((c) => c.trim()), to = i + 1 === mark.endLine ? mark.endColumn : characters.length;
          for (let c = Math.max(0, from); c < to && c < characters.length; ++c) kinds[c] = mark.kind;
        }
        const pieces = [];
        for (let c = 0, start = 0; c < characters.length; ++c)
          if (c + 1 === characters.length || kinds[c + 1] !== kinds[start]) {
            const piece = characters.slice(start, c + 1).join("").replace(/[\u202A-\u202E\u2066-\u2069]/g, "\uFFFD");
            pieces.push(kinds[start] ? element("mark", { className: kinds[start], textContent: piece }) : piece);
            start = c + 1;
          }
        return element("li", {}, ...pieces);
      });
      return [element("h2", { textContent: path }), element("ol", { className: "source-lines", tabIndex: 0, attributes: { role: "region", "aria-label": `Source of ${path}` } }, ...lines)];
    }));
    if (wantsSource ?? marks.length > 0) codeDrawer.open(true);
    else codeDrawer.open(false);
    for (const list of code.querySelectorAll(".source-lines")) {
      const first = list.querySelector("mark");
      if (first) list.scrollTop = first.offsetTop - list.offsetTop - 60;
    }
  }

  async function evaluate() {
    const text = expression.value.trim();
    if (!shown || !text) return;
    const at = state, trace = shown.states > 1;
    say("evaluating ...");
    const answer = await send({ version: about.version, type: "evaluate", ...here(), expression: text }).catch((error) => ({ error: error.message }));
    say("");
    if (answer.marks?.length) listCode(answer.marks);
    values.prepend(element("li", {}, element("code", { textContent: trace ? `${text}   in state ${at}` : text }),
      element("pre", { className: answer.error === undefined ? "" : "wrong", textContent: answer.value ?? answer.error })));
    while (values.children.length > 50) values.lastChild.remove();
    expression.select();
  }
  async function copyAs() {
    if (!shown) return;
    const answer = await ask({ type: "text", form: "aunit", ...here() });
    if (answer) await copied(answer.text);
  }
  async function copied(text) {
    try {
      await navigator.clipboard.writeText(text);
      say("copied");
    } catch {
      complain(text);  // so that the user can copy the text by hand
    }
  }
  /// Shows the instance as a file of tests. Writes nothing: the user saves the file.
  async function listTest() {
    const answer = await ask({ type: "text", form: "test", ...here() });
    if (!answer) { tester.open(false); return; }
    const name = `${about.file.replace(/^.*[\\/]/, "").replace(/\.[^.]*$/, "")}_${about.sources[shown.source].label.replace(/\W+/g, "_")}_${shown.index + 1}.aunit`;
    testName.textContent = saveTest.download = name;
    testText.textContent = answer.text;
    saveTest.href = `data:text/plain;charset=utf-8,${encodeURIComponent(answer.text)}`;
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
    const library = about.fields.some(({ library }) => library)
      ? element("label", { className: "library" }, element("input", { type: "checkbox", checked: about.theme.library ?? false, onchange: (event) => { about.theme.library = event.target.checked; listTheme(); setTheme(); } }), " also show the library's own (Ord)") : "";
    const ofFields = about.fields.filter(({ library }) => !library || about.theme.library).map(({ name }) => [name, select(fields, name, "color", colors), check(fields, name, "hidden"), check(fields, name, "inside")]);
    themeTable.replaceChildren(
      table(["Signature", "Colour", "Shape", "Hide", "Project"], about.signatures.map(({ name, top, subset }) =>
        [name, select(signatures, name, "color", colors), subset ? "" : select(signatures, name, "shape", shapes), check(signatures, name, "hidden"), top ? check(signatures, name, "projected") : ""])),
      ofFields.length ? table(["Field", "Colour", "Hide", "In the box"], ofFields) : "", library);
    save.title = about.themeFile;
  }
  const themeOf = () => about.theme;
  const tellTheme = () => ask({ type: "theme", theme: about.theme });
  async function setTheme() {
    if (await tellTheme()) await redraw();
  }
  async function saveTheme() {
    const answer = await ask({ type: "save" });
    if (!answer) return;
    themeSaved = JSON.stringify(themeOf());
    save.disabled = true;
    say(`saved as ${answer.saved}`);
  }

  const press = (key) => Array.from(whyOthers.querySelectorAll("button")).find((each) => each.querySelector("kbd")?.textContent === key)?.click();
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { stop(); document.activeElement?.blur(); return; }
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input:not([type=checkbox]), select, summary")) return;
    const acts = { ArrowRight: () => step(1), ArrowLeft: () => step(-1), n: () => next.click(), p: () => previous.click(), c: () => others[0].click(), i: () => others[1].click(),
      s: () => others[2].click(), t: () => others[3].click(), v: () => copy.click(), k: () => tester.toggle.click(), a: () => press("a"), b: () => press("b"), e: () => { if (shown) evaluator.open(true); }, r: () => reload(),
      m: () => document.querySelector("[aria-controls=drawer-theme]").click(), o: () => codeDrawer.toggle.click(), "+": () => larger.click(), "-": () => smaller.click(), 0: () => fitted.click() };
    if (!acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
  });
  /// Waits for events of the server, until the server ends.
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
