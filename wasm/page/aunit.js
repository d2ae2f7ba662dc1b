// What the page asks aunit: each question is a command, in a worker, on the files as they are.

import { Background } from './engine/index.js';
import { isSource } from './work.js';

const background = new Background();
const lines = text => text.split('\n').filter(line => line.trim() !== '').map(line => JSON.parse(line));
const decoded = bytes => new TextDecoder().decode(bytes);

/** What went wrong beyond the models: a sentence or more, as the terminal shows it. */
export class Refused extends Error {}

/** Ends what is running; it rejects with an AbortError. */
export const stop = () => background.stop();

const folder = work => Object.fromEntries(work.files);

/** Errors and warnings, each once. */
export async function diagnosticsOf(work) {
  const sources = work.files.map(([name]) => name).filter(isSource);
  if (sources.length === 0) return [];
  const { stdout } = await background.run(['check', '--json', ...sources], folder(work));
  return lines([...new Set(stdout.split('\n'))].join('\n'));
}

export async function commandsIn(work, name) {
  if (!isSource(name)) return [];
  const { stdout, code } = await background.run(['commands', name, '--json'], folder(work));
  return code === 0 ? lines(stdout) : [];
}

/** The tests of all files: {report: as docs/json.md has it, pages: the HTML report by path}. */
export async function testsOf(work) {
  const json = '.run.json', html = '.report'; // people hide no files
  const { files, stderr } = await background.run(['run', '.', '--html', html, '--json', json, '--color', 'never'], folder(work));
  const report = files[json] && JSON.parse(decoded(files[json]));
  if (!report?.tests.length) throw new Refused(stderr);
  const pages = Object.entries(files).filter(([path]) => path.startsWith(`${html}/`));
  return { report, pages: new Map(pages.map(([path, bytes]) => [path.slice(html.length + 1), bytes])) };
}

/** The answer to a command, as docs/json.md has it, with drawings of its first instances. */
export async function answerTo(work, name, index, instances) {
  const { stdout, stderr } = await background.run(['exec', name, '--command', String(index), '--limit', String(instances), '--show', 'svg', '--json'], folder(work));
  const [answer] = lines(stdout);
  if (!answer) throw new Refused(stderr);
  return answer;
}

const patience = 30; // seconds that what looks at many things may take altogether; what it found by then is shown
const each = ['--timeout', '2']; // seconds for a mutant, or a proof

/** Changes of the models and what the tests made of them, in the mutation-testing-report-schema. */
export async function mutantsOf(work) {
  const json = '.mutants.json';
  const { files, stderr } = await background.run(['mutate', '.', ...each, '--json', json, '--color', 'never'], folder(work), { seconds: patience });
  if (!files[json]) throw new Refused(stderr);
  return JSON.parse(decoded(files[json]));
}

/** Tests that are missing: {tests: their texts, said: what the search came to, cut: whether it ended before it was done}. */
export async function proposalsFor(work, name) {
  const { stdout, stderr, code } = await background.run(['generate', name, ...each, '--color', 'never'], folder(work), { seconds: patience });
  if (code !== 0 && code !== 2) throw new Refused(stderr);
  return { tests: stdout.split(/\n{2,}/).map(text => text.trim()).filter(text => /^test "/m.test(text)), said: stderr.trim().replace(/^aunit: interrupted:.*\n/, ''), cut: code === 2 };
}

const atMost = ['--timeout', '5', '--color', 'never']; // seconds for each model and its tests

/** Where the fault is likely to be, and what would fix it, as docs/json.md has them. */
export const suspectsIn = work => told(work, ['locate', '.', '--json', ...atMost]);
export const repairsOf = work => told(work, ['repair', '.', '--json', ...atMost]);

async function told(work, args) {
  const { stdout, stderr } = await background.run(args, folder(work));
  if (!stdout.trim()) throw new Refused(stderr);
  return JSON.parse(stdout);
}

/** Why a command has no instance: what contradicts, and what comes nearest to one. */
export async function reasonsOf(work, name, index) {
  const { stdout, stderr } = await background.run(['exec', name, '--command', String(index), '--core', '--nearest', '--timeout', '5', '--json'], folder(work));
  const [answer] = lines(stdout);
  if (!answer) throw new Refused(stderr);
  return answer;
}

/** What is known of a program's paths, as the terminal shows it. */
export async function pathsOf(work, name) {
  const { stdout, stderr } = await background.run(['exec', name, '--color', 'never'], folder(work));
  return stdout || stderr;
}

/** What answers the questions of docs/view-protocol.md on a file: {ask(question)}. Only the last one does. */
export async function viewOf(work, name, command) {
  const first = command === undefined ? [] : ['--command', String(command)];
  const view = await background.view([name, ...first], folder(work));
  if (!view.ask) throw new Refused(view.stderr);
  return view;
}
