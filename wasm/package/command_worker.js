// Runs one command of the command line with the module, in its own thread, so that the main thread can react to Ctrl-C meanwhile.
import { readFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isatty } from 'node:tty';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { childrenAt } from './children.js';
import { answer, ended, started } from './engine.js';
import { connectStreams, insideArgument, insidePath, mountMachine } from './machine_files.js';

const { args, interrupt, input, children, news, columns } = workerData;
let listens = false; // whether it runs as a language server
const module = workerData.module ?? new WebAssembly.Module(readFileSync(new URL('aunit.wasm', import.meta.url)));

const program = started(module, program => {
  const { FS, ENV } = program;
  FS.init(() => null, () => undefined, () => undefined);
  connectStreams(FS, isatty, input && { input, say: (kind, bytes) => parentPort.postMessage({ kind, bytes }) });
  Object.assign(ENV, process.env, { TMPDIR: insidePath(tmpdir()) }, columns && { COLUMNS: String(columns) });
  program.children = childrenAt(children, news, module);
  program.hearInterrupts = () => {
    if (Atomics.load(interrupt, 0) !== 0) program._aunit_interrupt();
    if (listens) for (let said; (said = receiveMessageOnPort(parentPort));) hear(said.message.bytes);
  };
});
mountMachine(program.FS);

const code = ended(() => program.callMain(args.map(argument => insideArgument(argument))), complain);
parentPort.postMessage({ code });
if (args[0] === 'lsp' && code === 0) listen();
else parentPort.on('message', ({ id, question }) => parentPort.postMessage({ id, answer: answer(program, question) }));

function complain(text) {
  if (input) parentPort.postMessage({ kind: 2, bytes: Buffer.from(text) });
  else writeSync(2, text);
}

/** Works in small steps. Also reads messages during a step, in `hearInterrupts`, which the program calls while it works. */
function listen() {
  listens = true;
  let next;
  const work = () => {
    clearTimeout(next);
    const wait = program._aunit_work(), code = program._aunit_exit_code();
    if (code >= 0) parentPort.postMessage({ code });
    else if (wait >= 0) next = setTimeout(work, wait);
  };
  parentPort.on('message', ({ bytes }) => {
    hear(bytes);
    work();
  });
}

function hear(bytes) {
  const place = program._malloc(bytes.length || 1);
  program.HEAPU8.set(bytes, place);
  program._aunit_hear(place, bytes.length);
  program._free(place);
}
