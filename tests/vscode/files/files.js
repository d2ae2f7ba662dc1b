// A FileSystemProvider of the scheme `memory`: its files are those that the server lists, and what is written to them is kept here.
const vscode = require('vscode');

const encoder = new TextEncoder();

class Folder {
  entries = new Map();
}

class Files {
  #root = new Folder();
  #changed = new vscode.EventEmitter();
  onDidChangeFile = this.#changed.event;

  /** Promised once, asked by everybody. */
  constructor(listing) {
    this.#filled = listing.then(files => {
      for (const [path, text] of files) this.#put(path.split('/'), encoder.encode(text));
    });
  }
  #filled;

  #put(names, bytes) {
    let folder = this.#root;
    for (const name of names.slice(0, -1)) {
      if (!folder.entries.has(name)) folder.entries.set(name, new Folder());
      folder = folder.entries.get(name);
    }
    folder.entries.set(names.at(-1), { bytes, time: Date.now() });
  }

  async #find(uri) {
    await this.#filled;
    let found = this.#root;
    for (const name of uri.path.split('/').filter(Boolean)) found = found?.entries?.get(name);
    if (!found) throw vscode.FileSystemError.FileNotFound(uri);
    return found;
  }

  watch() {
    return new vscode.Disposable(() => undefined);
  }
  async stat(uri) {
    const found = await this.#find(uri);
    if (found instanceof Folder) return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    return { type: vscode.FileType.File, ctime: 0, mtime: found.time, size: found.bytes.length };
  }
  async readDirectory(uri) {
    const { entries } = await this.#find(uri);
    return [...entries].map(([name, entry]) => [name, entry instanceof Folder ? vscode.FileType.Directory : vscode.FileType.File]);
  }
  async readFile(uri) {
    return (await this.#find(uri)).bytes;
  }
  async writeFile(uri, bytes) {
    const names = uri.path.split('/').filter(Boolean);
    const type = await this.#find(uri).then(() => vscode.FileChangeType.Changed, () => vscode.FileChangeType.Created);
    this.#put(names, bytes);
    this.#changed.fire([{ type, uri }]);
  }
  async delete(uri) {
    const names = uri.path.split('/').filter(Boolean);
    const { entries } = await this.#find(uri.with({ path: `/${names.slice(0, -1).join('/')}` }));
    entries.delete(names.at(-1));
    this.#changed.fire([{ type: vscode.FileChangeType.Deleted, uri }]);
  }
  async rename(from, to) {
    await this.writeFile(to, await this.readFile(from));
    await this.delete(from);
  }
  createDirectory() {
    throw vscode.FileSystemError.NoPermissions('not needed here');
  }
}

exports.activate = context => {
  const listing = fetch(vscode.Uri.joinPath(context.extensionUri, 'listing.json').toString(true)).then(answer => answer.json());
  context.subscriptions.push(vscode.workspace.registerFileSystemProvider('memory', new Files(listing), { isCaseSensitive: true }));
};
