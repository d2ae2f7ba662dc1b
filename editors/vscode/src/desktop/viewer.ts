// A running `aunit view`, which answers over HTTP.
import type { ChildProcess } from 'node:child_process';
import { request } from 'node:http';
import { basename, dirname } from 'node:path';
import { firstShown, LineSplitter, type Start, type Viewer } from '../engine';
import { start as startProgram } from './process';
import type { Program } from './program';

export class ServedViewer implements Viewer {
  private constructor(
    private readonly child: ChildProcess,
    private readonly address: string,
  ) {}

  /** Rejects with the program's error message if the program does not start to serve. */
  static start(program: Program, model: string, start: Start): Promise<Viewer> {
    const args = ['view', basename(model), ...firstShown(start), '--json', '--no-browser', '--color', 'never'];
    const child = startProgram(program, args, dirname(model));
    child.stdin.end();
    return new Promise((resolve, reject) => {
      let errors = '';
      const lines = new LineSplitter(line => {
        const { address } = JSON.parse(line) as { address: string };
        resolve(new ServedViewer(child, address));
      });
      child.stdout.setEncoding('utf8').on('data', (text: string) => lines.add(text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
      child.on('error', reject);
      child.on('close', code => reject(new Error(errors.trim() || `aunit view ended with code ${String(code)}`)));
    });
  }

  stop(): void {
    this.child.kill();
  }

  asset(name: string): Promise<string> {
    return exchange(this.address + name);
  }

  async ask(question: unknown): Promise<unknown> {
    return JSON.parse(await exchange(`${this.address}ask`, JSON.stringify(question)));
  }
}

/** The response of a GET or, with `body`, of a POST. (`fetch` would time out after five minutes.) */
function exchange(address: string, body?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const posted = { method: 'POST', headers: { 'Content-Type': 'application/json' } };
    const sent = request(address, body === undefined ? {} : posted, response => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`${address} answers ${String(response.statusCode)}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
