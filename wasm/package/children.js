// A thread that runs the module has no event loop. The thread that started it has one: on request it starts other programs (or the module
// again), reads standard input, and sends news of both. The module waits for this news.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';

const kinds = { none: 0, output: 1, errors: 2, end: 3 }; // the numbers in support/system/child_process_called.cpp
const windows = process.platform === 'win32';
const ourselves = fileURLToPath(new URL('command.js', import.meta.url));
const running = new Set();
process.on('exit', () => running.forEach(program => program.end('SIGKILL'))); // Ctrl-C does not reach other process groups

/**
 * Starts a thread that runs a command of the module. It posts `{ code }` at its end. With `input` it does not use the standard streams of
 * this process: it reads `input`, and posts what it writes as `{ kind, bytes }`. The caller sets `interrupt` to stop it.
 */
export function moduleThread(args, interrupt, input, module) {
  const children = new MessageChannel(), news = new Int32Array(new SharedArrayBuffer(4));
  const tellHeard = runChildren(children.port1, news);
  const columns = process.env.COLUMNS ?? (process.stdout.isTTY ? process.stdout.columns : undefined);
  const worker = new Worker(new URL('command_worker.js', import.meta.url), {
    transferList: [children.port2],
    workerData: { args, interrupt, input, module, children: children.port2, news, columns },
  });
  return { worker, tellHeard };
}

/** Runs the programs that are requested at the port. `news` counts the messages that are sent. The result sends bytes of standard input. */
function runChildren(port, news) {
  const children = new Map(); // by the numbers that the other thread chose
  const tell = message => {
    port.postMessage(message);
    Atomics.add(news, 0, 1);
    Atomics.notify(news, 0);
  };
  port.on('message', ({ child, command, input, module, signal }) => {
    if (signal) return children.get(child)?.end(signal);
    const told = message => {
      if (message.kind === kinds.end) children.delete(child);
      tell({ child, ...message });
    };
    children.set(child, command[0] === ourselves ? startOurselves(command.slice(1), input, module, told) : startProgram(command, input, told));
  });
  port.unref();
  return bytes => tell({ heard: bytes });
}

function startProgram([name, ...words], input, tell) {
  const child = spawn(name, words, { stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true, detached: !windows }); // in its own process group
  const program = {
    end(signal) {
      try {
        if (windows) child.kill(signal);
        else process.kill(-child.pid, signal);
      } catch {
        // the program has already ended
      }
    },
  };
  running.add(program);
  child.on('spawn', () => tell({ started: true }));
  child.on('error', () => child.pid === undefined && tell({ started: false }));
  child.stdout.on('data', bytes => tell({ kind: kinds.output, bytes }));
  child.stderr.on('data', bytes => tell({ kind: kinds.errors, bytes }));
  child.on('exit', () => program.end('SIGKILL')); // ends the programs that it started
  child.on('close', code => {
    running.delete(program);
    if (child.pid !== undefined) tell({ kind: kinds.end, code: code ?? -1 });
  });
  child.stdin.on('error', () => undefined); // the child may end before it has read everything
  child.stdin.end(input);
  return program;
}

/** Runs the module again in another thread. All threads share the compiled code. */
function startOurselves(args, input, module, tell) {
  const interrupt = new Int32Array(new SharedArrayBuffer(4));
  const { worker } = moduleThread(args, interrupt, input, module);
  let result = -1;
  tell({ started: true });
  worker.on('message', ({ kind, bytes, code }) => {
    if (kind) return tell({ kind, bytes });
    result = code;
    worker.terminate();
  });
  worker.on('error', failure => tell({ kind: kinds.errors, bytes: Buffer.from(`aunit: internal error: ${failure.message}\n`) }));
  worker.on('exit', () => tell({ kind: kinds.end, code: result }));
  return {
    end(signal) {
      if (signal === 'SIGINT') Atomics.store(interrupt, 0, 1);
      else worker.terminate();
    },
  };
}

/** The functions that the module calls: see support/system/child_process_called.cpp, and server/mcp/lines.cpp for `hear`. */
export function childrenAt(port, news, module) {
  const told = [], heard = [];
  let numbers = 0;
  const take = (queue, milliseconds) => {
    for (const until = Date.now() + milliseconds; queue.length === 0;) {
      const count = Atomics.load(news, 0), message = receiveMessageOnPort(port)?.message;
      if (message) {
        if (message.heard) heard.push(message.heard);
        else told.push(message);
        continue;
      }
      const left = until - Date.now();
      if (left <= 0) return undefined;
      Atomics.wait(news, 0, count, left);
    }
    return queue.shift();
  };
  return {
    program: ourselves,
    start(command, input) {
      const child = ++numbers;
      port.postMessage({ child, command, input, module: command[0] === ourselves ? module : undefined });
      for (const others = []; ;) {
        const message = take(told, Infinity);
        if (message.child !== child) {
          others.push(message);
          continue;
        }
        told.unshift(...others);
        return message.started ? child : 0;
      }
    },
    news: milliseconds => take(told, milliseconds) ?? { kind: kinds.none },
    kill: (child, signal) => port.postMessage({ child, signal }),
    /** Returns bytes of standard input: no bytes at its end, undefined if nothing arrived within the time. */
    hear: milliseconds => take(heard, milliseconds),
  };
}
