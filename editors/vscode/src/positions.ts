// Converts columns: the program counts code points from 1, the editor counts UTF-16 units from 0.

/** A place in the program's form; `end_column` is the column of the last character. */
export interface Place {
  file: string;
  line: number;
  column: number;
  end_line: number;
  end_column: number;
}

/** A range in the editor's form: lines and characters from 0, with an exclusive end. */
export interface Extent {
  line: number;
  character: number;
  endLine: number;
  endCharacter: number;
}

/** The lines of a text, as the program counts them. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}

/** The UTF-16 offset in a line after this number of code points. */
export function unitsBehind(line: string | undefined, codePoints: number): number {
  if (line === undefined) return codePoints;
  let units = 0;
  for (let count = 0; count < codePoints && units < line.length; ++count) units += (line.codePointAt(units) ?? 0) > 0xffff ? 2 : 1;
  return units;
}

export function extentOf(place: Place, lines: readonly string[]): Extent {
  return {
    line: place.line - 1,
    character: unitsBehind(lines[place.line - 1], place.column - 1),
    endLine: place.end_line - 1,
    endCharacter: unitsBehind(lines[place.end_line - 1], place.end_column),
  };
}
