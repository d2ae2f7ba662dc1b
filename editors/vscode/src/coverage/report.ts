// What `aunit coverage report --json` writes (docs/coverage-data.md), and what of it belongs to a file.
import { type Extent, unitsBehind } from '../positions';

interface Point {
  line: number;
  column: number;
}

/** `end` is exclusive. */
export interface Stretch {
  path: string;
  paragraph: string;
  begin: Point;
  end: Point;
}

export interface Requirement {
  id: string;
  asks: string;
  met: boolean;
  infeasible: boolean;
  /** `path::name` of those that met it. */
  tests: string[];
}

export interface Subject {
  id: string;
  kind: 'signature' | 'field' | 'expression' | 'formula' | 'quantified' | 'implicit' | 'cells';
  text: string;
  spans: Stretch[];
  requirements: Requirement[];
}

export interface CoverageReport {
  models: { name: string; criteria: Record<string, { met: number; total: number; percent: number }>; subjects: Subject[] }[];
}

export interface Count {
  met: number;
  total: number;
}

/** What of a model stands in one file. */
export interface CoveredFile {
  path: string;
  /** Of model coverage (MC), each requirement at the first place of its subject, so that files add up to their models. */
  count: Count;
  places: { subject: Subject; stretch: Stretch }[];
}

/** Whether model coverage asks for it: what declarations imply, and cells of operators, are beside it. */
const ofModelCoverage = (subject: Subject): boolean => subject.kind !== 'implicit' && subject.kind !== 'cells';

/** A file that several models share is there once, with what all of them have. */
export function coveredFiles(report: CoverageReport): CoveredFile[] {
  const files = new Map<string, CoveredFile>();
  for (const subject of report.models.flatMap(model => model.subjects).filter(ofModelCoverage))
    subject.spans.forEach((stretch, index) => {
      const file = files.get(stretch.path) ?? { path: stretch.path, count: { met: 0, total: 0 }, places: [] };
      files.set(stretch.path, file);
      file.places.push({ subject, stretch });
      if (index > 0) return;
      const counted = subject.requirements.filter(requirement => !requirement.infeasible);
      file.count.total += counted.length;
      file.count.met += counted.filter(requirement => requirement.met).length;
    });
  return [...files.values()];
}

export function extentOfStretch({ begin, end }: Stretch, lines: readonly string[]): Extent {
  return {
    line: begin.line - 1,
    character: unitsBehind(lines[begin.line - 1], begin.column - 1),
    endLine: end.line - 1,
    endCharacter: unitsBehind(lines[end.line - 1], end.column - 1),
  };
}

/** The ids of all tests that met something in a file. */
export function testsOf(file: CoveredFile): Set<string> {
  return new Set(file.places.flatMap(({ subject }) => subject.requirements.flatMap(requirement => requirement.tests)));
}

/** How many of the tests (all, or only one) met a requirement, or anything of a subject. */
export function metBy(requirements: readonly Requirement[], only?: string): number {
  const tests = new Set(requirements.flatMap(requirement => requirement.tests));
  return only === undefined ? tests.size : Number(tests.has(only));
}
