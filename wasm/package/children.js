// What the thread that runs the module asks of the one beside it, which has an event loop: other programs are started there, the module
// once more among them, and standard input is heard there. The first waits for news of both.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';

const kinds = { none: 0, output: 1, errors: 2, end: 3 }; // as support/system/child_process_called.cpp has them
const windows = process.platform === 'win32';
const ourselves = fileURLToPath(new URL('command.js', import.meta.url));
const running = new Set();
process.on('exit', () => running.forEach(program => program.end('SIGKILL'))); // groups of their own do not hear Ctrl-C

/**
 * A thread that runs a command of the module, and what it says of it: `{ code }` at its end. With `input` its standard streams are kept from
 * this process': it is told that input, and what it says comes as `{ kind, bytes }`. `interrupt` is set when it is to stop.
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

/** Runs what is asked for at the port; `news` counts what is told. The result tells what was heard on standard input. */
function runChildren(port, news) {
  const children = new Map(); // by the numbers that the other thread has given them
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
  const child = spawn(name, words, { stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true, detached: !windows }); // a group of its own
  const program = {
    end(signal) {
      try {
        if (windows) child.kill(signal);
        else process.kill(-child.pid, signal);
      } catch {
        // it has ended
      }
    },
  };
  running.add(program);
  child.on('spawn', () => tell({ started: true }));
  child.on('error', () => child.pid === undefined && tell({ started: false }));
  child.stdout.on('data', bytes => tell({ kind: kinds.output, bytes }));
  child.stderr.on('data', bytes => tell({ kind: kinds.errors, bytes }));
  child.on('exit', () => program.end('SIGKILL')); // what it has started
  child.on('close', code => {
    running.delete(program);
    if (child.pid !== undefined) tell({ kind: kinds.end, code: code ?? -1 });
  });
  child.stdin.on('error', () => undefined); // it may end before it has read everything
  child.stdin.end(input);
  return program;
}

/** In a thread of its own: code that is compiled is compiled for all of them. */
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

/** What the module calls: see support/system/child_process_called.cpp, and server/mcp/lines.cpp for `hear`. */
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
    /** Bytes of standard input, none at its end; nothing where nothing was heard in this time. */
    hear: milliseconds => take(heard, milliseconds),
  };
}
