#!/usr/bin/env node
// The command `aunit`: the native program where one of this version is at hand, else the module, on the machine's own files.
// AUNIT_ENGINE=native or wasm says which.
import { spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { moduleThread } from './children.js';
import { nativeProgram } from './native_program.js';
import { serve } from './view_server.js';

const usageError = 4, internalError = 3, interrupted = 2; // exit codes of the program
const args = process.argv.slice(2);
const wanted = process.env.AUNIT_ENGINE ?? '';
const millisecondsBetweenLooks = 100, millisecondsToEnd = 1000;
const interrupt = new Int32Array(new SharedArrayBuffer(4)); // whether Ctrl-C was heard
const sources = ['.als', '.aunit', '.np', '.prog', '.toml']; // which no run writes

// Most commands are short: V8 reads a function of the module when it is called, and compiles it anew, and better, when it has worked for a
// tenth of a second instead of a thousandth.
setFlagsFromString('--wasm-lazy-validation');
setFlagsFromString('--wasm-tiering-budget=200000000');

if (!['', 'native', 'wasm'].includes(wanted)) {
  refuse(`AUNIT_ENGINE is native or wasm, not ${JSON.stringify(wanted)}`);
} else {
  const program = wanted === 'wasm' ? undefined : nativeProgram();
  if (program) runNative(program);
  else if (wanted === 'native') refuse('AUNIT_ENGINE=native, but there is no native aunit of this version, on the PATH or as a package of this platform');
  else await runModule();
}

function refuse(message) {
  console.error(`aunit: ${message}`);
  process.exitCode = usageError;
}

/** The child hears Ctrl-C itself, as the terminal tells all of its group; what is sent to this process alone is handed on. */
function runNative(program) {
  const child = spawn(program, args, { stdio: 'inherit' });
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', failure => refuse(`${program}: ${failure.message}`));
  child.on('exit', (code, signal) => {
    if (!signal) return process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

async function runModule() {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {
    if (Atomics.exchange(interrupt, 0, 1) !== 0) process.exit(interrupted);
  });
  if (args[0] === 'view') {
    const { code, ask } = await command(args);
    process.exitCode = code;
    if (code === 0 && ask) serve(args, ask);
  } else if (args[0] === 'lsp') {
    const { code, listener } = await command(args);
    process.exit(code === 0 && listener ? await conversation(listener) : code);
  } else if (args[0] === 'run' && args.includes('--watch')) {
    await runOnChanges(args.filter(argument => argument !== '--watch'));
  } else {
    process.exit((await command(args)).code);
  }
}

/** Runs one command to its end. Of a view there is `ask`, which takes a question of its page; of a language server its `listener`. */
function command(args) {
  const { worker, tellHeard } = moduleThread(args, interrupt);
  if (args[0] === 'mcp') hearInput(tellHeard);
  return new Promise(resolve => {
    const end = result => {
      if (!result.ask && !result.listener) worker.terminate();
      resolve(result);
    };
    worker.on('error', failure => {
      console.error(`aunit: internal error: ${failure.message}`);
      end({ code: internalError });
    });
    worker.once('message', ({ code }) => {
      if (code !== 0) end({ code });
      else if (args[0] === 'view') end({ code, ask: questions(worker) });
      else if (args[0] === 'lsp') end({ code, listener: worker });
      else end({ code });
    });
  });
}

/** Hands on what comes on standard input, and nothing at its end. A signal is such an end, which a server has a moment for. */
function hearInput(tell) {
  const end = () => tell(new Uint8Array());
  process.stdin.on('data', tell);
  process.stdin.on('end', end);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {
    process.on('exit', () => { process.exitCode = interrupted; });
    setTimeout(() => process.exit(), millisecondsToEnd);
    end();
  });
}

/** What an editor says is handed on; the exit code when all is over. */
function conversation(listener) {
  hearInput(bytes => listener.postMessage({ bytes }));
  return new Promise(resolve => {
    listener.on('message', ({ code }) => resolve(code));
    listener.on('error', failure => {
      console.error(`aunit: internal error: ${failure.message}`);
      resolve(internalError);
    });
  });
}

function questions(worker) {
  const waiting = new Map();
  let next = 0;
  worker.on('message', ({ id, answer }) => {
    waiting.get(id)(answer);
    waiting.delete(id);
  });
  return question => new Promise(resolve => {
    waiting.set(next, resolve);
    worker.postMessage({ id: next++, question });
  });
}

/** Runs the tests again whenever a file has changed, until the user ends it: a source since the run began, another since it has ended. */
async function runOnChanges(args) {
  const isSource = name => sources.includes(extname(name)), isOther = name => !isSource(name);
  for (;;) {
    const before = stamps(isSource);
    await command(args);
    const after = stamps(isOther);
    console.log('waiting for changes; Ctrl-C ends');
    while (stamps(isSource) === before && stamps(isOther) === after) await pause();
    await pause(); // an editor that saves does several things at once
  }
}

/** Does nothing for a moment; Ctrl-C ends, also where it was heard while a run had all but ended. */
async function pause() {
  if (Atomics.load(interrupt, 0) !== 0) process.exit(interrupted);
  await sleep(millisecondsBetweenLooks);
}

/** When files below this folder were changed last, as a text. What cannot be read is passed over. */
function stamps(isMeant) {
  const found = [];
  const visit = folder => {
    for (const entry of entriesOf(folder)) {
      const path = `${folder}/${entry.name}`;
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      if (entry.isDirectory()) visit(path);
      else if (isMeant(entry.name)) found.push(`${path} ${statSync(path, { throwIfNoEntry: false })?.mtimeMs}`);
    }
  };
  visit('.');
  return found.join('\n');
}

function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
