// The files that the user works on: {files: [[name, text], ...], open: the index of the one that is shown}.

const endings = ['als', 'aunit', 'np', 'prog', 'md'];
export const most = { files: 100, characters: 2_000_000 };

const endingOf = name => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

/** Whether aunit reads files of this kind by themselves. It reads others, such as saved instances, only if another file names them. */
export const isSource = name => endings.includes(endingOf(name));

/** Whether aunit reads such a file in a folder: sources, settings, saved instances and themes. */
export const isRead = name => isSource(name) || /(^|\/)aunit\.toml$|\.xml$|\.theme\.json$/i.test(name);

export const isProgram = name => endingOf(name) === 'prog';

/** Why a file cannot have this name; empty if it can. */
export function troubleWithName(name, others) {
  if (name === '') return 'A file needs a name.';
  if (name.length > 200) return 'The name is too long.';
  if (/[\0-\x1f\x7f]/.test(name)) return 'The name contains an invisible character.';
  if (name.split('/').some(part => part === '' || part === '.' || part === '..')) return 'The name has an empty part, “.” or “..” between its slashes.';
  if (/^[-.]/.test(name)) return 'A name must not begin with “-” or “.”.';
  if (others.some(other => other === name || other.startsWith(`${name}/`) || name.startsWith(`${other}/`))) return 'There is already a file or folder of this name.';
  return '';
}

/** Checks files that were kept or sent; undefined if they are not valid. */
export function asWork(value) {
  const { files, open } = value ?? {};
  if (!Array.isArray(files) || files.length === 0 || files.length > most.files) return undefined;
  let characters = 0;
  for (const [index, file] of files.entries()) {
    if (!Array.isArray(file) || file.length !== 2 || file.some(part => typeof part !== 'string')) return undefined;
    if (troubleWithName(file[0], files.slice(0, index).map(([name]) => name)) !== '') return undefined;
    characters += file[1].length;
  }
  if (characters > most.characters) return undefined;
  return { files, open: Number.isInteger(open) && open >= 0 && open < files.length ? open : 0 };
}
