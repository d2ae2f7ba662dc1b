// The WebAssembly module as the engine. Each command has its own worker, which has a copy of the workspace's files.
import { answering } from 'aunit-answering';
import * as vscode from 'vscode';
import { type DataCallback, Emitter, LanguageClient, type LanguageClientOptions, type Message, type MessageReader, type MessageWriter } from 'vscode-languageclient/browser';
import { type Ended, type Engine, firstShown, type Listeners, LineSplitter, type Scratch, type Start, type Viewer } from '../engine';
import { type Content, libraryScheme, type WorkspaceFiles } from './files';
import { Framer, framed } from './frames';
import { type FromWorker, scratchFolder, type ToWorker } from './messages';

/** The parts that all commands need. They are read once, from the extension's folder. */
interface Parts {
  module: WebAssembly.Module;
  /** The URL of the worker's script. */
  script: string;
}

/** A worker for one command, which start() starts. */
class Command {
  readonly worker: Worker;
  private readonly waiting = new Map<number, (answer: unknown) => void>();
  private readonly onEnd: ((reason: Error | undefined) => void)[] = [];
  private questions = 0;
  /** The end of the command; `code` is null if it was stopped. */
  ended!: Promise<{ code: number | null; written: [string, Uint8Array][] }>;

  constructor(
    private readonly parts: Parts,
    private readonly hear: { output(bytes: Uint8Array): void; errors(bytes: Uint8Array): void },
  ) {
    this.worker = new Worker(parts.script);
    this.ended = new Promise((resolve, reject) => {
      this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if (data.type === 'ended') resolve(data);
        else if (data.type === 'answer') this.take(data.id, data.answer);
        else this.hear[data.type](data.bytes);
      };
      this.worker.onerror = event => this.fail(new Error(event.message || 'the worker cannot be started'));
      this.onEnd.push(reason => (reason ? reject(reason) : resolve({ code: null, written: [] })));
    });
  }

  start(args: readonly string[], folder: string, files: [string, Content][], input = ''): void {
    this.tell({ type: 'start', module: this.parts.module, args, folder, files, input: new TextEncoder().encode(input) });
  }

  tell(message: ToWorker): void {
    this.worker.postMessage(message);
  }

  /** Rejects with an `AbortError` if the command is stopped before it answers. */
  ask(message: { type: 'ask'; question: unknown } | { type: 'read'; path: string }): Promise<unknown> {
    const id = this.questions++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, resolve);
      this.onEnd.push(reason => reject(reason ?? new DOMException('stopped', 'AbortError')));
      this.tell({ ...message, id });
    });
  }

  stop(): void {
    this.fail(undefined);
  }

  private take(id: number, answer: unknown): void {
    this.waiting.get(id)?.(answer);
    this.waiting.delete(id);
  }

  private fail(reason: Error | undefined): void {
    this.worker.terminate();
    this.onEnd.forEach(end => end(reason));
  }
}

/** Decodes bytes that arrive in pieces. */
function collected(use: (text: string) => void): (bytes: Uint8Array) => void {
  const decoder = new TextDecoder();
  return bytes => use(decoder.decode(bytes, { stream: true }));
}

export class ModuleEngine implements Engine {
  readonly origin = 'the engine in the extension, in the browser';
  readonly deaf = true;
  private readonly written = new Map<string, Uint8Array>();
  private scratches = 0;
  private server: Command | undefined;

  private constructor(
    private readonly parts: Parts,
    private readonly files: WorkspaceFiles,
    private readonly folder: vscode.Uri,
  ) {}

  /** Reads the parts of the engine from the extension's folder. */
  static async load(extension: vscode.Uri, files: WorkspaceFiles): Promise<ModuleEngine> {
    const out = vscode.Uri.joinPath(extension, 'out');
    const read = async (...names: string[]) => Uint8Array.from(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(out, ...names)));
    const [script, module] = await Promise.all([read('engine_worker.js'), read('engine', 'aunit.wasm').then(bytes => WebAssembly.compile(bytes))]);
    // A page may start workers only from its own origin, and the extension has another origin.
    return new ModuleEngine({ module, script: URL.createObjectURL(new Blob([script], { type: 'text/javascript' })) }, files, out);
  }

  async run(args: readonly string[], folder: vscode.Uri, listeners: Listeners = {}): Promise<Ended> {
    const ended: Ended = { code: null, output: '', errors: '' };
    const lines = listeners.onLine && new LineSplitter(listeners.onLine);
    const command = new Command(this.parts, {
      output: collected(text => {
        if (lines) lines.add(text);
        else ended.output += text;
      }),
      errors: collected(text => {
        ended.errors += text;
        listeners.onErrors?.(text);
      }),
    });
    try {
      listeners.onStop?.(() => command.stop());
      command.start(args, this.files.inside(folder), [...(await this.files.all()), ...this.written], listeners.input);
      const { code, written } = await command.ended;
      for (const [path, content] of written) this.written.set(path, content);
      lines?.end();
      return { ...ended, code };
    } finally {
      command.stop();
    }
  }

  async scratch(): Promise<Scratch> {
    const path = (name: string): string => `${scratchFolder}/${own}/${name}`;
    const own = String(this.scratches++);
    this.written.set(path('begun'), new Uint8Array()); // so that the folder exists
    return {
      path,
      read: async name => new TextDecoder().decode(this.written.get(path(name))),
      remove: async () => {
        for (const file of this.written.keys()) if (file.startsWith(path(''))) this.written.delete(file);
      },
    };
  }

  async view(file: vscode.Uri, start: Start): Promise<Viewer> {
    let command: Command | undefined;
    const open = async (): Promise<{ ask(question: unknown): Promise<unknown> }> => {
      command?.stop();
      let errors = '';
      const own = new Command(this.parts, { output: () => undefined, errors: collected(text => (errors += text)) });
      command = own;
      const path = this.files.inside(file), last = path.lastIndexOf('/');
      own.start(['view', path.slice(last + 1), ...firstShown(start), '--color', 'never'], path.slice(0, last), await this.files.all());
      const { code } = await own.ended;
      if (code === null) throw new DOMException('stopped', 'AbortError');
      if (code !== 0) throw new Error(errors.trim() || `aunit view ended with code ${code}`);
      return { ask: question => own.ask({ type: 'ask', question }) };
    };
    const save = async (theme: unknown): Promise<string> => {
      const saved = file.with({ path: file.path.replace(/(\.[^./]*)?$/, '.theme.json') });
      await vscode.workspace.fs.writeFile(saved, new TextEncoder().encode(`${JSON.stringify(theme, null, 2)}\n`));
      return saved.path.slice(saved.path.lastIndexOf('/') + 1);
    };
    const first = await open(); // reports errors immediately
    let opened: Promise<{ ask(question: unknown): Promise<unknown> }> | undefined = Promise.resolve(first);
    const { send, changed } = answering({
      open() {
        const view = opened ?? open();
        opened = undefined;
        return view;
      },
      stop: () => command?.stop(),
      save,
    });
    const own = this.files.inside(file);
    const change = this.files.onDidChange(({ path }) => {
      if (path === own || !path.endsWith('.aunit')) changed(); // models do not open test files
    });
    return {
      asset: async name => new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(this.folder, 'engine', 'view', name))),
      ask: send,
      stop() {
        change.dispose();
        command?.stop();
      },
    };
  }

  client(options: LanguageClientOptions): LanguageClient {
    const { files } = this;
    const toEngine = (file: vscode.Uri): string => (file.scheme === 'untitled' ? file.toString() : vscode.Uri.file(files.inside(file)).toString());
    const toEditor = (text: string): vscode.Uri => {
      const uri = vscode.Uri.parse(text);
      return uri.scheme === 'file' ? files.outsideOf(uri.path) : uri;
    };
    return new LanguageClient('aunit', 'aunit', () => this.transports(), {
      ...options,
      uriConverters: { code2Protocol: toEngine, protocol2Code: toEditor },
      middleware: {
        ...options.middleware,
        workspace: {
          // Updates the module's copy of the file before the server learns of the change.
          async didChangeWatchedFile(event, next) {
            await files.update(toEditor(event.uri));
            await next(event);
          },
        },
      },
    });
  }

  /** The text of a library module, which only the language server has. */
  async libraryText(path: string): Promise<string> {
    return String((await this.server?.ask({ type: 'read', path })) ?? '');
  }

  /** Starts a language server. It ends when its reader is disposed. */
  private async transports(): Promise<{ reader: MessageReader; writer: MessageWriter }> {
    this.server?.stop();
    const heard = new Emitter<Message>(), failed = new Emitter<Error>(), closed = new Emitter<void>();
    const framer = new Framer(text => heard.fire(JSON.parse(text) as Message));
    const command = new Command(this.parts, { output: bytes => framer.add(bytes), errors: () => undefined });
    this.server = command;
    command.start(['lsp'], '/', await this.files.all());
    const change = this.files.onDidChange(file => command.tell({ type: 'file', ...file }));
    const end = (): void => {
      change.dispose();
      command.stop();
      if (this.server === command) this.server = undefined;
    };
    command.ended.catch((error: Error) => {
      failed.fire(error);
      closed.fire();
    });
    const events = { onClose: closed.event, dispose: end };
    return {
      reader: {
        ...events,
        onError: failed.event,
        onPartialMessage: new Emitter<never>().event,
        listen: (callback: DataCallback) => heard.event(callback),
      },
      writer: {
        ...events,
        onError: new Emitter<never>().event,
        write: async message => command.tell({ type: 'hear', bytes: framed(JSON.stringify(message)) }),
        end: () => undefined,
      },
    };
  }
}

/** Lets the editor show library modules, which are not files of the workspace. */
export function provideLibrary(engine: () => Promise<ModuleEngine>): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(libraryScheme, { provideTextDocumentContent: async ({ path }) => (await engine()).libraryText(path) });
}
