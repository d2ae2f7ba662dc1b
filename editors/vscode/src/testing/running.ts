// Runs all or some tests and shows their outcomes as they arrive: plainly, with explanations, or with coverage.
import * as vscode from 'vscode';
import type { CoverageReport } from '../coverage/report';
import type { Engine, Host, Scratch } from '../engine';
import type { Items } from './items';
import { Lines } from './lines';
import { messagesOf } from './messages';
import type { Event, Finished } from './results';

const coverageData = 'coverage.json', coverageReport = 'report.json';

/** The tests of a request, by folder. */
function chosen(request: vscode.TestRunRequest, controller: vscode.TestController, items: Items): Map<vscode.WorkspaceFolder, vscode.TestItem[]> {
  const tops: vscode.TestItem[] = [];
  if (request.include) tops.push(...request.include);
  else controller.items.forEach(item => tops.push(item));
  const without = new Set((request.exclude ?? []).flatMap(item => items.leaves(item)));
  const all = new Map<vscode.WorkspaceFolder, vscode.TestItem[]>();
  for (const item of new Set(tops.flatMap(top => items.leaves(top)))) {
    const known = items.of(item);
    if (known && !without.has(item)) all.set(known.folder, [...(all.get(known.folder) ?? []), item]);
  }
  return all;
}

/** Reports the outcome of a test to the run. */
async function tell(runs: vscode.TestRun, item: vscode.TestItem, test: Finished, lines: Lines): Promise<void> {
  switch (test.outcome) {
    case 'passed':
    case 'xpassed':
    case 'xfailed':
      return runs.passed(item, test.time_ms);
    case 'skipped':
      return runs.skipped(item);
    case 'failed':
      return runs.failed(item, await messagesOf(test, item, lines), test.time_ms);
    case 'error':
      return runs.errored(item, await messagesOf(test, item, lines), test.time_ms);
  }
}

/** Text for the editor's terminal, without lines about the temporary file `ours`. */
function forPeople(text: string, ours: string | undefined): string {
  const lines = text.split(/\r?\n/);
  return lines.filter(line => ours === undefined || !line.includes(ours)).join('\r\n');
}

export interface Manner {
  /** Further options of `aunit run`. */
  options: readonly string[];
  /** Called with the report of each folder after its run. */
  coverage?: (run: vscode.TestRun, folder: vscode.WorkspaceFolder, report: CoverageReport) => Promise<void>;
}

export class Runner {
  constructor(
    private readonly controller: vscode.TestController,
    private readonly items: Items,
    private readonly host: Host,
  ) {}

  /** Runs the tests of a request. The promise resolves when they have ended. */
  async run(request: vscode.TestRunRequest, manner: Manner, token: vscode.CancellationToken): Promise<void> {
    const engine = await this.host.engine();
    if (engine === undefined) return this.host.sayMissing();
    await this.refreshFiles(request);
    const runs = this.controller.createTestRun(request);
    const tests = chosen(request, this.controller, this.items);
    for (const some of tests.values()) some.forEach(item => runs.enqueued(item));
    for (const [folder, some] of tests) {
      if (token.isCancellationRequested) break;
      await this.runFolder(engine, folder, some, runs, manner, token).catch((error: Error) => runs.appendOutput(`${error.message}\r\n`));
    }
    runs.end();
  }

  /** Lists the tests of the request's files again, because a file that was just saved may have other tests. */
  private async refreshFiles(request: vscode.TestRunRequest): Promise<void> {
    const byFolder = new Map<vscode.WorkspaceFolder, Map<string, vscode.Uri>>();
    for (const item of request.include ?? []) {
      const known = this.items.of(item);
      if (!known || !item.uri) continue;
      const files = byFolder.get(known.folder) ?? new Map<string, vscode.Uri>();
      byFolder.set(known.folder, files.set(item.uri.toString(), item.uri));
    }
    if (request.include) await Promise.all([...byFolder].map(([folder, files]) => this.items.refresh(folder, [...files.values()])));
    else await Promise.all(this.items.folders().map(folder => this.items.refresh(folder)));
  }

  private async runFolder(
    engine: Engine,
    folder: vscode.WorkspaceFolder,
    tests: readonly vscode.TestItem[],
    runs: vscode.TestRun,
    manner: Manner,
    token: vscode.CancellationToken,
  ): Promise<void> {
    const lines = new Lines(folder);
    const told: Promise<void>[] = [];
    const hear = (event: Event): void => {
      if (event.event !== 'test_started' && event.event !== 'test_finished') return;
      const item = this.items.find(folder, event.id);
      if (!item) return;
      if (event.event === 'test_started') runs.started(item);
      else told.push(tell(runs, item, event, lines));
    };
    const scratch = manner.coverage && (await engine.scratch());
    try {
      const data = scratch?.path(coverageData);
      const ended = await engine.run(
        ['run', '--id', '-', '--json-lines', '--color', 'always', ...manner.options, ...(data === undefined ? [] : ['--coverage-out', data])],
        folder.uri,
        {
          input: tests.map(item => `${this.items.of(item)?.id ?? ''}\n`).join(''),
          onLine: line => hear(JSON.parse(line) as Event),
          onErrors: text => runs.appendOutput(forPeople(text, data)),
          onStop: stop => token.onCancellationRequested(stop),
        },
      );
      await Promise.all(told);
      // 0: all tests passed; 1: some failed. With any other code, the program ended before it had run all tests.
      if (ended.code !== 0 && ended.code !== 1 && told.length === 0)
        for (const item of tests) runs.errored(item, new vscode.TestMessage(ended.errors.trim() || `aunit ended with code ${String(ended.code)}`));
      if (scratch) await this.cover(engine, folder, runs, manner, scratch);
    } finally {
      await scratch?.remove();
    }
  }

  private async cover(engine: Engine, folder: vscode.WorkspaceFolder, runs: vscode.TestRun, manner: Manner, scratch: Scratch): Promise<void> {
    const { code } = await engine.run(['coverage', 'report', scratch.path(coverageData), '--json', scratch.path(coverageReport)], folder.uri);
    if (code === 0) await manner.coverage?.(runs, folder, JSON.parse(await scratch.read(coverageReport)) as CoverageReport);
  }
}
