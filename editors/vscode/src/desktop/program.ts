// Where the program `aunit` is: the native one, else the one that the extension brings. And what is said when it is not there.
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';

/** What the search may look at. */
export interface Surroundings {
  path: string;
  home: string;
  /** The first folder of the workspace. */
  folder: string | undefined;
}

export function surroundings(folder: string | undefined): Surroundings {
  return { path: process.env['PATH'] ?? '', home: homedir(), folder };
}

/** What is started for each of aunit's commands. */
export interface Program {
  command: string;
  /** In front of the command's own. */
  args: readonly string[];
  env?: NodeJS.ProcessEnv;
}

export function native(file: string): Program {
  return { command: file, args: [] };
}

/** The engine that came with the extension, run by the editor's own Node. */
export function brought(folder: string): Program {
  return {
    command: process.execPath,
    args: [join(folder, 'command.js')],
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', AUNIT_ENGINE: 'wasm' },
  };
}

/** What a setting means: its program, else, where it names none in particular, the engine in a folder, if it is there. */
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

/** The files that a setting may mean, in the order in which they are tried. */
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

/** What is wrong, in words for people. */
export function missing(setting: string, around: Surroundings): string {
  const tried = candidates(setting, around);
  const one = tried[0];
  return tried.length === 1 && one !== undefined
    ? `The program aunit is not at ${one}, or cannot be started. The setting "aunit.path" says where it is.`
    : `The program aunit was not found in PATH. Install it, or set its path in "aunit.path".`;
}
