// The engine that judges, solves and shows: a native program (desktop/), or the WebAssembly module in workers (browser/).
import type { Uri } from 'vscode';
import type { BaseLanguageClient, LanguageClientOptions } from 'vscode-languageclient';

export interface Ended {
  /** Null if the command was stopped. */
  code: number | null;
  output: string;
  errors: string;
}

/** The input of a command, and callbacks while it runs. */
export interface Listeners {
  input?: string;
  /** Called with each complete line of standard output. */
  onLine?: (line: string) => void;
  /** Called with pieces of standard error. */
  onErrors?: (text: string) => void;
  /** Called once, with a function that stops the command. */
  onStop?: (stop: () => void) => void;
}

/** A temporary folder for files that one command writes and another reads. */
export interface Scratch {
  /** The argument that names a file in this folder. */
  path(name: string): string;
  read(name: string): Promise<string>;
  remove(): Promise<void>;
}

/** The command or valuation that the view shows first. */
export type Start = { command: string } | { val: string };

/** A view of a file: the parts of its page, and the answers to the page's questions. */
export interface Viewer {
  /** A style sheet or script of the page. */
  asset(name: string): Promise<string>;
  /** The answer may take long: until a search ends, or until the model changes. */
  ask(question: unknown): Promise<unknown>;
  stop(): void;
}

export interface Engine {
  /** Where the engine comes from, as text for the user. */
  readonly origin: string;
  /** Whether the language server reads no messages while it works. Cancelling a request must then end the server. */
  readonly deaf: boolean;
  /** Runs a command of the command line. Rejects if the program cannot be started, but not because of its exit code. */
  run(args: readonly string[], folder: Uri, listeners?: Listeners): Promise<Ended>;
  scratch(): Promise<Scratch>;
  /** Rejects with the program's error message if the view does not start. */
  view(file: Uri, start: Start): Promise<Viewer>;
  /** A client of the language server, not yet started. */
  client(options: LanguageClientOptions): BaseLanguageClient;
}

/** The environment in which the extension runs. */
export interface Host {
  /** The URI schemes of the files that the engine can read. */
  readonly schemes: readonly string[];
  /** Finds the engine without asking the user. */
  engine(): Promise<Engine | undefined>;
  /** Tells the user that there is no engine, and offers solutions. */
  sayMissing(): Promise<void>;
}

/** The options of `aunit view` that choose what it shows first. */
export function firstShown(start: Start): string[] {
  return 'val' in start ? ['--val', start.val] : ['--command', start.command];
}

/** Splits text that arrives in pieces into lines. */
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
