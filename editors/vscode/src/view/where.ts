// Finds the valuation that is declared or named at a place in a text.

/** The valuations that a text declares: their names, and the lines on which they begin, from 0. */
export function valuationsOf(text: string): { name: string; line: number }[] {
  return text.split(/\r\n|\r|\n/).flatMap((content, line) => {
    const name = /^\s*val\s+([\p{L}_][\p{L}\p{N}_"]*)/u.exec(content)?.[1];
    return name === undefined ? [] : [{ name, line }];
  });
}

const paragraph = /^\s*(?:(?:abstract|lone|one|some|private|var)\s+)*(?:module|open|sig|enum|pred|fun|fact|assert|run|check|let|val|test)\b/;

/** The valuation that is named at the cursor, or whose paragraph contains the cursor. */
export function valuationAt(text: string, line: number, word: string | undefined): string | undefined {
  const known = valuationsOf(text);
  if (word !== undefined && known.some(({ name }) => name === word)) return word;
  const lines = text.split(/\r\n|\r|\n/);
  for (let above = line; above >= 0; --above) {
    const own = known.find(valuation => valuation.line === above);
    if (own) return own.name;
    if (paragraph.test(lines[above] ?? '')) return undefined;
  }
  return undefined;
}
