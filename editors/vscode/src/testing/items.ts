// The tree of the Test Explorer: folders of the workspace (if there are several), files, tests.
import * as vscode from 'vscode';
import type { Engine, Host } from '../engine';
import { Lines, rangeOf } from './lines';
import type { FileError, ListedTest, Listing } from './results';

/** The data of a test or file in the tree, as the program names it. */
export interface Known {
  folder: vscode.WorkspaceFolder;
  /** `path::name`; missing for a file. */
  id?: string;
  path: string;
}

export const pattern = '**/*.{als,aunit,np,prog,md}';

export class Items {
  private readonly known = new WeakMap<vscode.TestItem, Known>();
  private readonly byId = new Map<string, vscode.TestItem>();

  constructor(
    private readonly controller: vscode.TestController,
    private readonly host: Host,
  ) {}

  /** The folders of the workspace whose files the engine can read. */
  folders(): vscode.WorkspaceFolder[] {
    return (vscode.workspace.workspaceFolders ?? []).filter(folder => this.host.schemes.includes(folder.uri.scheme));
  }

  of(item: vscode.TestItem): Known | undefined {
    return this.known.get(item);
  }

  find(folder: vscode.WorkspaceFolder, id: string): vscode.TestItem | undefined {
    return this.byId.get(this.key(folder, id));
  }

  /** Lists the tests of a folder, or of some of its files, again. */
  async refresh(folder: vscode.WorkspaceFolder, files?: readonly vscode.Uri[]): Promise<void> {
    const engine = await this.host.engine();
    if (engine === undefined) return;
    const paths = files?.map(file => this.pathIn(folder, file));
    const listing = await this.list(engine, folder, paths);
    const found = new Map<string, { tests: ListedTest[]; error?: FileError }>();
    const entry = (path: string): { tests: ListedTest[]; error?: FileError } => {
      const known = found.get(path) ?? { tests: [] };
      found.set(path, known);
      return known;
    };
    for (const test of listing.tests) entry(test.file).tests.push(test);
    for (const error of listing.errors) entry(error.file).error = error;
    for (const path of paths ?? this.pathsOf(folder)) if (!found.has(path)) this.remove(folder, path);
    await Promise.all([...found].map(([path, { tests, error }]) => this.setFile(folder, path, tests, error)));
  }

  forget(folder: vscode.WorkspaceFolder, file: vscode.Uri): void {
    this.remove(folder, this.pathIn(folder, file));
  }

  /** All tests below an item; only the item itself if it is a test. */
  leaves(item: vscode.TestItem): vscode.TestItem[] {
    if (this.known.get(item)?.id !== undefined) return [item];
    const all: vscode.TestItem[] = [];
    item.children.forEach(child => all.push(...this.leaves(child)));
    return all;
  }

  private async list(engine: Engine, folder: vscode.WorkspaceFolder, paths: readonly string[] | undefined): Promise<Listing> {
    const { output } = await engine.run(['run', ...(paths ?? []), '--list', '--json'], folder.uri);
    try {
      return JSON.parse(output) as Listing;
    } catch {
      return { tests: [], errors: [] }; // the file was deleted meanwhile
    }
  }

  private async setFile(folder: vscode.WorkspaceFolder, path: string, tests: readonly ListedTest[], error: FileError | undefined): Promise<void> {
    const read = new Lines(folder);
    const uri = read.uri(path);
    const lines = await read.of(path);
    const parent = this.parentOf(folder);
    const file = parent.get(this.key(folder, path)) ?? this.controller.createTestItem(this.key(folder, path), path, uri);
    this.remember(file, { folder, path });
    file.error = error?.message;
    // Keeps the known tests of a file that cannot be loaded.
    if (!error || tests.length > 0) {
      file.children.forEach(child => this.byId.delete(child.id));
      file.children.replace(tests.map(test => this.itemOf(folder, path, uri, test, lines)));
    }
    parent.add(file);
  }

  private itemOf(folder: vscode.WorkspaceFolder, path: string, uri: vscode.Uri, test: ListedTest, lines: readonly string[]): vscode.TestItem {
    const item = this.controller.createTestItem(this.key(folder, test.id), test.name, uri);
    item.range = rangeOf(test.range, lines);
    item.sortText = String(test.place.line).padStart(7, '0') + String(test.place.column).padStart(5, '0');
    item.tags = test.tags.map(tag => new vscode.TestTag(tag));
    item.description = [test.kind === 'solved' ? 'solved' : '', ...test.tags.map(tag => `@${tag}`)].filter(Boolean).join(' ');
    this.remember(item, { folder, path, id: test.id });
    return item;
  }

  private remember(item: vscode.TestItem, known: Known): void {
    this.known.set(item, known);
    this.byId.set(item.id, item);
  }

  private remove(folder: vscode.WorkspaceFolder, path: string): void {
    const parent = this.parentOf(folder);
    const file = parent.get(this.key(folder, path));
    if (!file) return;
    file.children.forEach(child => this.byId.delete(child.id));
    this.byId.delete(file.id);
    parent.delete(file.id);
  }

  private pathsOf(folder: vscode.WorkspaceFolder): string[] {
    const paths: string[] = [];
    this.parentOf(folder).forEach(file => {
      const known = this.known.get(file);
      if (known?.folder === folder) paths.push(known.path);
    });
    return paths;
  }

  /** The collection that contains the files of a folder. */
  private parentOf(folder: vscode.WorkspaceFolder): vscode.TestItemCollection {
    if ((vscode.workspace.workspaceFolders?.length ?? 0) < 2) return this.controller.items;
    const id = folder.uri.toString();
    const item = this.controller.items.get(id) ?? this.controller.createTestItem(id, folder.name, folder.uri);
    this.controller.items.add(item);
    return item.children;
  }

  private key(folder: vscode.WorkspaceFolder, id: string): string {
    return `${folder.uri.toString()} ${id}`;
  }

  private pathIn(folder: vscode.WorkspaceFolder, file: vscode.Uri): string {
    return file.path.slice(folder.uri.path.replace(/\/$/, '').length + 1);
  }
}
