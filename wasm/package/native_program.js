// Finds the native program of this version: in the package for this platform, else on the PATH.
import { spawnSync } from 'node:child_process';
import { accessSync, closeSync, constants, openSync, readFileSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
const name = process.platform === 'win32' ? 'aunit.exe' : 'aunit';

/** The path of the program; undefined if there is none. */
export function nativeProgram() {
  return ofPlatform() ?? (process.env.PATH ?? '').split(path.delimiter).filter(Boolean).map(folder => path.join(folder, name)).find(isOurs);
}

/** The program in the optional package for this platform, such as @aunit/linux-x64. */
function ofPlatform() {
  try {
    const found = createRequire(import.meta.url).resolve(`@aunit/${process.platform}-${process.arch}/package.json`);
    const program = path.join(path.dirname(found), 'bin', name);
    return isOurs(program) ? program : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the file is a program of this version. A script of the same name may be this command itself. */
function isOurs(file) {
  return isMachineCode(file) && spawnSync(file, ['--version'], { encoding: 'utf8', windowsHide: true }).stdout?.trim() === `aunit ${version}`;
}

function isMachineCode(file) {
  try {
    accessSync(file, constants.X_OK);
    const opened = openSync(file, 'r'), begin = Buffer.alloc(4);
    try {
      readSync(opened, begin, 0, 4, 0);
    } finally {
      closeSync(opened);
    }
    return ['7f454c46', 'cffaedfe', 'cafebabe'].includes(begin.toString('hex')) || begin.toString('latin1', 0, 2) === 'MZ';
  } catch {
    return false;
  }
}
