// Runs the program and reads its output.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { type Ended, LineSplitter, type Listeners } from '../engine';
import type { Program } from './program';

/** Starts a command of the program, with pipes for its input and output. */
export function start(program: Program, args: readonly string[], folder: string): ChildProcessWithoutNullStreams {
  return spawn(program.command, [...program.args, ...args], { cwd: folder, env: program.env });
}

/** Rejects if the program cannot be started, but not because of its exit code. */
export function run(program: Program, args: readonly string[], folder: string, listeners: Listeners = {}): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = start(program, args, folder);
    const ended: Ended = { code: null, output: '', errors: '' };
    const lines = listeners.onLine && new LineSplitter(listeners.onLine);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (lines) lines.add(text);
      else ended.output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      ended.errors += text;
      listeners.onErrors?.(text);
    });
    child.on('error', reject);
    child.on('close', code => {
      lines?.end();
      resolve({ ...ended, code });
    });
    child.stdin.on('error', () => undefined); // ignored: the program may end before it has read all input
    child.stdin.end(listeners.input ?? '');
    listeners.onStop?.(() => child.kill());
  });
}
