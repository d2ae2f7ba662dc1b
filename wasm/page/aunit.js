// Asks aunit for the page: each question runs a command in a worker, on the current files.

import { Background } from './engine/index.js';
import { isSource } from './work.js';

const background = new Background();
const lines = text => text.split('\n').filter(line => line.trim() !== '').map(line => JSON.parse(line));
const decoded = bytes => new TextDecoder().decode(bytes);

/** An error that is not about a place in a model. Its message is what the terminal would show. */
export class Refused extends Error {}

/** Stops what is running, which then rejects with an AbortError. */
export const stop = () => background.stop();

const folder = work => Object.fromEntries(work.files);

/** All errors and warnings, each once. */
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

/** Runs the tests of all files: {report: as in docs/json.md, pages: the pages of the HTML report by path}. */
export async function testsOf(work) {
  const json = '.run.json', html = '.report'; // a user has no hidden files
  const { files, stderr } = await background.run(['run', '.', '--html', html, '--json', json, '--color', 'never'], folder(work));
  const report = files[json] && JSON.parse(decoded(files[json]));
  if (!report?.tests.length) throw new Refused(stderr);
  const pages = Object.entries(files).filter(([path]) => path.startsWith(`${html}/`));
  return { report, pages: new Map(pages.map(([path, bytes]) => [path.slice(html.length + 1), bytes])) };
}

/** The answer to a command, as in docs/json.md, with drawings of its first instances. */
export async function answerTo(work, name, index, instances) {
  const { stdout, stderr } = await background.run(['exec', name, '--command', String(index), '--limit', String(instances), '--show', 'svg', '--json'], folder(work));
  const [answer] = lines(stdout);
  if (!answer) throw new Refused(stderr);
  return answer;
}

const patience = 30; // seconds for a search over many mutants or goals; then the page shows what was found
const each = ['--timeout', '2']; // seconds for each mutant or proof

/** Changes of the models, and whether the tests noticed them, in the format mutation-testing-report-schema. */
export async function mutantsOf(work) {
  const json = '.mutants.json';
  const { files, stderr } = await background.run(['mutate', '.', ...each, '--json', json, '--color', 'never'], folder(work), { seconds: patience });
  if (!files[json]) throw new Refused(stderr);
  return JSON.parse(decoded(files[json]));
}

/** Tests that are missing: {tests: their texts, said: a summary of the search, cut: whether the time limit ended it}. */
export async function proposalsFor(work, name) {
  const { stdout, stderr, code } = await background.run(['generate', name, ...each, '--color', 'never'], folder(work), { seconds: patience });
  if (code !== 0 && code !== 2) throw new Refused(stderr);
  return { tests: stdout.split(/\n{2,}/).map(text => text.trim()).filter(text => /^test "/m.test(text)), said: stderr.trim().replace(/^aunit: interrupted:.*\n/, ''), cut: code === 2 };
}

const atMost = ['--timeout', '5', '--color', 'never']; // seconds for each model and its tests

/** Where the fault is likely to be, and what would fix it, as in docs/json.md. */
export const suspectsIn = work => told(work, ['locate', '.', '--json', ...atMost]);
export const repairsOf = work => told(work, ['repair', '.', '--json', ...atMost]);

async function told(work, args) {
  const { stdout, stderr } = await background.run(args, folder(work));
  if (!stdout.trim()) throw new Refused(stderr);
  return JSON.parse(stdout);
}

/** Why a command has no instance: constraints that contradict each other, and the nearest valuation. */
export async function reasonsOf(work, name, index) {
  const { stdout, stderr } = await background.run(['exec', name, '--command', String(index), '--core', '--nearest', '--timeout', '5', '--json'], folder(work));
  const [answer] = lines(stdout);
  if (!answer) throw new Refused(stderr);
  return answer;
}

/** The paths of a program, as the terminal shows them. */
export async function pathsOf(work, name) {
  const { stdout, stderr } = await background.run(['exec', name, '--color', 'never'], folder(work));
  return stdout || stderr;
}

/** A view of a file, {ask(question)}, for the questions in docs/view-protocol.md. Only the latest view answers. */
export async function viewOf(work, name, command) {
  const first = command === undefined ? [] : ['--command', String(command)];
  const view = await background.view([name, ...first], folder(work));
  if (!view.ask) throw new Refused(view.stderr);
  return view;
}
