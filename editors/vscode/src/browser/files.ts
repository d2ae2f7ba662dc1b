// The files of the workspace that the engine may read. In the engine they are in one folder, with a subfolder for each folder of the workspace.
// All files are read once. A file is read again when it is saved.
import * as vscode from 'vscode';

/** Limits. The engine does not see the files beyond them. */
const most = { files: 1000, bytes: 10_000_000, ofOne: 1_000_000, entries: 10_000 };
const root = '/workspace';
const outside = '/elsewhere'; // for open files outside of the workspace's folders
const isRead = (name: string): boolean => /\.(als|aunit|np|prog|md|xml|theme\.json)$/i.test(name) || name === 'aunit.toml';
const isSkipped = (name: string): boolean => name.startsWith('.') || name === 'node_modules';

export type Content = Uint8Array;

/** Whether the engine can use a file. A Markdown file can have a model only if it begins with front matter. */
function isOfUse(name: string, content: Content): boolean {
  return !/\.md$/i.test(name) || new TextDecoder().decode(content.subarray(0, 4)).startsWith('---');
}

const mega = (bytes: number): string => `${bytes / 1e6} MB`;

export class WorkspaceFiles {
  private readonly contents = new Map<string, Content>();
  private readonly elsewhere = new Map<string, vscode.Uri>();
  private readonly changed = new vscode.EventEmitter<{ path: string; content: Content | undefined }>();
  private bytes = 0;
  private saidCut = false;
  private work: Promise<void> = Promise.resolve();
  /** Fires if a file has changed or was deleted. */
  readonly onDidChange = this.changed.event;

  register(): vscode.Disposable {
    const watcher = vscode.workspace.createFileSystemWatcher('**/*');
    const later = (file: vscode.Uri): void => void this.update(file);
    this.work = this.readAll();
    return vscode.Disposable.from(
      this.changed,
      watcher,
      watcher.onDidCreate(later),
      watcher.onDidChange(later),
      watcher.onDidDelete(later),
      vscode.workspace.onDidSaveTextDocument(document => later(document.uri)),
      vscode.workspace.onDidChangeWorkspaceFolders(() => (this.work = this.work.then(() => this.readAll()))),
    );
  }

  /** All files by path. Waits until the changes that are known now have been read. */
  async all(): Promise<[string, Content][]> {
    await this.work;
    return [...this.contents];
  }

  /** Reads a file again after a change, or removes the files of a deleted folder. */
  update(file: vscode.Uri): Promise<void> {
    const path = this.inside(file), folder = vscode.workspace.getWorkspaceFolder(file);
    const names = folder && path.slice(this.inside(folder.uri).length + 1).split('/');
    if (!names || names.some(isSkipped)) return this.work;
    return (this.work = this.work.then(async () => {
      if (isRead(names.at(-1) ?? '')) return this.take(file, path);
      for (const below of [...this.contents.keys()]) if (below.startsWith(`${path}/`)) await this.take(this.outsideOf(below), below);
      const type = await Promise.resolve(vscode.workspace.fs.stat(file)).then(({ type }) => type, () => vscode.FileType.Unknown);
      if (type & vscode.FileType.Directory) await this.readBelow([file]);
    }));
  }

  /** The path in the engine for a file of the editor. */
  inside(file: vscode.Uri): string {
    const folder = vscode.workspace.getWorkspaceFolder(file);
    if (folder) return this.pathOf(folder) + file.path.slice(folder.uri.path.replace(/\/$/, '').length);
    const path = `${outside}/${file.scheme}${file.path}`;
    this.elsewhere.set(path, file);
    return path;
  }

  /** The editor's URI for a file of the engine. */
  outsideOf(path: string): vscode.Uri {
    const known = this.elsewhere.get(path);
    if (known) return known;
    for (const folder of vscode.workspace.workspaceFolders ?? []) {
      const own = this.pathOf(folder);
      if (path === own || path.startsWith(`${own}/`)) return vscode.Uri.joinPath(folder.uri, path.slice(own.length));
    }
    return vscode.Uri.from({ scheme: libraryScheme, path });
  }

  private pathOf({ name, index }: vscode.WorkspaceFolder): string {
    const isFirst = !(vscode.workspace.workspaceFolders ?? []).slice(0, index).some(other => other.name === name);
    return `${root}/${name.replaceAll('/', ' ')}${isFirst ? '' : ` ${index + 1}`}`;
  }

  private async readAll(): Promise<void> {
    for (const path of this.contents.keys()) this.forget(path);
    await this.readBelow((vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri));
  }

  /** Reads folders level by level from the top, until a limit is reached. */
  private async readBelow(folders: vscode.Uri[]): Promise<void> {
    let entries = 0, level = folders;
    while (level.length > 0) {
      const listed = await Promise.all(level.map(folder => Promise.resolve(vscode.workspace.fs.readDirectory(folder)).then(all => ({ folder, all }), () => ({ folder, all: [] }))));
      level = [];
      for (const { folder, all } of listed)
        for (const [name, type] of all) {
          if (isSkipped(name)) continue;
          if (++entries > most.entries) return this.sayCut(`more than ${most.entries} files and folders`);
          const entry = vscode.Uri.joinPath(folder, name);
          if (type & vscode.FileType.Directory && !(type & vscode.FileType.SymbolicLink)) level.push(entry);
          else if (type & vscode.FileType.File && isRead(name)) await this.take(entry, this.inside(entry));
        }
    }
  }

  private async take(file: vscode.Uri, path: string): Promise<void> {
    const content = await this.read(file, path);
    if (!content) return this.forget(path);
    this.bytes += content.length - (this.contents.get(path)?.length ?? 0);
    this.contents.set(path, content);
    this.changed.fire({ path, content });
  }

  /** Nothing if the file does not exist, the engine cannot use it, or it exceeds a limit. */
  private async read(file: vscode.Uri, path: string): Promise<Content | undefined> {
    const size = await Promise.resolve(vscode.workspace.fs.stat(file)).then(({ size }) => size, () => undefined);
    if (size === undefined) return undefined;
    if (size > most.ofOne) return this.sayCut(`${path.slice(root.length + 1)}, which has more than ${mega(most.ofOne)}`);
    const known = this.contents.get(path)?.length;
    if (known === undefined && this.contents.size >= most.files) return this.sayCut(`more than ${most.files} files of models, tests and instances`);
    if (this.bytes - (known ?? 0) + size > most.bytes) return this.sayCut(`more than ${mega(most.bytes)} of models, tests and instances`);
    const content = await Promise.resolve(vscode.workspace.fs.readFile(file)).then(bytes => bytes, () => undefined);
    return content && isOfUse(path, content) ? content : undefined;
  }

  private forget(path: string): void {
    const known = this.contents.get(path);
    if (!known) return;
    this.bytes -= known.length;
    this.contents.delete(path);
    this.changed.fire({ path, content: undefined });
  }

  /** Tells the user, only once, that not all files are read. */
  private sayCut(what: string): undefined {
    if (this.saidCut) return;
    this.saidCut = true;
    void vscode.window.showWarningMessage(
      `The workspace has ${what}. In the browser, aunit reads only ${this.contents.size} of its files: those nearest to its top (at most ${most.files} files, ${mega(most.bytes)} together, ${mega(most.ofOne)} each). Open a smaller folder, or use VS Code on the desktop.`,
    );
  }
}

/** The URI scheme of files that only the engine has: library modules. */
export const libraryScheme = 'aunit-library';
