// Starts the program: each command runs in its own instance, with its folder in memory.
import create from './aunit.js';

const folder = '/models';
const usageError = 4; // exit code
const withStreams = ['lsp', 'mcp']; // these subcommands serve a client

/** @param {WebAssembly.Module} module */
export function engineOf(module) {
  return {
    run: (args, files = {}, { seconds = Infinity } = {}) => withStreams.includes(args[0]) ? { code: usageError, stdout: '', stderr: notHere(args[0]), files: {} } : run(module, args, files, seconds).output,
    view(args, files = {}) {
      const { output, program } = run(module, ['view', ...args], files);
      return output.code === 0 ? { ...output, ask: question => answer(program, question) } : output;
    },
  };
}

function notHere(subcommand) {
  return `aunit: \`aunit ${subcommand}\` does not run in \`engine.run\`: use the command of this package\n`;
}

export function answer(program, question) {
  return JSON.parse(program.ccall('aunit_answer', 'string', ['string'], [JSON.stringify(question)]));
}

/** Runs a command. The returned instance can answer questions of a view. After `seconds` the command is interrupted, as by Ctrl-C. */
function run(module, args, files, seconds = Infinity) {
  const out = new Bytes(), err = new Bytes();
  const end = Date.now() + 1000 * seconds;
  const program = started(module, program => {
    program.FS.init(() => null, byte => out.add(byte), byte => err.add(byte));
    program.hearInterrupts = () => Date.now() < end || program._aunit_interrupt();
  });
  const { FS } = program;
  FS.mkdirTree(folder);
  FS.chdir(folder);
  const before = new Map();
  for (const [path, content] of Object.entries(files)) {
    const file = absolute(path);
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    FS.mkdirTree(file.slice(0, file.lastIndexOf('/')) || '/');
    FS.writeFile(file, bytes);
    before.set(file, bytes);
  }
  const code = ended(() => program.callMain(args), text => err.addText(text));
  return { program, output: { code, stdout: out.text(), stderr: err.text(), files: written(FS, before) } };
}

/** An instance whose `main` has not been called. `prepare` connects its streams. Nothing here is asynchronous, as the module is compiled. */
export function started(module, prepare) {
  const program = {
    noInitialRun: true,
    instantiateWasm: (imports, done) => done(new WebAssembly.Instance(module, imports), module),
    preRun: [() => prepare(program)],
    print: () => undefined,
    printErr: () => undefined,
  };
  create(program);
  program.FS.ignorePermissions = true; // there is only one user
  return program;
}

/** The exit code of the program. If it ends by an unexpected exception: 3, after a message. */
export function ended(main, complain) {
  try {
    return main();
  } catch (failure) {
    if (failure?.name === 'ExitStatus') return failure.status;
    const deep = failure instanceof RangeError;
    complain(`aunit: internal error: ${deep ? 'too deeply nested for this machine' : failure?.message ?? failure}\n`);
    return 3;
  }
}

/** The absolute path, without `.`, `..` and repeated slashes. */
function absolute(path) {
  const parts = [];
  for (const part of (path.startsWith('/') ? path : `${folder}/${path}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/** The files below the folder that are new or have changed. */
function written(FS, before) {
  const found = {};
  const visit = path => {
    for (const name of FS.readdir(path)) {
      if (name === '.' || name === '..') continue;
      const entry = `${path}/${name}`;
      if (FS.isDir(FS.stat(entry).mode)) {
        visit(entry);
        continue;
      }
      const bytes = FS.readFile(entry), old = before.get(entry);
      if (!old || old.length !== bytes.length || bytes.some((byte, i) => byte !== old[i])) found[entry.slice(folder.length + 1)] = bytes;
    }
  };
  visit(folder);
  return found;
}

/** Collects single bytes, and turns them into text. */
class Bytes {
  #bytes = new Uint8Array(4096);
  #length = 0;

  add(byte) {
    if (byte === null) return; // the end of a line
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#length);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length++] = byte;
  }
  addText(text) {
    for (const byte of new TextEncoder().encode(text)) this.add(byte);
  }
  text() {
    return new TextDecoder().decode(this.#bytes.subarray(0, this.#length));
  }
}
