#!/usr/bin/env node
// The command `aunit`. Runs the native program if one of this version is installed, else the module, on the machine's files.
// AUNIT_ENGINE=native or AUNIT_ENGINE=wasm chooses one of them.
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
const interrupt = new Int32Array(new SharedArrayBuffer(4)); // 1 after Ctrl-C
const sources = ['.als', '.aunit', '.np', '.prog', '.toml']; // no run writes such files

// Most commands are short. So V8 validates a function of the module only when it is called, and optimizes it only after it has run for a
// tenth of a second instead of a thousandth.
setFlagsFromString('--wasm-lazy-validation');
setFlagsFromString('--wasm-tiering-budget=200000000');

if (!['', 'native', 'wasm'].includes(wanted)) {
  refuse(`AUNIT_ENGINE must be native or wasm, not ${JSON.stringify(wanted)}`);
} else {
  const program = wanted === 'wasm' ? undefined : nativeProgram();
  if (program) runNative(program);
  else if (wanted === 'native') refuse('AUNIT_ENGINE=native, but no native aunit of this version is on the PATH or in a package for this platform');
  else await runModule();
}

function refuse(message) {
  console.error(`aunit: ${message}`);
  process.exitCode = usageError;
}

/** The terminal sends Ctrl-C to the child, too. Other signals reach only this process, which sends them to the child. */
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

/** Runs one command. The result has `ask` for a view, which answers questions of its page, and `listener` for a language server. */
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

/** Passes the bytes of standard input to `tell`, and no bytes at its end. After a signal, which counts as the end, a server has a second. */
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

/** Passes what an editor sends to the language server. Promises the exit code. */
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

/** Runs the tests again whenever a source has changed since the run began, or another file since it ended. The user ends this. */
async function runOnChanges(args) {
  const isSource = name => sources.includes(extname(name)), isOther = name => !isSource(name);
  for (;;) {
    const before = stamps(isSource);
    await command(args);
    const after = stamps(isOther);
    console.log('waiting for changes; Ctrl-C ends');
    while (stamps(isSource) === before && stamps(isOther) === after) await pause();
    await pause(); // an editor may write several files when it saves
  }
}

/** Waits for a moment. Exits after Ctrl-C, also if it came when the last run was almost over. */
async function pause() {
  if (Atomics.load(interrupt, 0) !== 0) process.exit(interrupted);
  await sleep(millisecondsBetweenLooks);
}

/** The files below this folder and when each was last changed, as a text. Leaves out what cannot be read. */
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
