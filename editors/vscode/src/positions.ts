// Columns: the program counts code points from 1, the editor UTF-16 units from 0.

/** A place as the program writes it; `end_column` is that of the last character. */
export interface Place {
  file: string;
  line: number;
  column: number;
  end_line: number;
  end_column: number;
}

/** As the editor has it: lines and characters from 0, the end exclusive. */
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

/** The UTF-16 offset in a line of what stands behind so many code points. */
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
