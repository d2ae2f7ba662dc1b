// Mounts the machine's files into the program's file system (Emscripten's FS), under the same paths: each folder below the root, or on
// Windows each drive, so that C:\a\b is /C:/a/b inside (`insidePath`).
import fs from 'node:fs';
import path from 'node:path';

/** The numbers of WASI's errors (witx, "errno"), by their names in Node. */
const numbers = {
  EACCES: 2, EAGAIN: 6, EBADF: 8, EBUSY: 10, EEXIST: 20, EFBIG: 22, EINVAL: 28, EIO: 29, EISDIR: 31, ELOOP: 32, EMFILE: 33, EMLINK: 34,
  ENAMETOOLONG: 37, ENFILE: 41, ENOENT: 44, ENOSPC: 51, ENOTDIR: 54, ENOTEMPTY: 55, ENOTSUP: 58, EPERM: 63, EPIPE: 64, EROFS: 69, ETXTBSY: 74, EXDEV: 75,
};
const windows = process.platform === 'win32';
/** The flags of open(2): the value in the program (musl), and the value in Node on this machine. */
const flags = [[0o1, fs.constants.O_WRONLY], [0o2, fs.constants.O_RDWR], [0o100, fs.constants.O_CREAT], [0o200, fs.constants.O_EXCL],
  [0o1000, fs.constants.O_TRUNC], [0o2000, fs.constants.O_APPEND], [0o200000, fs.constants.O_DIRECTORY ?? 0]];
const regularFile = 0o100000;

/** Converts a path of the machine to the path in the program. */
export function insidePath(outside, onWindows = windows) {
  if (!onWindows) return outside;
  const slashes = outside.replaceAll('\\', '/');
  return /^[a-z]:/i.test(slashes) ? `/${slashes[0].toUpperCase()}${slashes.slice(1)}` : slashes;
}

/** An argument of the command line. If it is a path of an existing file or folder on Windows, converts it. */
export function insideArgument(argument, onWindows = windows, exists = fs.existsSync) {
  if (!onWindows) return argument;
  const [, option = '', value] = /^(--[a-z-]+=)?(.*)$/s.exec(argument);
  const isPath = /^[a-z]:[\\/]/i.test(value) || (value.includes('\\') && (exists(value) || exists(path.win32.dirname(value))));
  return isPath ? option + insidePath(value, true) : argument;
}

/** Mounts all folders or drives, and sets the program's current folder to that of this process. */
export function mountMachine(FS) {
  for (const name of windows ? drives() : folders('/')) {
    if (!FS.analyzePath(`/${name}`).exists) FS.mkdir(`/${name}`);
    FS.mount(filesOf(FS), { root: windows ? `${name}\\` : `/${name}` }, `/${name}`);
  }
  FS.chdir(insidePath(process.cwd()));
}

/**
 * Connects the program's standard streams to those of this process, without buffering, and recognizes terminals. With `instead`, standard
 * input is a text, and output goes to `say(descriptor, bytes)`.
 */
export function connectStreams(FS, isTerminal, instead) {
  for (const descriptor of [0, 1, 2]) {
    const stream = FS.streams[descriptor];
    stream.descriptor = descriptor;
    stream.stream_ops = instead ? operationsInstead(instead) : streamOperations(FS);
    stream.seekable = false;
    if (!instead && isTerminal(descriptor)) stream.tty = {};
  }
}

function operationsInstead({ input, say }) {
  let taken = 0;
  return {
    read(stream, memory, offset, length) {
      const bytes = input.subarray(taken, taken + length);
      memory.set(bytes, offset);
      taken += bytes.length;
      return bytes.length;
    },
    write(stream, memory, offset, length) {
      say(stream.descriptor, memory.slice(offset, offset + length));
      return length;
    },
  };
}

function drives() {
  return [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map(letter => `${letter}:`).filter(drive => fs.existsSync(`${drive}\\`));
}

/** The folders below the root, without those that exist in the program anyway. */
function folders(root) {
  return fs.readdirSync(root).filter(name => {
    if (name === 'dev' || name === 'proc') return false;
    try {
      return fs.statSync(root + name).isDirectory();
    } catch {
      return false;
    }
  });
}

/** A file system type for FS.mount. */
function filesOf(FS) {
  const asked = guarded(FS);
  const outside = node => {
    const names = [];
    for (; node.parent !== node; node = node.parent) names.unshift(node.name);
    return path.join(node.mount.opts.root, ...names);
  };
  const within = (parent, name) => path.join(outside(parent), name);
  const create = (parent, name, mode) => {
    const node = FS.createNode(parent, name, mode);
    node.node_ops = operations;
    node.stream_ops = streams;
    return node;
  };
  const streams = streamOperations(FS, outside);
  const operations = {
    getattr: node => asked(() => statusOf(fs.lstatSync(outside(node)))),
    setattr: (node, { mode, timestamp, size }) => asked(() => {
      const file = outside(node);
      if (mode !== undefined) {
        fs.chmodSync(file, mode & 0o7777);
        node.mode = mode;
      }
      if (size !== undefined) fs.truncateSync(file, size);
      if (mode === undefined && size === undefined) fs.utimesSync(file, timestamp / 1000, timestamp / 1000);
    }),
    lookup: (parent, name) => asked(() => create(parent, name, modeOf(fs.lstatSync(within(parent, name))))),
    mknod: (parent, name, mode) => asked(() => {
      const file = within(parent, name);
      if (FS.isDir(mode)) fs.mkdirSync(file, { mode: mode & 0o777 });
      else fs.closeSync(fs.openSync(file, 'wx', mode & 0o777));
      return create(parent, name, mode);
    }),
    rename: (node, folder, name) => asked(() => {
      fs.renameSync(outside(node), within(folder, name));
      node.name = name;
    }),
    unlink: (parent, name) => asked(() => fs.unlinkSync(within(parent, name))),
    rmdir: (parent, name) => asked(() => fs.rmdirSync(within(parent, name))),
    readdir: node => asked(() => ['.', '..', ...fs.readdirSync(outside(node))]),
    symlink: (parent, name, target) => asked(() => fs.symlinkSync(target, within(parent, name))),
    readlink: node => asked(() => insidePath(fs.readlinkSync(outside(node)))),
  };
  return { mount: mount => asked(() => create(null, '/', modeOf(fs.statSync(mount.opts.root)))) };
}

/** The operations on files and on the standard streams, which are already open. */
function streamOperations(FS, outside) {
  const asked = guarded(FS);
  return {
    open: stream => asked(() => {
      if (!FS.isDir(stream.node.mode)) stream.descriptor = fs.openSync(outside(stream.node), machineFlags(stream.flags));
    }),
    close: stream => asked(() => {
      if (stream.descriptor > 2) fs.closeSync(stream.descriptor);
    }),
    read: (stream, memory, offset, length, position) => asked(() => length === 0 ? 0
      : patiently(() => fs.readSync(stream.descriptor, memory, offset, length, stream.descriptor === 0 ? null : position))),
    write: (stream, memory, offset, length, position) => asked(() =>
      patiently(() => fs.writeSync(stream.descriptor, memory, offset, length, stream.descriptor < 3 ? null : position))),
    llseek: (stream, offset, whence) => {
      let position = offset;
      if (whence === 1) position += stream.position;
      if (whence === 2) position += asked(() => fs.fstatSync(stream.descriptor)).size;
      if (position < 0) throw new FS.ErrnoError(numbers.EINVAL);
      return position;
    },
  };
}

function machineFlags(wanted) {
  return flags.reduce((all, [ours, theirs]) => wanted & ours ? all | theirs : all, windows ? fs.constants.O_BINARY ?? 0 : 0);
}

/** Waits if a pipe is not ready. Returns 0 at the end of the input on every system. */
function patiently(work) {
  for (;;) {
    try {
      return work();
    } catch (failure) {
      if (failure.code === 'EOF') return 0;
      if (failure.code !== 'EAGAIN') throw failure;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5); // milliseconds
    }
  }
}

function guarded(FS) {
  return work => {
    try {
      return work();
    } catch (failure) {
      if (failure instanceof FS.ErrnoError || !failure?.code) throw failure;
      throw new FS.ErrnoError(numbers[failure.code] ?? numbers.EIO);
    }
  };
}

/** Windows has no permission to execute: who may read a file or folder may also run or enter it. */
function modeOf(status) {
  return windows ? status.mode | ((status.mode & 0o444) >> 2) : status.mode;
}

function statusOf(status) {
  return { dev: status.dev, ino: status.ino, mode: modeOf(status) || regularFile, nlink: status.nlink, uid: status.uid, gid: status.gid, rdev: status.rdev,
    size: status.size, atime: status.atime, mtime: status.mtime, ctime: status.ctime, blksize: status.blksize ?? 4096, blocks: status.blocks ?? 0 };
}
