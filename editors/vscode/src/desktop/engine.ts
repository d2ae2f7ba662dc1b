// The program as the engine. Each command is a process.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Uri } from 'vscode';
import { LanguageClient, type LanguageClientOptions } from 'vscode-languageclient/node';
import type { Ended, Engine, Listeners, Scratch, Start, Viewer } from '../engine';
import { run } from './process';
import type { Program } from './program';
import { ServedViewer } from './viewer';

export class ProgramEngine implements Engine {
  readonly deaf = false;

  constructor(private readonly program: Program) {}

  get origin(): string {
    return this.program.env ? 'the engine in the extension' : this.program.command;
  }

  run(args: readonly string[], folder: Uri, listeners?: Listeners): Promise<Ended> {
    return run(this.program, args, folder.fsPath, listeners);
  }

  async scratch(): Promise<Scratch> {
    const folder = await mkdtemp(join(tmpdir(), 'aunit-'));
    return {
      path: name => join(folder, name),
      read: name => readFile(join(folder, name), 'utf8'),
      remove: () => rm(folder, { recursive: true, force: true }),
    };
  }

  view(file: Uri, start: Start): Promise<Viewer> {
    return ServedViewer.start(this.program, file.fsPath, start);
  }

  client(options: LanguageClientOptions): LanguageClient {
    const { command, args, env } = this.program;
    return new LanguageClient('aunit', 'aunit', { command, args: [...args, 'lsp'], ...(env && { options: { env } }) }, options);
  }
}
