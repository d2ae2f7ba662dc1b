// Replays scripts of a model against a program (made by `aunit generate --scripts --as node`; yours to keep).
import { mkdirSync, writeFileSync } from 'node:fs';

/** What a driver throws, or returns false instead, where the program refuses a call. */
export class Refused extends Error {}
const text = value => typeof value === 'string' ? value : JSON.stringify(value);
const isList = value => Array.isArray(value) || value instanceof Set;
const plain = value => value instanceof Map ? Object.fromEntries([...value].map(([k, v]) => [k, plain(v)]))
  : isList(value) ? [...value].map(plain) : value === undefined ? null : value;

/** A value as texts of tuples: null, an atom, a collection of atoms or tuples, a map or object to any of these. */
function tuples(value, shape) {
  if (value === null || value === undefined) return [];
  if (isList(value) && shape === 'sequence') return [...value].map((x, i) => i + '->' + text(x));
  if (isList(value)) return [...value].map(x => Array.isArray(x) ? x.map(text).join('->') : text(x));
  const entries = value instanceof Map ? [...value] : typeof value === 'object' ? Object.entries(value) : null;
  return entries ? entries.flatMap(([k, v]) => tuples(v, 'relation').map(t => text(k) + '->' + t)) : [text(value)];
}
const same = (a, b, shape) => [...new Set(tuples(a, shape))].sort().join('\n') === [...new Set(tuples(b, shape))].sort().join('\n');

/** What of a state is not as expected; what the program does not show is not compared. */
function differences(expected, actual, shapes) {
  for (const name in actual) if (!(name in expected)) throw new Error(`the model has no relation ${name} that changes`);
  return Object.keys(expected).filter(name => name in actual && !same(expected[name], actual[name], shapes[name]))
    .map(name => `  ${name}: expected ${JSON.stringify(expected[name])}, is ${JSON.stringify(plain(actual[name]))}`);
}
const shown = call => `${call.action}[${call.arguments.map(text).join(', ')}]`;
/** 'accepted', 'refused', or the error that came instead. */
function answer(driver, call) {
  const name = call.action.replace(/[^\w$]/g, '_');  // `init_` for an action `init`, and so on for names that mean something else
  try { return driver[name + '_' in driver ? name + '_' : name](...call.arguments) === false ? 'refused' : 'accepted'; } catch (error) {
    return (driver.refusals ?? [Refused]).some(kind => error instanceof kind) ? 'refused' : String(error);
  }
}

/** Null, or the number of steps taken and what was wrong then. */
function run(script, steps, make, shapes, log) {
  const driver = make();
  let state = script.state, wrong, said;
  driver.init(script.atoms, script.fixed, state);
  if ((wrong = differences(state, driver.state(), shapes)).length) return [0, ['  at the beginning', ...wrong]];
  for (const [i, step] of steps.entries()) {
    for (const call of step.refused ?? []) {
      if ((said = answer(driver, call)) !== 'refused') return [i + 1, [`  ${shown(call)} must be refused: ${call.guard}`, `  it was: ${said}`]];
      if ((wrong = differences(state, driver.state(), shapes)).length) return [i + 1, [`  ${shown(call)} was refused, and changed the state`, ...wrong]];
    }
    if (!step.action) return null;
    if ((said = answer(driver, step)) !== 'accepted') return [i + 1, [`  ${shown(step)} was not accepted: ${said}`]];
    const actual = driver.state();
    log?.push(JSON.stringify({ event: step.action, event_args: step.arguments, ...plain(new Map(Object.entries(actual))) }) + '\n');
    state = step.state;
    if ((wrong = differences(state, actual, shapes)).length === 0) continue;
    if ((step.or ?? []).some(other => differences(other, actual, shapes).length === 0)) return null;  // allowed, but another way
    return [i + 1, [`  after ${shown(step)}`, ...wrong]];
  }
  return null;
}

/** The steps without those between equal states of the model, and without refused calls, as far as it shows without them, too. */
function shortest(script, steps, make, shapes) {
  const states = [script.state, ...steps.map(step => step.state)].map(state => JSON.stringify(state));
  const bare = steps.map((step, i) => i + 1 < steps.length ? { ...step, refused: [] } : step), shorter = [];
  if (bare.some((step, i) => step !== steps[i] && steps[i].refused?.length)) shorter.push(bare);
  for (let i = 0; i < steps.length; ++i)
    for (let k = steps.length - 1; k > i; --k) if (states[i] === states[k]) shorter.push([...steps.slice(0, i), ...steps.slice(k)]);
  const found = shorter.find(rest => run(script, rest, make, shapes)?.[0] === rest.length);
  return found ? shortest(script, found, make, shapes) : [steps, run(script, steps, make, shapes)];
}

/** Throws the shortest script that shows a difference. AUNIT_LOG=FOLDER: what happened is written there for `aunit trace`. */
export function replay(script, make, shapes, view) {
  const all = [...script.steps, { refused: script.refused ?? [] }], log = process.env.AUNIT_LOG ? [] : undefined;
  const first = run(script, all, make, shapes, log);
  if (log) { mkdirSync(process.env.AUNIT_LOG, { recursive: true }); writeFileSync(`${process.env.AUNIT_LOG}/${script.script}.ndjson`, log.join('')); }
  if (!first) return;
  const [steps, [, wrong]] = first[0] ? shortest(script, all.slice(0, first[0]), make, shapes) : [[], first];
  throw new Error([`script ${script.script}: the program differs from the model at step ${first[0]} of ${script.steps.length}; in short:`,
    ...steps.filter(step => step.action).map((step, i) => `  ${i + 1}. ${shown(step)}`), ...wrong, '  to see it: ' + view.replace('{}', script.script)].join('\n'));
}
