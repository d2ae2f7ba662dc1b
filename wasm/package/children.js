// Other programs, started by the thread that has an event loop for the one that the module runs in. That one waits for news of them.
import { spawn } from 'node:child_process';
import { receiveMessageOnPort } from 'node:worker_threads';

const kinds = { none: 0, output: 1, errors: 2, end: 3 }; // as support/child_process.cpp has them
const windows = process.platform === 'win32';
const running = new Set();
process.on('exit', () => running.forEach(child => end(child, 'SIGKILL'))); // groups of their own do not hear Ctrl-C

/** Runs what is asked for at the port, one program at a time; `news` counts what is told. */
export function runChildren(port, news) {
  let child;
  const tell = message => {
    port.postMessage(message);
    Atomics.add(news, 0, 1);
    Atomics.notify(news, 0);
  };
  port.on('message', ({ command: [name, ...rest] = [], input, signal }) => {
    if (signal) return end(child, signal);
    child = spawn(name, rest, { stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true, detached: !windows }); // a group of its own
    running.add(child);
    child.on('spawn', () => tell({ started: true }));
    child.on('error', () => child.pid === undefined && tell({ started: false }));
    child.stdout.on('data', bytes => tell({ kind: kinds.output, bytes }));
    child.stderr.on('data', bytes => tell({ kind: kinds.errors, bytes }));
    child.on('exit', () => end(child, 'SIGKILL')); // what it has started
    child.on('close', code => {
      running.delete(child);
      if (child.pid !== undefined) tell({ kind: kinds.end, code: code ?? -1 });
    });
    child.stdin.on('error', () => undefined); // it may end before it has read everything
    child.stdin.end(input);
  });
  port.unref();
}

function end(child, signal) {
  try {
    if (windows) child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // it has ended
  }
}

/** What the module calls: see support/child_process.cpp. */
export function childrenAt(port, news) {
  const next = milliseconds => {
    const end = Date.now() + milliseconds;
    for (;;) {
      const told = Atomics.load(news, 0), message = receiveMessageOnPort(port)?.message;
      if (message) return message;
      const left = end - Date.now();
      if (left <= 0) return undefined;
      Atomics.wait(news, 0, told, left);
    }
  };
  return {
    start(command, input) {
      port.postMessage({ command, input });
      return next(Infinity).started;
    },
    news: milliseconds => next(milliseconds) ?? { kind: kinds.none },
    kill: signal => port.postMessage({ signal }),
  };
}
