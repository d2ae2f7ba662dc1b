// What judges, solves and shows, wherever it runs: a program of this machine (desktop/), or the module in workers (browser/).
import type { Uri } from 'vscode';
import type { BaseLanguageClient, LanguageClientOptions } from 'vscode-languageclient';

export interface Ended {
  /** Null: it was stopped. */
  code: number | null;
  output: string;
  errors: string;
}

/** What is told of a command while it runs, and what it is given. */
export interface Listeners {
  input?: string;
  /** Each whole line of standard output. */
  onLine?: (line: string) => void;
  /** Standard error as it comes. */
  onErrors?: (text: string) => void;
  /** Asked once; what it is given stops the command. */
  onStop?: (stop: () => void) => void;
}

/** A folder for what commands write for each other. */
export interface Scratch {
  /** The argument that names a file in it. */
  path(name: string): string;
  read(name: string): Promise<string>;
  remove(): Promise<void>;
}

/** What the view shows first. */
export type Start = { command: string } | { val: string };

/** A view of a file: what its page is made of, and answers to the page's questions. */
export interface Viewer {
  /** A style sheet or script of the page. */
  asset(name: string): Promise<string>;
  /** The answer may take as long as a search, or as nothing happens. */
  ask(question: unknown): Promise<unknown>;
  stop(): void;
}

export interface Engine {
  /** Where it comes from, for people. */
  readonly origin: string;
  /** Whether its language server hears nothing while it works: what is cancelled ends with the server. */
  readonly deaf: boolean;
  /** Of the command line. Rejects where the program cannot be started; its exit code is for the caller to judge. */
  run(args: readonly string[], folder: Uri, listeners?: Listeners): Promise<Ended>;
  scratch(): Promise<Scratch>;
  /** Rejects with what the program says when it does not come to showing anything. */
  view(file: Uri, start: Start): Promise<Viewer>;
  /** A client of the language server; it is not started yet. */
  client(options: LanguageClientOptions): BaseLanguageClient;
}

/** Where the extension runs. */
export interface Host {
  /** The schemes of the files that its engine reads. */
  readonly schemes: readonly string[];
  /** Without asking people. */
  engine(): Promise<Engine | undefined>;
  /** Says that there is none, and what can be done. */
  sayMissing(): Promise<void>;
}

/** The words behind `aunit view FILE` that say what is shown first. */
export function firstShown(start: Start): string[] {
  return 'val' in start ? ['--val', start.val] : ['--command', start.command];
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
