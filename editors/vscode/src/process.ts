// Running the program and reading what it writes.
import { spawn } from 'node:child_process';

export interface Ended {
  /** Null: it was stopped. */
  code: number | null;
  output: string;
  errors: string;
}

/** What is told of a program while it runs, and what it is given. */
export interface Listeners {
  input?: string;
  /** Each whole line of standard output. */
  onLine?: (line: string) => void;
  /** Standard error as it comes. */
  onErrors?: (text: string) => void;
  /** Asked once; what it is given stops the program. */
  onStop?: (stop: () => void) => void;
}

/** Cuts what comes in pieces into lines. */
export class LineSplitter {
  private rest = '';

  constructor(private readonly use: (line: string) => void) {}

  add(text: string): void {
    const lines = (this.rest + text).split('\n');
    this.rest = lines.pop() ?? '';
    lines.forEach(this.use);
  }

  end(): void {
    if (this.rest !== '') this.use(this.rest);
    this.rest = '';
  }
}

/** Rejects where the program cannot be started. Its exit code is for the caller to judge. */
export function run(program: string, args: readonly string[], folder: string, listeners: Listeners = {}): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: folder });
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
