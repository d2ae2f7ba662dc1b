// Shows answers of aunit as elements.

import { element, plural } from './elements.js';

const signs = { passed: '✓', failed: '✗', error: '!', skipped: '–', xfailed: '✗', xpassed: '✓' };

/** A sentence whose parts in backticks are shown as code. */
const sentence = text => text.split('`').map((part, index) => (index % 2 === 1 ? element('code', { textContent: part }) : part));

const heading = text => element('h2', { textContent: text });

/** Output of the program, unchanged. */
export const plainText = (title, text) => [heading(title), element('pre', { className: 'text', textContent: text })];

/** Errors and warnings as list items; `goTo(place)` shows a place in the editor. */
export function problemItems(diagnostics, goTo) {
  return diagnostics.map(({ severity, message, place, hints, related }) => {
    const where = place ? `${place.file}:${place.line}:${place.column}` : '';
    const item = element('li', { className: severity }, element('strong', { textContent: `${severity} ` }));
    if (place) item.append(element('button', { type: 'button', className: 'place', textContent: where, onclick: () => goTo(place) }), ' ');
    item.append(...sentence(message));
    for (const remark of [...hints, ...related.map(({ message, place }) => (place ? `${message} (${place.file}:${place.line})` : message))]) item.append(element('span', { className: 'hint' }, ...sentence(remark)));
    return item;
  });
}

const counts = [['failed', 'failed'], ['errors', 'in error'], ['passed', 'passed'], ['skipped', 'skipped'], ['xfailed', 'failed as expected'], ['xpassed', 'passed although expected to fail']];
/** "1 failed, 2 passed". */
export const inWords = summary => counts.filter(([kind]) => summary[kind] > 0).map(([kind, words]) => `${summary[kind]} ${words}`).join(', ');

/**
 * The tests. Those that did not pass come first, and the first five of them are unfolded. `goTo(place)` shows a place in the editor,
 * `openPage(path)` a page of the report. The explanations come from the report's pages about tests.
 */
export function testList({ report, pages }, goTo, openPage) {
  const wrong = test => test.outcome === 'failed' || test.outcome === 'error';
  const numbered = report.tests.map((test, index) => ({ test, path: `tests/${index + 1}.html` }));
  const inOrder = [...numbered.filter(({ test }) => wrong(test)), ...numbered.filter(({ test }) => !wrong(test))];
  const items = inOrder.map(({ test, path }, index) => {
    const why = element('div', { className: 'why-of' });
    const fill = () => {
      if (why.childElementCount === 0) why.replaceChildren(...explanation(test, path, pages, openPage));
    };
    const details = element('details', { ontoggle: fill }, element('summary', {},
      element('span', { className: `badge ${test.outcome}` }, element('span', { textContent: signs[test.outcome], attributes: { 'aria-hidden': 'true' } }), ` ${test.outcome}`), ' ',
      element('span', { className: 'name', textContent: test.name }), element('span', { className: 'where', textContent: test.file })),
      element('p', { className: 'where' }, placeButton(test, goTo), engineAndTime(test)), why);
    if (wrong(test) && index < 5) {
      fill();
      details.open = true;
    }
    const item = element('li', { className: test.outcome }, details);
    if (test.message && !details.open) item.append(element('p', { className: 'message', textContent: test.message }));
    return item;
  });
  return [element('ol', { className: 'test-list' }, ...items)];
}

function placeButton({ file, line }, goTo) {
  return element('button', { type: 'button', className: 'place', textContent: `${file}:${line}`, onclick: () => goTo({ file, line: Math.max(line, 1) }) });
}
const engineAndTime = ({ engine, time_ms: time }) => (engine === undefined ? '' : ` ${engine}, ${time < 10 ? time.toFixed(2) : Math.round(time)} ms`);

// The explanation on the report's page of the test, without the parts that are shown here anyway.
function explanation(test, path, pages, openPage) {
  const bytes = pages.get(path);
  const sections = bytes ? Array.from(parsed(bytes).querySelectorAll('main > section')).filter(section => !['text', 'coverage'].includes(section.getAttribute('aria-labelledby'))) : [];
  if (sections.length === 0) return test.details ?? test.message ? [element('pre', { className: 'text', textContent: test.details ?? test.message })] : [];
  for (const section of sections) {
    section.removeAttribute('aria-labelledby');
    for (const each of section.querySelectorAll('[id]')) each.removeAttribute('id'); // several tests on one page would repeat ids
    for (const link of section.querySelectorAll('a[href]')) {
      const target = new URL(link.getAttribute('href'), `https://report/${path}`);
      link.replaceWith(element('button', { type: 'button', className: 'place', textContent: link.textContent, onclick: () => openPage(target.pathname.slice(1) + target.hash) }));
    }
  }
  return sections.map(section => document.adoptNode(section));
}
const parsed = bytes => new DOMParser().parseFromString(new TextDecoder().decode(bytes), 'text/html');

/** "show: an instance, as expected". */
export function verdictOf(answer) {
  const said = answer.answer ?? answer.error ?? answer.verdict;
  const expected = answer.expect === null || answer.expect === undefined || !['SAT', 'UNSAT'].includes(answer.verdict) ? '' : (answer.verdict === 'SAT') === (answer.expect === 1) ? ', as expected' : ', which is not what it expects';
  return `${answer.label ?? answer.file}: ${said}${expected}`;
}

/** A command's answer with the drawings of its instances. `more`, if given, searches for more of them; `why` explains why there are none. */
export function instanceList(answer, more, why) {
  const content = [];
  if (answer.error) content.push(element('p', { className: 'trouble', textContent: answer.error }));
  const core = answer.vacuous?.core ?? answer.core ?? [];
  if (core.length > 0) content.push(element('p', {}, 'These constraints contradict each other:'), element('ul', {}, ...core.map(part => element('li', {}, element('code', { textContent: part.text }), ` ${part.place}`))));
  const drawn = answer.shown ?? [];
  if (answer.kind === 'run' && answer.verdict === 'UNSAT') content.push(element('p', {}, element('button', { type: 'button', textContent: 'Why?', onclick: why })));
  const numbers = [`${answer.primary_vars} primary variables`, plural(answer.clauses, 'clause'), `${Math.round(answer.translate_ms + answer.solve_ms)} ms`];
  if (answer.clauses !== undefined) content.push(element('p', { className: 'facts', textContent: numbers.join(', ') }));
  for (const [index, text] of drawn.entries()) {
    const place = element('div', { className: 'scroll drawing', tabIndex: 0, attributes: { role: 'region', 'aria-label': `Instance ${index + 1}` } });
    place.replaceChildren(...drawingOf(text));
    content.push(element('p', { className: 'state' }, element('strong', { textContent: `Instance ${index + 1}` })), place);
  }
  if (drawn.length > 0 && answer.complete !== true && more) content.push(element('p', {}, element('button', { type: 'button', textContent: 'More instances', onclick: more })));
  if (drawn.length > 1 && answer.complete) content.push(element('p', { className: 'note', textContent: 'There are no others.' }));
  return content;
}

// Parsed as XML. A text that is not an svg is shown as text. The style is removed: the page has it, and allows no inline styles.
function drawingOf(text) {
  const drawing = new DOMParser().parseFromString(text.replace(/<style>[^<]*<\/style>/, ''), 'image/svg+xml').documentElement;
  if (drawing.localName !== 'svg') return [element('pre', { className: 'text', textContent: text })];
  return [document.adoptNode(drawing)];
}
