// Running the program and reading what it writes.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { type Ended, LineSplitter, type Listeners } from '../engine';
import type { Program } from './program';

/** A command of the program, with pipes to it and from it. */
export function start(program: Program, args: readonly string[], folder: string): ChildProcessWithoutNullStreams {
  return spawn(program.command, [...program.args, ...args], { cwd: folder, env: program.env });
}

/** Rejects where the program cannot be started. Its exit code is for the caller to judge. */
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
    child.stdin.on('error', () => undefined); // it may end before it has read everything
    child.stdin.end(listeners.input ?? '');
    listeners.onStop?.(() => child.kill());
  });
}
