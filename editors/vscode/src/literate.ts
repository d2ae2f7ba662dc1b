// Models inside Markdown.

/** Whether a line of a literate file is part of its model: in a block that begins with exactly ```alloy, after front matter. */
export function isModelLine(lines: readonly string[], line: number): boolean {
  if (lines[0] !== '---') return false;
  let inside = false;
  for (const text of lines.slice(0, line)) inside = inside ? !text.startsWith('```') : text === '```alloy';
  return inside && !(lines[line] ?? '').startsWith('```');
}
