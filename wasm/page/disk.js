// Files of this machine: opened by the browser's pickers, or dropped on the page. Where the browser lends the files themselves (File System
// Access) they can be saved where they are; elsewhere they are copies, which are downloaded.

import { isRead, most, troubleWithName } from './work.js';

const mostEntries = 10_000; // files and folders that are looked at
const ofOne = 1_000_000; // bytes

/** A file or folder of a drop or a picker, whichever way the browser gives it: {path, file() or entries()}, with `handle` where it is lent. */
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
 * Reads texts as far as the limits allow: {files: [[path, text], ...], lent: by path, {handle, text, ending, modified}, others: how many are none that aunit
 * reads, cut: why there are no more}. `all`: files that the user chose one by one are read whatever their names.
 */
async function textsOf(items, all) {
  const found = { files: [], lent: new Map(), others: 0, cut: '' };
  let entries = 0, characters = 0;
  const take = async ({ path, handle, file }) => {
    if (!all && !isRead(path)) return void (found.others += 1);
    if (troubleWithName(path, found.files.map(([name]) => name)) !== '') return void (found.others += 1);
    const content = await file();
    if (content.size > ofOne) return void (found.cut = `${path} has more than ${ofOne / 1e6} MB`);
    if (found.files.length >= most.files) return void (found.cut = `there are more than ${most.files}`);
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

/** What the user picks in the browser's old dialog; nothing if it is closed. */
function chosenIn(input) {
  return new Promise(resolve => {
    input.value = '';
    input.onchange = () => resolve([...input.files]);
    input.oncancel = () => resolve([]);
    input.click();
  });
}

/** Undefined where nothing is picked. */
const unlessClosed = picked => picked.catch(error => {
  if (error.name === 'AbortError') return undefined;
  throw error;
});

export async function pickFiles(input) {
  if (!window.showOpenFilePicker) return { ...(await textsOf((await chosenIn(input)).map(ofFile), true)) };
  const handles = await unlessClosed(window.showOpenFilePicker({ multiple: true }));
  return textsOf((handles ?? []).map(handle => ofHandle(handle)), true);
}

/** With `folder`, where it is lent, in which new files can be made. Paths begin below it. */
export async function pickFolder(input) {
  if (!window.showDirectoryPicker) return withoutTop(await textsOf((await chosenIn(input)).filter(isVisible).map(ofFile), false));
  const folder = await unlessClosed(window.showDirectoryPicker());
  return folder ? { ...(await textsOf([ofHandle(folder, '')], false)), folder, title: folder.name } : textsOf([], false);
}
const isVisible = file => !file.webkitRelativePath.split('/').some(name => name.startsWith('.') || name === 'node_modules');

/** Below the only folder that there is. */
function withoutTop(found) {
  const top = found.files[0]?.[0].split('/')[0];
  if (!found.files.every(([path]) => path.startsWith(`${top}/`))) return found;
  return { ...found, title: top, files: found.files.map(([path, text]) => [path.slice(top.length + 1), text]) };
}

/** What was dropped: files, folders, or both. To be called while the event lasts. */
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

/** The files that the browser has lent, and what stands in them. */
export class Disk {
  #lent = new Map();
  #folder;
  title = 'aunit';

  /** What is saved from now on: only what was opened, or that, too. */
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
   * Writes what has changed: {saved: names, left: those that have no place there, others: those that another program has changed or made
   * meanwhile, which stay}.
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
        const stream = await handle.createWritable(); // what is there stays until it is closed
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

  /** A file of the folder, which is made where there is none unless `create` is false. */
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
