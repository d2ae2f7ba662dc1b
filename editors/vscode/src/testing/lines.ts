// The files to which the results of a run refer, and places in them.
import * as vscode from 'vscode';
import { type Place, extentOf, linesOf } from '../positions';

/** The lines of these files. Each file is read once. */
export class Lines {
  private readonly lines = new Map<string, readonly string[]>();

  constructor(private readonly folder: vscode.WorkspaceFolder) {}

  uri(file: string): vscode.Uri {
    return file.startsWith('/') ? this.folder.uri.with({ path: file }) : vscode.Uri.joinPath(this.folder.uri, file);
  }

  async of(file: string): Promise<readonly string[]> {
    const known = this.lines.get(file);
    if (known) return known;
    // Reads from disk, like the program. A library module is not on disk.
    const read = await Promise.resolve(vscode.workspace.fs.readFile(this.uri(file))).then(
      bytes => linesOf(new TextDecoder().decode(bytes)),
      () => [],
    );
    this.lines.set(file, read);
    return read;
  }
}

/** The editor's range for a place of the program, in the text that the program read. */
export function rangeOf(place: Place, lines: readonly string[]): vscode.Range {
  const extent = extentOf(place, lines);
  return new vscode.Range(extent.line, extent.character, extent.endLine, extent.endCharacter);
}
