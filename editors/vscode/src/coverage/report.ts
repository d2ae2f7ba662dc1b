// The output of `aunit coverage report --json` (docs/coverage-data.md), and the part of it for each file.
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
  /** The tests that meet the requirement, as `path::name`. */
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

/** The part of a model that is in one file. */
export interface CoveredFile {
  path: string;
  /** Of model coverage (MC). A requirement counts at the first place of its subject, so the counts of files add up to those of models. */
  count: Count;
  places: { subject: Subject; stretch: Stretch }[];
}

/** Whether a subject belongs to model coverage. Constraints that declarations imply, and cells of operators, do not. */
const ofModelCoverage = (subject: Subject): boolean => subject.kind !== 'implicit' && subject.kind !== 'cells';

/** The files of a report. A file that several models share occurs once, with the subjects of all of them. */
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

/** The ids of all tests that meet a requirement in a file. */
export function testsOf(file: CoveredFile): Set<string> {
  return new Set(file.places.flatMap(({ subject }) => subject.requirements.flatMap(requirement => requirement.tests)));
}

/** The number of tests that meet one of these requirements; if `only` is set, 1 if this test does, else 0. */
export function metBy(requirements: readonly Requirement[], only?: string): number {
  const tests = new Set(requirements.flatMap(requirement => requirement.tests));
  return only === undefined ? tests.size : Number(tests.has(only));
}
