// The page: its buttons, the questions that they ask aunit, and how the answers are shown.

import { fitting, testFileOf } from './accepting.js';
import { answerTo, commandsIn, diagnosticsOf, mutantsOf, pathsOf, proposalsFor, reasonsOf, Refused, repairsOf, stop, suspectsIn, testsOf } from './aunit.js';
import { askForName, showLink } from './dialogs.js';
import { Editor } from './editor.js';
import { byId, element, plural } from './elements.js';
import { viewFrame } from './exploring.js';
import { setUpFiling } from './filing.js';
import { LinkError, workOf } from './link.js';
import { keepOffline, siteSize } from './offline.js';
import { answerForReports, follow, pageOn, reportFrame } from './reporting.js';
import { instanceList, inWords, plainText, problemItems, testList, verdictOf } from './results.js';
import { changed, proposalList, reasonList, repairList, scoreOf, survivorList, suspectList } from './strength.js';
import { earlierWork, keep, keepAsEarlier, keptWork } from './store.js';
import { setUpTheme } from './theme.js';
import { isProgram } from './work.js';

const results = byId('results');
const introduction = results.firstElementChild;
let exploration; // the open view, which must know when the files have changed
const say = text => { byId('status').textContent = text; };
const show = (...content) => {
  if (content[0] !== exploration?.frame) exploration = undefined;
  results.replaceChildren(...content);
  results.scrollTop = 0;
};
const complain = text => { say(text); show(element('p', { className: 'trouble', textContent: text, attributes: { role: 'alert' } })); };

const theme = setUpTheme(byId('theme'), dark => results.querySelectorAll('iframe').forEach(frame => follow(frame, dark)));
let again = () => runTests(); // what Ctrl+Enter does: repeat the last action
let touched = false; // whether the user has changed anything since the files were opened

const editor = new Editor(byId('tabs'), byId('editor'), {
  changed() {
    touched = true;
    later(save, 300);
    checkSoon();
    exploration?.changed();
  },
  opened() {
    listCommands(editor.name, []); // the commands of the other file do not apply here
    checkSoon(0);
  },
  run: () => again(),
});
const goTo = ({ file, line, column }) => {
  if (!editor.goTo(file, line, column)) say(`${file} is not open here.`);
};

// --- One thing at a time -------------------------------------------------------------------------------------------------------

let busy = false;
const actions = ['run', 'coverage', 'check', 'exec', 'commands', 'explore', 'mutants', 'proposals', 'suspects', 'repairs'].map(byId);

function showBusy(now) {
  busy = now;
  results.ariaBusy = String(now);
  for (const each of actions) each.disabled = now;
  if (!now) allowCommands();
  byId('stop').hidden = !now;
}

/** Does work that takes time, unless other work is being done. `title`: the status meanwhile. */
async function act(title, work) {
  if (busy) return;
  showBusy(true);
  const slow = setTimeout(() => say(title), 200);
  try {
    await work();
  } catch (error) {
    if (error.name === 'AbortError') complain('Stopped.');
    else if (error instanceof Refused) { say(''); show(...plainText('aunit says', error.message)); }
    else complain(error.message);
  } finally {
    clearTimeout(slow);
    showBusy(false);
    if (outdated) checkSoon();
  }
}

const timers = new Map();
function later(what, milliseconds) {
  clearTimeout(timers.get(what));
  timers.set(what, setTimeout(what, milliseconds));
}

// --- Errors while typing -------------------------------------------------------------------------------------------------------

let outdated = true; // whether the margin is older than the text
const loading = `loading aunit (${siteSize()}) ...`;

function checkSoon(milliseconds = 400) {
  outdated = true;
  later(checkNow, milliseconds);
}
async function checkNow() {
  if (busy) return; // act() calls this again
  outdated = false;
  const work = editor.work(), name = editor.name;
  try {
    const diagnostics = await diagnosticsOf(work);
    const commands = await commandsIn(work, name);
    if (byId('status').textContent === loading) say('');
    if (outdated) return;
    editor.show(diagnostics);
    byId('problems').replaceChildren(...problemItems(diagnostics, goTo));
    listCommands(name, commands);
  } catch (error) {
    outdated = true;
    if (error.name !== 'AbortError') complain(`aunit cannot be started: ${error.message}`);
  }
}
function listCommands(name, commands) {
  const select = byId('commands'), chosen = select.selectedOptions[0]?.textContent;
  const every = isProgram(name) ? [element('option', { value: '', textContent: 'all properties' })] : [];
  const items = commands.map(({ index, label, kind, command }) => element('option', { value: index, textContent: `${kind} ${label}`, title: command }));
  select.replaceChildren(...every, ...items);
  for (const option of select.options) option.selected = option.textContent === chosen;
  if (select.selectedIndex < 0) select.selectedIndex = 0;
  if (!busy) allowCommands();
}
// An empty list shows that there is no command.
function allowCommands() {
  const select = byId('commands');
  if (select.length === 0) select.append(element('option', { value: 'none', textContent: 'no command here' }));
  byId('exec').disabled = select.disabled = select.value === 'none';
}

// --- What the buttons do -------------------------------------------------------------------------------------------------------

function check() {
  return act('checking ...', async () => {
    const work = editor.work();
    const diagnostics = await diagnosticsOf(work);
    editor.show(diagnostics);
    byId('problems').replaceChildren(...problemItems(diagnostics, goTo));
    const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
    const found = [plural(errors, 'error'), plural(diagnostics.length - errors, 'warning')].join(', ');
    say(diagnostics.length === 0 ? 'No errors, no warnings.' : found);
    show(element('ul', { className: 'problem-list' }, ...problemItems(diagnostics, goTo)));
  });
}

function runTests() {
  again = runTests;
  return act('running tests ...', async () => {
    const { report, pages } = await testsOf(editor.work());
    const fails = report.summary.failed > 0;
    const further = fails ? [element('p', { className: 'further' }, element('button', { type: 'button', textContent: 'Where is the fault?', onclick: suspects }), ' ', element('button', { type: 'button', textContent: 'What would fix it?', onclick: repairs }))] : [];
    show(...further, ...testList({ report, pages }, goTo, path => showReport(pages, path)));
    say(`${inWords(report.summary)} in ${Math.round(report.summary.time_ms)} ms`);
  });
}

function coverage() {
  again = coverage;
  return act('running tests ...', async () => {
    const { report, pages } = await testsOf(editor.work());
    await showReport(pages, pageOn(pages, editor.name));
    say(`Coverage by ${plural(report.tests.length, 'test')}: ${inWords(report.summary)}`);
  });
}
async function showReport(pages, path) {
  if (!(await offline)) throw new Error('The report needs a service worker, which this browser does not offer here (a private window, or an address without https).');
  show(reportFrame(pages, path, theme.isDark));
}

function execute(instances = 1) {
  again = () => execute();
  const { value } = byId('commands'), name = editor.name;
  if (value === 'none') return runTests();
  return act('searching ...', async () => {
    if (isProgram(name) && value === '') {
      show(...plainText(name, await pathsOf(editor.work(), name)));
      say('done');
      return;
    }
    const answer = await answerTo(editor.work(), name, Number(value), instances);
    show(...instanceList(answer, () => execute(2 * instances + 1), () => why(name, Number(value))));
    say(verdictOf(answer));
  });
}

function explore() {
  again = explore;
  const { value } = byId('commands');
  exploration = viewFrame(editor.name, /^\d+$/.test(value) ? Number(value) : undefined, {
    work: () => editor.work(),
    save: (name, text) => editor.put(name, text),
    loaded: frame => follow(frame, theme.isDark()),
  });
  say('');
  show(exploration.frame);
}

function why(name, index) {
  return act('looking for reasons ...', async () => {
    const answer = await reasonsOf(editor.work(), name, index);
    show(...reasonList(answer, goTo));
    say(verdictOf(answer));
  });
}

// --- How good the tests are, and what would fix the model ---------------------------------------------------------------------

/** Adds a test for a model to its file of tests, and shows where. */
function accept(model, test) {
  const { name, text } = testFileOf(editor.work().files, model);
  editor.append(name, fitting(test, text), text);
  return `Added to ${name}.`;
}

function mutants() {
  again = mutants;
  return act('changing the models, running tests ...', async () => {
    const report = await mutantsOf(editor.work());
    show(...survivorList(report, { goTo, accept }));
    say(scoreOf(report));
  });
}

function proposals() {
  again = proposals;
  return act('looking for missing tests ...', async () => {
    const work = editor.work(), target = testFileOf(work.files, editor.name);
    const about = editor.names.includes(target.name) ? target.name : editor.name;
    const found = await proposalsFor(work, about);
    show(...proposalList(found, test => accept(about, test)));
    say(`${plural(found.tests.length, 'test')} proposed for ${about}`);
  });
}

function suspects() {
  again = suspects;
  return act('looking for the fault ...', async () => {
    const found = await suspectsIn(editor.work());
    show(...suspectList(found, goTo));
    say(`${plural(found.failing.length, 'test or command')} failing, ${plural(found.suspects.length, 'suspect')}`.replace('test or commands', 'tests or commands'));
  });
}

function repairs() {
  again = repairs;
  return act('looking for repairs ...', async () => {
    const work = editor.work(), found = await repairsOf(work), texts = new Map(work.files);
    const apply = edits => {
      const files = [...new Set(edits.map(({ file }) => file))], now = new Map(editor.work().files);
      if (files.some(file => now.get(file) !== texts.get(file))) return 'The text has changed since the search. Search again.';
      for (const file of files) editor.change(file, texts.get(file), changed(texts.get(file), edits.filter(edit => edit.file === file)));
      return 'Applied.';
    };
    show(...repairList(found, texts, apply));
    say(plural(found.repairs.length, 'repair'));
  });
}

byId('mutants').onclick = mutants;
byId('proposals').onclick = proposals;
byId('suspects').onclick = suspects;
byId('repairs').onclick = repairs;
byId('check').onclick = check;
byId('run').onclick = runTests;
byId('coverage').onclick = coverage;
byId('exec').onclick = () => execute();
byId('explore').onclick = explore;
byId('stop').onclick = stop;
document.addEventListener('keydown', event => {
  if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey) && !event.altKey) {
    event.preventDefault();
    return filing.save();
  }
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
  event.preventDefault();
  again();
});

// --- Files ---------------------------------------------------------------------------------------------------------------------

const names = () => editor.names;
byId('new').onclick = () => askForName('A new file', '', names(), name => editor.add(name));
byId('rename').onclick = () => askForName('Another name', editor.name, names().filter(name => name !== editor.name), name => editor.rename(name));
byId('delete').onclick = () => {
  if (names().length === 1) return say('This is the only file.');
  keepAsEarlier(editor.work());
  listExamples();
  say(`${editor.name} is deleted. Choose “earlier files” under Open to get it back.`);
  editor.remove();
};
byId('share').onclick = () => showLink(editor.work());

function save() {
  if (!keep(editor.work())) say('The browser cannot keep these files: its storage is full, or not allowed.');
}

const filing = setUpFiling({ work: () => editor.work(), open: work => open(work, true), isOnlyShown: () => !touched, say });

/** Opens other files. If the user had changed the earlier ones, they can be restored. */
function open(work, fromDisk = false) {
  if (touched) keepAsEarlier(editor.work());
  editor.load(work);
  save();
  touched = fromDisk;
  if (!fromDisk) filing.forget();
  say('');
  show(introduction);
  listExamples();
}

const examples = fetch('examples.json').then(response => response.json()).catch(() => []);
async function listExamples() {
  const select = byId('examples');
  const earlier = earlierWork() ? [element('option', { value: 'earlier', textContent: 'earlier files' })] : [];
  const items = (await examples).map(({ name }, index) => element('option', { value: index, textContent: name }));
  select.replaceChildren(select.options[0], ...earlier, ...items);
  select.value = '';
}
byId('examples').onchange = async ({ target }) => {
  const { value } = target;
  target.value = '';
  if (value === 'earlier') { touched = true; open(earlierWork()); }
  else if (value !== '') open((await examples)[Number(value)].work);
};

async function openLink() {
  try {
    const work = await workOf(location.hash);
    if (!work) return false;
    open(work);
    return true;
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    complain(error.message);
    return false;
  } finally {
    if (location.hash) history.replaceState(null, '', location.pathname + location.search); // from now on the files may differ from those in the link
  }
}
addEventListener('hashchange', openLink);

// --- Beginning -----------------------------------------------------------------------------------------------------------------

say(loading);
answerForReports();
const offline = keepOffline(byId('kept'));
showBusy(false);
const kept = keptWork();
editor.load(kept ?? (await examples)[0]?.work ?? { files: [['model.als', '']], open: 0 });
touched = kept !== undefined;
listExamples();
await openLink();
