// Finds the program `aunit`: the native program, else the engine in the extension. Has the message for the case that neither exists.
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';

/** The environment of the search. */
export interface Surroundings {
  path: string;
  home: string;
  /** The first folder of the workspace. */
  folder: string | undefined;
}

export function surroundings(folder: string | undefined): Surroundings {
  return { path: process.env['PATH'] ?? '', home: homedir(), folder };
}

/** The program that is started for each command of aunit. */
export interface Program {
  command: string;
  /** Arguments before the arguments of the command. */
  args: readonly string[];
  env?: NodeJS.ProcessEnv;
}

export function native(file: string): Program {
  return { command: file, args: [] };
}

/** The engine in the extension, run by the editor's Node. */
export function brought(folder: string): Program {
  return {
    command: process.execPath,
    args: [join(folder, 'command.js')],
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', AUNIT_ENGINE: 'wasm' },
  };
}

/** The program for a setting. If there is none and the setting has its default value: the engine in a folder, if it exists. */
export async function choose(setting: string, around: Surroundings, engine: string): Promise<Program | undefined> {
  const file = await find(setting, around);
  if (file !== undefined) return native(file);
  const program = brought(engine);
  const isThere = await access(program.args[0] ?? '').then(() => true, () => false);
  return isThere && namesNone(setting) ? program : undefined;
}

function namesNone(setting: string): boolean {
  return ['', 'aunit'].includes(setting.trim());
}

/** The files that a setting may name, in the order in which they are tried. */
export function candidates(setting: string, around: Surroundings): string[] {
  const written = namesNone(setting) ? 'aunit' : setting.trim();
  const named = written
    .replace(/^~(?=[\\/]|$)/, () => around.home)
    .replace(/^\$\{workspaceFolder\}/, () => around.folder ?? '.');
  if (isAbsolute(named)) return [named];
  if (/[\\/]/.test(named)) return around.folder === undefined ? [] : [join(around.folder, named)];
  return around.path
    .split(delimiter)
    .filter(folder => folder !== '')
    .map(folder => join(folder, process.platform === 'win32' ? `${named}.exe` : named));
}

/** The first candidate that can be started. */
export async function find(setting: string, around: Surroundings): Promise<string | undefined> {
  for (const file of candidates(setting, around)) {
    try {
      await access(file, constants.X_OK);
      if ((await stat(file)).isFile()) return file;
    } catch {
      // the next one
    }
  }
  return undefined;
}

/** The error message if there is no program. */
export function missing(setting: string, around: Surroundings): string {
  const tried = candidates(setting, around);
  const one = tried[0];
  return tried.length === 1 && one !== undefined
    ? `There is no program aunit at ${one}, or it cannot be started. Correct its path in the setting "aunit.path".`
    : `The program aunit was not found in PATH. Install it, or give its path in the setting "aunit.path".`;
}
