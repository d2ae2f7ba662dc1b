// Whether the requirements of a formula are met, in the classes that the HTML report colours.
import type { Extent } from '../positions';
import type { Subject } from './report';

export type Standing = 'met' | 'partly' | 'unmet' | 'never' | 'infeasible';

/** The words and signs of the HTML report. */
export const looks: Record<Standing, { words: string; sign: string }> = {
  met: { words: 'met', sign: '\u2713' },
  partly: { words: 'partly met', sign: '\u25d0' },
  unmet: { words: 'unmet', sign: '\u2717' },
  never: { words: 'never evaluated', sign: '\u25cb' },
  infeasible: { words: 'infeasible', sign: '\u2205' },
};

export function standingOf(subject: Subject): Standing {
  const { requirements } = subject;
  if (requirements.every(requirement => requirement.met)) return 'met';
  if (requirements.every(requirement => requirement.met || requirement.infeasible)) return 'infeasible';
  if (requirements.some(requirement => requirement.met)) return 'partly';
  return subject.kind === 'signature' || subject.kind === 'field' ? 'unmet' : 'never';
}

export interface Coloured<T> {
  extent: Extent;
  of: T;
}

/** Splits stretches that contain others, so that each place belongs to the innermost stretch. The result has the order of the text. */
export function innermost<T>(stretches: readonly Coloured<T>[]): Coloured<T>[] {
  type Spot = { line: number; character: number };
  const begin = ({ extent }: Coloured<T>): Spot => extent;
  const end = ({ extent }: Coloured<T>): Spot => ({ line: extent.endLine, character: extent.endCharacter });
  const compare = (a: Spot, b: Spot): number => a.line - b.line || a.character - b.character;
  const pieces: Coloured<T>[] = [];
  const open: Coloured<T>[] = [];
  let reached: Spot = { line: 0, character: 0 };
  const advance = (to: Spot): void => {
    const top = open.at(-1);
    if (top && compare(reached, to) < 0)
      pieces.push({ extent: { line: reached.line, character: reached.character, endLine: to.line, endCharacter: to.character }, of: top.of });
    if (compare(reached, to) < 0) reached = to;
  };
  const closeUpTo = (to: Spot): void => {
    for (let top = open.at(-1); top && compare(end(top), to) <= 0; top = open.at(-1)) {
      advance(end(top));
      open.pop();
    }
  };
  for (const stretch of [...stretches].sort((a, b) => compare(begin(a), begin(b)) || compare(end(b), end(a)))) {
    closeUpTo(begin(stretch));
    advance(begin(stretch));
    reached = begin(stretch);
    open.push(stretch);
  }
  closeUpTo({ line: Number.MAX_SAFE_INTEGER, character: 0 });
  return pieces;
}
