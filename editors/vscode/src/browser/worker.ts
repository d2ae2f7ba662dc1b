// Runs one command of the module in a worker, like a process: a message starts it, and the extension can end it. A view and a language server
// continue after their command has ended. The module has one thread, so messages are handled between two pieces of its work.
import { answer, ended, type Program, started } from 'aunit-engine';
import { type FromWorker, scratchFolder, type ToWorker } from './messages';

const tell = (message: FromWorker): void => postMessage(message);
let program: Program;

const acts: { [Type in ToWorker['type']]: (message: Extract<ToWorker, { type: Type }>) => void } = {
  start({ module, args, folder, files, input }) {
    program = started(module, made => connect(made, input));
    program.FS.mkdirTree(folder);
    for (const [path, content] of files) put(path, content);
    program.FS.chdir(folder);
    const code = ended(() => program.callMain([...args]), text => tell({ type: 'errors', bytes: new TextEncoder().encode(text) }));
    tell({ type: 'ended', code, written: code < 0 ? [] : filesBelow(scratchFolder) });
  },
  file: ({ path, content }) => (content ? put(path, content) : remove(path)),
  ask: ({ id, question }) => tell({ type: 'answer', id, answer: answer(program, question) }),
  read({ id, path }) {
    const found = program.FS.analyzePath(path).exists;
    tell({ type: 'answer', id, answer: found ? new TextDecoder().decode(program.FS.readFile(path)) : '' });
  },
  hear({ bytes }) {
    const place = program._malloc(bytes.length || 1);
    program.HEAPU8.set(bytes, place);
    program._aunit_hear(place, bytes.length);
    program._free(place);
    workLater(0);
  },
};

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => (acts[data.type] as (message: ToWorker) => void)(data));

/** Connects the standard streams. Output is sent immediately. */
function connect({ FS, ENV }: Program, input: Uint8Array): void {
  FS.init(() => null, () => undefined, () => undefined);
  let read = 0;
  FS.streams[0]!.stream_ops = {
    read(_, memory, offset, length) {
      const piece = input.subarray(read, read + length);
      memory.set(piece, offset);
      read += piece.length;
      return piece.length;
    },
  };
  for (const [descriptor, type] of [[1, 'output'], [2, 'errors']] as const)
    FS.streams[descriptor]!.stream_ops = {
      write(_, memory, offset, length) {
        tell({ type, bytes: new Uint8Array(memory.slice(offset, offset + length)) });
        return length;
      },
    };
  FS.mkdirTree(scratchFolder);
  ENV['HOME'] = '/home';
}

function put(path: string, content: Uint8Array): void {
  program.FS.mkdirTree(path.slice(0, path.lastIndexOf('/')) || '/');
  program.FS.writeFile(path, content);
}

function remove(path: string): void {
  if (program.FS.analyzePath(path).exists) program.FS.unlink(path);
}

/** The files below a folder, with their contents. */
function filesBelow(folder: string): [string, Uint8Array][] {
  return program.FS.readdir(folder).flatMap(name => {
    const path = `${folder}/${name}`;
    if (name === '.' || name === '..') return [];
    return program.FS.isDir(program.FS.stat(path).mode) ? filesBelow(path) : [[path, program.FS.readFile(path)] as [string, Uint8Array]];
  });
}

let next: ReturnType<typeof setTimeout> | undefined;

/** Does one piece of the language server's work after this time. */
function workLater(milliseconds: number): void {
  clearTimeout(next);
  next = setTimeout(() => {
    const wait = program._aunit_work();
    if (program._aunit_exit_code() < 0 && wait >= 0) workLater(wait);
  }, milliseconds);
}
