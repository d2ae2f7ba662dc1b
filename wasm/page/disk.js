// Files of this machine that the user picks or drops on the page. If the browser has the File System Access API, it gives handles, with
// which the page can save the files where they are ("lent" files). Other browsers give copies, which can only be downloaded.

import { isRead, most, troubleWithName } from './work.js';

const mostEntries = 10_000; // files and folders to look at
const ofOne = 1_000_000; // bytes of one file

/** The three forms in which browsers give files and folders, as {path, file() or entries()}; with `handle` if lent. */
function ofHandle(handle, path = handle.name) {
  if (handle.kind === 'file') return { path, handle, file: () => handle.getFile() };
  return {
    path,
    async *entries() {
      for await (const each of handle.values()) yield ofHandle(each, path === '' ? each.name : `${path}/${each.name}`);
    },
  };
}
function ofEntry(entry, path = entry.name) {
  if (entry.isFile) return { path, file: () => new Promise((resolve, reject) => entry.file(resolve, reject)) };
  return {
    path,
    async *entries() {
      const reader = entry.createReader();
      for (;;) {
        const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
        if (some.length === 0) return;
        for (const each of some) yield ofEntry(each, `${path}/${each.name}`);
      }
    },
  };
}
const ofFile = file => ({ path: file.webkitRelativePath || file.name, file: async () => file });

/**
 * Reads texts up to the limits: {files: [[path, text], ...], lent: by path, {handle, text, ending, modified}, others: the number of files
 * that aunit does not read, cut: why some are missing}. `all`: reads files whatever their names, as the user chose each of them.
 */
async function textsOf(items, all) {
  const found = { files: [], lent: new Map(), others: 0, cut: '' };
  let entries = 0, characters = 0;
  const take = async ({ path, handle, file }) => {
    if (!all && !isRead(path)) return void (found.others += 1);
    if (troubleWithName(path, found.files.map(([name]) => name)) !== '') return void (found.others += 1);
    const content = await file();
    if (content.size > ofOne) return void (found.cut = `${path} has more than ${ofOne / 1e6} MB`);
    if (found.files.length >= most.files) return void (found.cut = `there are more than ${most.files} files`);
    const text = textIn(await content.arrayBuffer());
    if (text === undefined || (!all && /\.md$/i.test(path) && !text.startsWith('---'))) return void (found.others += 1);
    if ((characters += text.length) > most.characters) return void (found.cut = `they have more than ${most.characters} characters`);
    const plain = text.replace(/\r\n?/g, '\n');
    found.files.push([path, plain]);
    if (handle) found.lent.set(path, { handle, text: plain, ending: text.includes('\r\n') ? '\r\n' : '\n', modified: content.lastModified });
  };
  const visit = async item => {
    if (++entries > mostEntries) return void (found.cut = `the folder holds more than ${mostEntries} files and folders`);
    if (!item.entries) return take(item);
    const below = [];
    for await (const each of item.entries()) {
      const name = each.path.slice(each.path.lastIndexOf('/') + 1);
      if (!name.startsWith('.') && name !== 'node_modules') below.push(each);
      if (below.length > mostEntries) break;
    }
    below.sort((a, b) => Number(Boolean(a.entries)) - Number(Boolean(b.entries)) || (a.path < b.path ? -1 : 1));
    for (const each of below) await visit(each);
  };
  for (const item of items) await visit(item);
  return found;
}

function textIn(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The files that the user picks in an <input>; none if the user cancels. */
function chosenIn(input) {
  return new Promise(resolve => {
    input.value = '';
    input.onchange = () => resolve([...input.files]);
    input.oncancel = () => resolve([]);
    input.click();
  });
}

/** The result of a picker; undefined if the user cancels. */
const unlessClosed = picked => picked.catch(error => {
  if (error.name === 'AbortError') return undefined;
  throw error;
});

export async function pickFiles(input) {
  if (!window.showOpenFilePicker) return { ...(await textsOf((await chosenIn(input)).map(ofFile), true)) };
  const handles = await unlessClosed(window.showOpenFilePicker({ multiple: true }));
  return textsOf((handles ?? []).map(handle => ofHandle(handle)), true);
}

/** The files of a folder, with paths relative to it. If it is lent, also its handle as `folder`, in which new files can be made. */
export async function pickFolder(input) {
  if (!window.showDirectoryPicker) return withoutTop(await textsOf((await chosenIn(input)).filter(isVisible).map(ofFile), false));
  const folder = await unlessClosed(window.showDirectoryPicker());
  return folder ? { ...(await textsOf([ofHandle(folder, '')], false)), folder, title: folder.name } : textsOf([], false);
}
const isVisible = file => !file.webkitRelativePath.split('/').some(name => name.startsWith('.') || name === 'node_modules');

/** If all files are below one folder: with paths relative to it. */
function withoutTop(found) {
  const top = found.files[0]?.[0].split('/')[0];
  if (!found.files.every(([path]) => path.startsWith(`${top}/`))) return found;
  return { ...found, title: top, files: found.files.map(([path, text]) => [path.slice(top.length + 1), text]) };
}

/** The files and folders that were dropped. Must be called during the event. */
export function dropped({ items, files }) {
  const entries = [...items].filter(({ kind }) => kind === 'file').map(item => ({ lent: item.getAsFileSystemHandle?.(), entry: item.webkitGetAsEntry?.() }));
  const plain = [...files];
  return (async () => {
    const handles = await Promise.all(entries.map(({ lent }) => lent?.catch(() => null)));
    if (handles.length === 1 && handles[0]?.kind === 'directory') return { ...(await textsOf([ofHandle(handles[0], '')], false)), folder: handles[0], title: handles[0].name };
    const folders = entries.some(({ entry }) => entry?.isDirectory);
    const found = await textsOf(entries.map(({ entry }, index) => (handles[index] ? ofHandle(handles[index]) : entry ? ofEntry(entry) : ofFile(plain[index]))), !folders);
    return entries.length === 1 && folders ? withoutTop(found) : found;
  })();
}

/** The lent files, and their content. */
export class Disk {
  #lent = new Map();
  #folder;
  title = 'aunit';

  /** Adds opened files to those that can be saved. With `alone`, forgets the earlier ones. */
  take({ lent, folder, title }, alone) {
    if (alone) {
      this.#lent.clear();
      this.#folder = undefined;
    }
    for (const [path, file] of lent) this.#lent.set(path, file);
    if (folder) this.#folder = folder;
    this.title = title ?? (alone ? 'aunit' : this.title);
  }

  get canSave() {
    return this.#folder !== undefined || this.#lent.size > 0;
  }

  /**
   * Writes the files that have changed. Returns names: {saved, left: not written, as they are not lent, others: not written, as another
   * program has changed or made them meanwhile}.
   */
  async save(work) {
    const saved = [], left = [], others = [];
    for (const [name, text] of work.files) {
      const known = this.#lent.get(name);
      if (known?.text === text) continue;
      if (!known && !this.#folder) left.push(name);
      else if (known ? (await known.handle.getFile()).lastModified !== known.modified : await this.#has(name)) others.push(name);
      else {
        const handle = known?.handle ?? (await this.#make(name)), ending = known?.ending ?? '\n';
        const stream = await handle.createWritable(); // the old content remains until close()
        await stream.write(text.replaceAll('\n', ending));
        await stream.close();
        this.#lent.set(name, { handle, text, ending, modified: (await handle.getFile()).lastModified });
        saved.push(name);
      }
    }
    return { saved, left, others };
  }

  async #has(name) {
    try {
      await this.#make(name, false);
      return true;
    } catch (error) {
      if (error.name === 'NotFoundError') return false;
      throw error;
    }
  }

  /** The handle of a file in the folder. Makes the file if it does not exist, unless `create` is false. */
  async #make(name, create = true) {
    let folder = this.#folder;
    const parts = name.split('/');
    for (const part of parts.slice(0, -1)) folder = await folder.getDirectoryHandle(part, { create });
    return folder.getFileHandle(parts.at(-1), { create });
  }
}

export function download(name, blob) {
  const address = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
