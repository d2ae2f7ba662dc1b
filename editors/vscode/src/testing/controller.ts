// The Test Explorer: its run profiles, and when it lists the tests again.
import * as vscode from 'vscode';
import { addCoverage, provideDetails } from '../coverage/editor';
import type { CoverageReport } from '../coverage/report';
import type { Host } from '../engine';
import { Items, pattern } from './items';
import { type Manner, Runner } from './running';

const pause = 300; // milliseconds to wait for further changes on disk

type Work = (request: vscode.TestRunRequest, token: vscode.CancellationToken) => Promise<void>;

/** Runs a request immediately. Repeats a continuous request whenever a file of these languages is saved, until it is cancelled. */
function continuously(work: Work): Work {
  return (request, token) => {
    let running = Promise.resolve();
    const then = (next: vscode.TestRunRequest): Promise<void> =>
      (running = running.then(() => (token.isCancellationRequested ? undefined : work(next, token))));
    if (request.continuous) {
      const saved = vscode.workspace.onDidSaveTextDocument(document => {
        // The editor shows one run for each request object.
        if (vscode.languages.match({ pattern }, document) > 0) void then(new vscode.TestRunRequest(request.include, request.exclude, request.profile, true));
      });
      token.onCancellationRequested(() => saved.dispose());
    }
    return then(request);
  };
}

export class Tests {
  private readonly controller = vscode.tests.createTestController('aunit', 'aunit');
  private readonly items: Items;
  private readonly runner: Runner;
  private readonly covered = new vscode.EventEmitter<{ folder: vscode.WorkspaceFolder; report: CoverageReport }>();
  /** Fires after each run with coverage. */
  readonly onDidCover = this.covered.event;
  private readonly coverage: Manner = {
    options: [],
    coverage: async (run, folder, report) => {
      await addCoverage(run, folder, report, this.items);
      this.covered.fire({ folder, report });
    },
  };

  constructor(host: Host) {
    this.items = new Items(this.controller, host);
    this.runner = new Runner(this.controller, this.items, host);
  }

  register(): vscode.Disposable {
    const work = (manner: Manner): Work => continuously((request, token) => this.runner.run(request, manner, token));
    this.controller.refreshHandler = () => this.refreshAll();
    this.controller.createRunProfile('Run', vscode.TestRunProfileKind.Run, work({ options: [] }), true, undefined, true);
    this.controller.createRunProfile('Explain', vscode.TestRunProfileKind.Debug, work({ options: ['-v', '--why'] }), true);
    provideDetails(this.controller.createRunProfile('Coverage', vscode.TestRunProfileKind.Coverage, work(this.coverage), true, undefined, true));
    return vscode.Disposable.from(
      this.controller,
      this.covered,
      this.watch(),
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        this.controller.items.replace([]);
        void this.refreshAll();
      }),
      vscode.workspace.onDidChangeConfiguration(change => {
        if (change.affectsConfiguration('aunit.path')) void this.refreshAll();
      }),
    );
  }

  async refreshAll(): Promise<void> {
    await Promise.all(this.items.folders().map(folder => this.items.refresh(folder)));
  }

  /** Runs all tests of the workspace with coverage. */
  async cover(): Promise<void> {
    const ended = new vscode.CancellationTokenSource();
    try {
      await this.runner.run(new vscode.TestRunRequest(), this.coverage, ended.token);
    } finally {
      ended.dispose();
    }
  }

  /** Lists the tests of a file again if it changes on disk. */
  private watch(): vscode.Disposable {
    const changed = new Map<string, vscode.Uri>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (file: vscode.Uri): void => {
      changed.set(file.toString(), file);
      clearTimeout(timer);
      timer = setTimeout(() => {
        const files = [...changed.values()];
        changed.clear();
        for (const folder of this.items.folders()) {
          const own = files.filter(one => vscode.workspace.getWorkspaceFolder(one) === folder);
          if (own.length > 0) void this.items.refresh(folder, own);
        }
      }, pause);
    };
    const watcher = vscode.workspace.createFileSystemWatcher(pattern);
    return vscode.Disposable.from(
      watcher,
      watcher.onDidCreate(later),
      watcher.onDidChange(later),
      watcher.onDidDelete(file => {
        const folder = vscode.workspace.getWorkspaceFolder(file);
        if (folder) this.items.forget(folder, file);
      }),
      new vscode.Disposable(() => clearTimeout(timer)),
    );
  }
}
