// The texts of a folder that a run speaks of, and places in them.
import * as vscode from 'vscode';
import { type Place, extentOf, linesOf } from '../positions';

/** The lines of the files that a run speaks of, each read once. */
export class Lines {
  private readonly lines = new Map<string, readonly string[]>();

  constructor(private readonly folder: vscode.WorkspaceFolder) {}

  uri(file: string): vscode.Uri {
    return file.startsWith('/') ? this.folder.uri.with({ path: file }) : vscode.Uri.joinPath(this.folder.uri, file);
  }

  async of(file: string): Promise<readonly string[]> {
    const known = this.lines.get(file);
    if (known) return known;
    // From the disk, which the program reads, too; a module of the library is not there.
    const read = await Promise.resolve(vscode.workspace.fs.readFile(this.uri(file))).then(
      bytes => linesOf(new TextDecoder().decode(bytes)),
      () => [],
    );
    this.lines.set(file, read);
    return read;
  }
}

/** A place as the program wrote it, in the text that it read. */
export function rangeOf(place: Place, lines: readonly string[]): vscode.Range {
  const extent = extentOf(place, lines);
  return new vscode.Range(extent.line, extent.character, extent.endLine, extent.endCharacter);
}
