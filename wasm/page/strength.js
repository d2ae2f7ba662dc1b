// Elements that show survivors, proposals, suspects, repairs, and why there is no instance.

import { element } from './elements.js';

const shownAtOnce = 50;
const heading = text => element('h2', { textContent: text });
const note = (...content) => element('p', { className: 'note' }, ...content);
const place = (file, line, column, goTo) => element('button', { type: 'button', className: 'place', textContent: `${file}:${line}`, onclick: () => goTo({ file, line, column }) });

/** A button that works once. It calls `done()`, and shows the result, which is a text, in its place. */
function once(label, done) {
  const button = element('button', { type: 'button', textContent: label });
  button.onclick = () => {
    const said = done();
    const answer = element('span', { className: 'done', textContent: said, tabIndex: -1 });
    button.replaceWith(answer);
    answer.focus({ preventScroll: true }); // so that users without a mouse continue from here
  };
  return button;
}

/** The removed and added lines, each with its sign. `edits` are {begin, end, replacement}, in bytes; `end` is exclusive. */
function difference(text, edits) {
  const before = text.split('\n'), after = changed(text, edits).split('\n');
  let first = 0, same = 0;
  while (first < Math.min(before.length, after.length) && before[first] === after[first]) ++first;
  while (same < Math.min(before.length, after.length) - first && before.at(-1 - same) === after.at(-1 - same)) ++same;
  const row = (kind, sign, line) => element('span', { className: kind }, element('span', { className: 'by', textContent: `${sign} ` }), `${line}\n`);
  return element('pre', { className: 'text change' },
    ...before.slice(first, before.length - same).map(line => row('gone', '−', line)),
    ...after.slice(first, after.length - same).map(line => row('new', '+', line)));
}

/** The text with these edits made. */
export function changed(text, edits) {
  let bytes = new TextEncoder().encode(text);
  for (const { begin, end, replacement } of [...edits].sort((a, b) => b.begin - a.begin)) {
    const inserted = new TextEncoder().encode(replacement), rest = bytes.subarray(end), next = new Uint8Array(begin + inserted.length + rest.length);
    next.set(bytes.subarray(0, begin));
    next.set(inserted, begin);
    next.set(rest, begin + inserted.length);
    bytes = next;
  }
  return new TextDecoder().decode(bytes);
}

const cutNote = (isCut, what) => (isCut ? [note(`The time limit was reached: ${what}`)] : []);

/** The surviving mutants, each with a test that would kill it and a button that calls `accept(file, test)`. */
export function survivorList(report, { goTo, accept }) {
  const all = Object.entries(report.files).flatMap(([file, { source, mutants }]) => mutants.map(mutant => ({ file, source, ...mutant })));
  const survivors = all.filter(({ aunit }) => aunit.fate === 'survived');
  const firsts = survivors.filter(({ aunit }) => !aunit.alike).map(first => ({ ...first, alike: survivors.filter(({ aunit }) => aunit.alike === first.id).length }));
  const items = firsts.slice(0, shownAtOnce).map(({ file, source, location, description, replacement, aunit, alike }) => element('li', { className: 'failed' },
    element('p', {}, place(file, location.start.line, location.start.column, goTo), ` ${description.split('\n')[0]}`),
    difference(source, [{ begin: aunit.begin, end: aunit.end, replacement }]),
    ...(alike > 0 ? [note(`A test that kills it also kills ${alike} other ${alike === 1 ? 'change' : 'changes'}.`)] : []),
    ...(aunit.test ? proposal(aunit.test, 'This test kills it; check that the test states what you mean:', text => accept(file, text)) : [])));
  return [
    heading(survivors.length === 0 ? 'The tests notice every change' : 'Changes that no test notices'),
    ...cutNote(report.config?.aunit?.interrupted, 'there may be more.'),
    element('ol', { className: 'test-list' }, ...items),
    ...(firsts.length > items.length ? [note(`... and ${firsts.length - items.length} more.`)] : []),
  ];
}

/** "mutation score 64 %: 20 killed, 11 survived, 4 equivalent or left out". */
export function scoreOf(report) {
  const count = {};
  for (const { mutants } of Object.values(report.files)) for (const { aunit, status } of mutants) count[status === 'Ignored' ? 'ignored' : aunit.fate] = (count[status === 'Ignored' ? 'ignored' : aunit.fate] ?? 0) + 1;
  const { killed = 0, survived = 0, ignored = 0, ...others } = count;
  const undecided = Object.values(others).reduce((sum, each) => sum + each, 0);
  const judged = killed + survived;
  const words = [`${killed} killed`, survived && `${survived} survived`, ignored && `${ignored} equivalent or left out`, undecided && `${undecided} not decided in time`].filter(Boolean);
  return judged + ignored + undecided === 0 ? 'The model has no part that can be changed.' : `mutation score ${judged === 0 ? '–' : Math.round((1000 * killed) / judged) / 10} %: ${words.join(', ')}`;
}

function proposal(text, words, accept) {
  return [element('p', { textContent: words }), element('pre', { className: 'text' }, text.trim()), element('p', {}, once('Add this test', () => accept(text)))];
}

/** Tests that are missing, each with a button that calls `accept(test)`. */
export function proposalList({ tests, said, cut }, accept) {
  const items = tests.map(text => element('li', {}, ...proposal(text.replaceAll(' @proposed', ''), 'Is it right?', accept)));
  return [
    heading(tests.length === 0 ? 'No test is missing' : 'Tests that are missing'),
    ...cutNote(cut, 'there may be more.'),
    element('ol', { className: 'test-list' }, ...items),
    ...(said ? [element('pre', { className: 'text', textContent: said })] : []),
  ];
}

const failingItems = (failing, goTo) => failing.map(({ name, file, line, message }) => element('li', { className: 'failed' }, element('strong', { textContent: name }), ' ', place(file, Math.max(line, 1), 1, goTo), ` ${message}`));

/** Where the fault is likely to be. */
export function suspectList({ suspects, missing, failing, undecided, contradictions, interrupted }, goTo) {
  const items = suspects.slice(0, 10).map(({ file, line, column, paragraph, score, because, text }) => element('li', {},
    element('p', {}, element('strong', { textContent: `${Math.round(100 * score)} % ` }), place(file, line, column, goTo), ` ${paragraph}: `, element('code', { textContent: text })),
    element('p', { className: 'message', textContent: because })));
  return [
    heading(failing.length === 0 ? 'Nothing fails' : 'What fails'),
    ...(failing.length > 0 ? [element('ul', { className: 'test-list' }, ...failingItems(failing, goTo))] : []),
    ...cutNote(interrupted || undecided.length > 0, `${undecided.map(({ name }) => name).join(', ') || 'the order may be different'}${undecided.length > 0 ? ' not decided.' : '.'}`),
    ...contradictions.map(([one, other]) => note(`No model passes both: ${one} and ${other}.`)),
    ...(items.length > 0 || missing ? [heading(failing.length === 0 ? 'What the checks are about' : 'Where the fault is likely to be')] : []),
    ...(missing ? [element('p', {}, 'A constraint may be missing in ', place(missing.file, missing.line, missing.column, goTo), ` ${missing.paragraph}: ${missing.because}`)] : []),
    element('ol', { className: 'test-list' }, ...items),
  ];
}

/** Repairs: each as a difference to `texts` (by file), with a button that calls `apply(edits)`. */
export function repairList({ repairs, failing, undecided }, texts, apply) {
  const items = repairs.map(({ edits, mends, remarks, verified, scope }, index) => {
    const files = [...new Set(edits.map(({ file }) => file))];
    return element('li', { className: remarks.length > 0 ? 'failed' : 'passed' },
      element('p', {}, element('strong', { textContent: `${index + 1} of ${repairs.length} ` }), `fixes ${mends.join(', ')}; checked against all ${verified}${scope ? ` (${scope})` : ''}`),
      ...remarks.map(remark => element('p', { className: 'wrong', textContent: `With this repair: ${remark}` })),
      ...files.flatMap(file => [element('p', { className: 'where', textContent: file }), difference(texts.get(file) ?? '', edits.filter(edit => edit.file === file))]),
      element('p', {}, once('Apply', () => apply(edits))));
  });
  return [
    heading(failing.length === 0 ? 'Nothing fails' : repairs.length === 0 ? 'No small change fixes the failures' : 'What would fix it'),
    ...(failing.length > 0 ? [element('p', {}, `Fails: ${failing.map(({ name, place }) => `${name} (${place})`).join(', ')}`)] : []),
    ...cutNote(undecided.length > 0, `${undecided.map(({ name }) => name).join(', ')} not decided.`),
    element('ol', { className: 'test-list' }, ...items),
  ];
}

/** Why a command has no instance. */
export function reasonList({ core = [], nearest }, goTo) {
  const placed = (where, text) => {
    const [, file, line, column] = /^(.*):(\d+):(\d+)$/.exec(where ?? '') ?? [];
    return element('li', {}, ...(file ? [place(file, Number(line), Number(column), goTo), ' '] : []), text);
  };
  const content = [heading('Why there is no instance')];
  if (core.length > 0) content.push(element('p', {}, 'Together, these leave nothing:'), element('ul', { className: 'problem-list' }, ...core.map(({ place: where, text }) => placed(where, element('code', { textContent: text })))));
  if (nearest?.breaks?.length > 0) {
    content.push(element('p', {}, `The nearest valuation${nearest.proved ? '' : ' found so far'} violates this:`),
      element('ul', { className: 'problem-list' }, ...nearest.breaks.map(({ place: where, constraint, says }) => placed(where, where ? constraint : says))),
      element('pre', { className: 'text', textContent: Object.entries(nearest.relations ?? {}).map(([name, values]) => `${name} = ${values.join('  then  ') || '{}'}`).join('\n') }));
  }
  if (content.length === 1) content.push(element('p', {}, nearest?.error ?? 'No reason was found within the time limit.'));
  return content;
}
