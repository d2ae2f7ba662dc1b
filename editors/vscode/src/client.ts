// Starts and stops the language server, shows its status, and does the work of its lenses.
import * as vscode from 'vscode';
import { type BaseLanguageClient, type ExecuteCommandSignature, State } from 'vscode-languageclient';
import type { Engine, Host } from './engine';
import { isModelLine } from './literate';
import type { Texts } from './texts';

const languages = ['alloy', 'aunit', 'nitpick', 'parallel-program', 'markdown'];

/** Selects the files that the engine can read, and texts that are not saved yet. */
function selector(host: Host): { scheme: string; language: string }[] {
  return languages.flatMap(language => [...host.schemes, ...(language === 'markdown' ? [] : ['untitled'])].map(scheme => ({ scheme, language })));
}

/** The answers of the server to its commands. */
interface RunAnswer {
  verdict: 'SAT' | 'UNSAT' | 'UNKNOWN' | 'ERROR';
  message: string;
  instance?: string;
  val?: string;
}
interface TestAnswer {
  outcome: string;
  message: string;
  text: string;
}

interface SearchAnswer {
  found: number;
  message: string;
}

/** Commands that search a file. Their results are diagnostics with quick fixes. */
const searches = ['aunit.survivors', 'aunit.propose', 'aunit.repair'];

/**
 * Removes lenses with outcomes, because inlay hints show these. Adds a lens `show instance` to each command; its argument is the editor's URI
 * of the file.
 */
function adapted(lenses: readonly vscode.CodeLens[], file: vscode.Uri): vscode.CodeLens[] {
  return lenses.flatMap(({ range, command }) => {
    if (command?.command === 'aunit.run' && !['check', 'run'].includes(command.title)) return [];
    if (command?.command === 'aunit.run')
      return [
        new vscode.CodeLens(range, command),
        new vscode.CodeLens(range, { title: 'show instance', command: 'aunit.showInstance', arguments: [file.toString(), command.arguments?.[1]] }),
      ];
    if (command?.command !== 'aunit.test') return new vscode.CodeLens(range, command);
    return ['judge', 'not run'].includes(command.title) ? new vscode.CodeLens(range, { ...command, title: 'run test' }) : [];
  });
}

export class Server {
  private client: BaseLanguageClient | undefined;
  private engine: Engine | undefined;
  private readonly selector: { scheme: string; language: string }[];
  private readonly status: vscode.LanguageStatusItem;
  private readonly output = vscode.window.createOutputChannel('aunit', { log: true });

  constructor(
    private readonly texts: Texts,
    private readonly host: Host,
  ) {
    this.selector = selector(host);
    this.status = vscode.languages.createLanguageStatusItem('aunit.server', this.selector);
    this.status.name = 'aunit';
  }

  register(): vscode.Disposable {
    return vscode.Disposable.from(
      this.status,
      this.output,
      vscode.commands.registerCommand('aunit.restartServer', () => this.restart()),
      vscode.commands.registerCommand('aunit.showOutput', () => this.output.show()),
      vscode.workspace.onDidChangeConfiguration(change => {
        if (change.affectsConfiguration('aunit.path')) void this.restart();
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.restart()),
    );
  }

  async start(): Promise<void> {
    const engine = (this.engine = await this.host.engine());
    if (engine === undefined) {
      this.show('aunit is missing', vscode.LanguageStatusSeverity.Error, { title: 'Choose the program', command: 'aunit.choosePath' });
      void this.host.sayMissing();
      return;
    }
    const client = engine.client({
      documentSelector: this.selector,
      outputChannel: this.output,
      initializationOptions: { showsResults: true },
      middleware: {
        provideCodeLenses: async (document, token, next) => adapted((await next(document, token)) ?? [], document.uri),
        executeCommand: (command, args, next) => this.execute(command, args, next),
        provideCompletionItem: (document, position, context, token, next) =>
          document.languageId === 'markdown' && !isModelLine(document.getText().split(/\r?\n/), position.line)
            ? []
            : next(document, position, context, token),
      },
    });
    this.client = client;
    client.onDidChangeState(({ newState }) => {
      if (client !== this.client) return;
      if (newState === State.Running) {
        const version = client.initializeResult?.serverInfo?.version ?? '';
        this.show(`aunit ${version}`, vscode.LanguageStatusSeverity.Information, { title: 'Output', command: 'aunit.showOutput' }, engine.origin);
      } else if (newState === State.Stopped) {
        this.show('aunit has stopped', vscode.LanguageStatusSeverity.Error, { title: 'Restart', command: 'aunit.restartServer' });
      }
    });
    this.show('aunit is starting', vscode.LanguageStatusSeverity.Information);
    try {
      await client.start();
    } catch (error) {
      this.output.error(String(error));
      this.show('aunit does not start', vscode.LanguageStatusSeverity.Error, { title: 'Output', command: 'aunit.showOutput' });
    }
  }

  async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    const patience = this.engine?.deaf ? 300 : 2000; // milliseconds until the engine ends a server that does not end by itself
    if (client?.needsStop()) await client.dispose(patience).catch((error: Error) => this.output.info(error.message));
  }

  private async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  private show(text: string, severity: vscode.LanguageStatusSeverity, command?: vscode.Command, detail?: string): void {
    this.status.text = text;
    this.status.severity = severity;
    this.status.command = command;
    this.status.detail = detail ?? '';
  }

  /** Executes the command of a lens and shows its result. */
  private async execute(command: string, args: unknown[], next: ExecuteCommandSignature): Promise<unknown> {
    if (command === 'aunit.run' || command === 'aunit.allScopes') return this.solve(command, args as [string, number | string]);
    const answer: unknown = await next(command, args);
    if (searches.includes(command)) void vscode.window.showInformationMessage((answer as SearchAnswer).message);
    if (command === 'aunit.change') await this.texts.show((answer as TestAnswer).message, (answer as TestAnswer).text);
    if (command === 'aunit.why') await this.texts.show(`why ${String(args[1])}`, (answer as TestAnswer).text);
    return answer;
  }

  /** Asks the server for an instance, then asks the user whether to show it. */
  private async solve(command: string, args: [string, number | string]): Promise<RunAnswer | undefined> {
    const answer = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: 'aunit is searching', cancellable: true },
      (_, token) => {
        if (this.engine?.deaf) token.onCancellationRequested(() => this.restart());
        return this.client?.sendRequest<RunAnswer>('workspace/executeCommand', { command, arguments: args }, token).catch((error: Error) => {
          if (!token.isCancellationRequested) void vscode.window.showErrorMessage(error.message);
          return undefined;
        }) ?? Promise.resolve(undefined);
      },
    );
    if (answer) void this.offer(answer, command, args);
    return answer;
  }

  private async offer(answer: RunAnswer, command: string, [uri, which]: [string, number | string]): Promise<void> {
    if (answer.verdict === 'ERROR') return void vscode.window.showErrorMessage(answer.message);
    if (answer.val === undefined) return void vscode.window.showInformationMessage(answer.message);
    const show = 'Show instance', copy = 'Copy as val';
    // The view solves the command in the command's own scope, so it cannot show an instance of a larger scope.
    const chosen = await vscode.window.showInformationMessage(answer.message, ...(command === 'aunit.run' ? [show, copy] : [copy]));
    if (chosen === copy) await vscode.env.clipboard.writeText(answer.val);
    if (chosen === show) await vscode.commands.executeCommand('aunit.showInstance', this.client?.protocol2CodeConverter.asUri(uri).toString(), which);
  }
}
