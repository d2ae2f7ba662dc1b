// Where the program `aunit` is, and what is said when it is not there.
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

/** The files that a setting may mean, in the order in which they are tried. */
export function candidates(setting: string, around: Surroundings): string[] {
  const written = setting.trim() === '' ? 'aunit' : setting.trim();
  const named = written
    .replace(/^~(?=[\\/]|$)/, () => around.home)
    .replace(/^\$\{workspaceFolder\}/, () => around.folder ?? '.');
  if (isAbsolute(named)) return [named];
  if (/[\\/]/.test(named)) return around.folder === undefined ? [] : [join(around.folder, named)];
  return around.path
    .split(delimiter)
    .filter(folder => folder !== '')
    .map(folder => join(folder, named));
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
    : `The program aunit was not found in PATH. Install it, or say where it is.`;
}
