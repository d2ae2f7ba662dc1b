// Replays scripts of a model against a program (made by `aunit generate --scripts --as node`; yours to keep).
import { writeFileSync } from 'node:fs';
export class Refused extends Error {}  // a driver throws it, or returns false, if the program refuses a call
const text = value => typeof value === 'string' ? value : JSON.stringify(value);
const isList = value => Array.isArray(value) || value instanceof Set;
const plain = value => value instanceof Map ? Object.fromEntries([...value].map(([k, v]) => [k, plain(v)]))
  : isList(value) ? [...value].map(plain) : value === undefined ? null : value;
/** Converts null, an atom, a collection of atoms or tuples, or a map or object with such values, to texts of tuples. */
function tuples(value, shape) {
  if (value === null || value === undefined) return [];
  if (isList(value) && shape === 'sequence') return [...value].map((x, i) => i + '->' + text(x));
  if (isList(value)) return [...value].map(x => Array.isArray(x) ? x.map(text).join('->') : text(x));
  const entries = value instanceof Map ? [...value] : typeof value === 'object' ? Object.entries(value) : null;
  return entries ? entries.flatMap(([k, v]) => tuples(v, 'relation').map(t => text(k) + '->' + t)) : [text(value)];
}
const same = (a, b, shape) => [...new Set(tuples(a, shape))].sort().join('\n') === [...new Set(tuples(b, shape))].sort().join('\n');
/** The relations of a state that differ from the expected ones. Relations that the driver omits are not compared. */
function differences(expected, actual, shapes) {
  return Object.keys(actual).filter(name => !(name in expected) || !same(expected[name], actual[name], shapes[name])).map(name =>
    name in expected ? `  ${name}: expected ${JSON.stringify(expected[name])}, is ${JSON.stringify(plain(actual[name]))}` :
      `  ${name}: no relation of this name changes in the model`);
}
const shown = call => `${call.action}[${call.arguments.map(text).join(', ')}]`;
/** Returns 'accepted', 'refused', or the text of any other error. */
function answer(driver, call) {
  try { return driver[call.method ?? call.action](...call.arguments) === false ? 'refused' : 'accepted'; } catch (error) {
    return (driver.refusals ?? [Refused]).some(kind => error instanceof kind) ? 'refused' : String(error);
  }
}
/** Returns null, or the number of the step that differs, the difference, and the calls until then. */
function run(script, steps, make, shapes, log) {
  const at = { step: 0, doing: 'init', calls: [] };
  try { return play(script, steps, make(), shapes, log, at) && [at.step, at.wrong, at.calls]; }
  catch (error) { return [at.step, [`  ${at.doing} ended in an error: ${error}`], at.calls]; }
}
function play(script, steps, driver, shapes, log, at) {
  const wrong = (...lines) => (at.wrong = lines);
  driver.init(script.atoms, script.fixed, script.state);
  at.doing = 'state';
  let state = script.state, found = differences(state, driver.state(), shapes), said;
  if (found.length) return wrong('  at the beginning', ...found);
  for (const step of steps) {
    at.step += 1;
    for (const call of step.refused ?? []) {
      if ((said = answer(driver, call)) !== 'refused') return wrong(`  ${shown(call)} must be refused: ${call.guard}`, `  it was: ${said}`);
      found = differences(state, driver.state(), shapes);
      if (found.length) return wrong(`  ${shown(call)} was refused, and changed the state`, ...found);
    }
    if (!step.action) return null;
    if ((said = answer(driver, step)) !== 'accepted') return wrong(`  ${shown(step)} was not accepted: ${said}`);
    at.calls.push(shown(step));
    const actual = driver.state();
    const event = step.log ?? { event: step.action, event_args: step.arguments };
    log?.push(JSON.stringify({ ...event, ...plain(new Map(Object.entries(actual))) }) + '\n');
    found = differences(state = step.state, actual, shapes);
    if (found.length === 0) continue;
    if ((step.or ?? []).some(other => differences(other, actual, shapes).length === 0)) return null;  // another state that is allowed
    return wrong(`  after ${shown(step)}`, ...found);
  }
}
/** Leaves out steps between equal states of the model, and refused calls, while the difference remains; runs the rest. */
function shortest(script, steps, make, shapes) {
  const states = [script.state, ...steps.map(step => step.state)].map(state => JSON.stringify(state)), shorter = [];
  if (steps.slice(0, -1).some(step => step.refused?.length)) shorter.push(steps.map((s, i) => i + 1 < steps.length ? { ...s, refused: [] } : s));
  for (let i = 0; i < steps.length; ++i)
    for (let k = steps.length - 1; k > i; --k) if (states[i] === states[k]) shorter.push([...steps.slice(0, i), ...steps.slice(k)]);
  const found = shorter.find(rest => run(script, rest, make, shapes)?.[0] === rest.length);
  return found ? shortest(script, found, make, shapes) : run(script, steps, make, shapes);
}
/** If there is a difference, throws the shortest script that shows it. AUNIT_LOG=FOLDER: writes a log there for `aunit trace`. */
export function replay(script, make, shapes, view) {
  const all = [...script.steps, { refused: script.refused ?? [] }], log = process.env.AUNIT_LOG ? [] : undefined;
  const first = run(script, all, make, shapes, log);
  if (log) writeFileSync(`${process.env.AUNIT_LOG}/${script.script}.ndjson`, log.join(''));
  if (!first) return;
  const [, wrong, calls] = first[0] ? shortest(script, all.slice(0, first[0]), make, shapes) : first;
  throw new Error([`script ${script.script}: the program differs from the model at step ${first[0]} of ${script.steps.length}; shortened:`,
    ...calls.map((call, i) => `  ${i + 1}. ${call}`), ...wrong, '  to see it: ' + view.replace('{}', script.script)].join('\n'));
}
