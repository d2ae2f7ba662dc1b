// The output of `aunit run` about tests (docs/json.md), and the part of it that the user sees.
import type { Place } from '../positions';

export interface ListedTest {
  id: string;
  file: string;
  name: string;
  place: Place;
  range: Place;
  kind: 'evaluated' | 'solved';
  tags: string[];
  skip?: string;
  xfail?: string;
}

/** A file that cannot be loaded. */
export interface FileError {
  file: string;
  line: number;
  message: string;
  details?: string;
}

export interface Listing {
  tests: ListedTest[];
  errors: FileError[];
}

export interface Side {
  expression: string;
  value: string;
}

export interface Failure {
  constraint: string;
  place?: Place;
  offender?: Place;
  state?: number;
  witness?: Record<string, string>;
  values?: Record<string, string>;
  expected?: Side;
  actual?: Side;
}

export type Outcome = 'passed' | 'failed' | 'error' | 'skipped' | 'xfailed' | 'xpassed';

export interface Statement {
  statement: string;
  place: Place;
  outcome: Outcome;
  message?: string;
  details?: string;
  failure?: Failure;
  conflict?: Place[];
}

export interface Finished {
  id: string;
  file: string;
  line: number;
  name: string;
  outcome: Outcome;
  time_ms: number;
  message?: string;
  details?: string;
  warning?: string;
  failure?: Failure;
  conflict?: Place[];
  statements?: Statement[];
}

export type Event =
  | { event: 'run_started'; tests: number }
  | { event: 'test_started'; id: string }
  | ({ event: 'test_finished' } & Finished)
  | { event: 'run_finished' };

/** The problem of a test, or of one of its statements. */
export interface Problem {
  text: string;
  /** The place at which it is shown; missing: at the test. */
  at?: Place;
  expected?: string;
  actual?: string;
  /** Related places: the constraint, its deciding part, constraints that cannot hold together. */
  places: { label: string; place: Place }[];
}

const isProblem = (outcome: Outcome): boolean => outcome === 'failed' || outcome === 'error';

function pairs(title: string, values: Record<string, string> | undefined): string[] {
  return Object.entries(values ?? {}).map(([name, value], index) => `${index === 0 ? title : ''.padEnd(title.length)} ${name} = ${value}`);
}

function problemOf(part: Statement | Finished, at: Place | undefined): Problem {
  const { failure } = part;
  const lines = [
    part.message ?? failure?.constraint ?? part.outcome,
    ...pairs('with ', failure?.witness),
    ...pairs('where', failure?.values),
    ...(failure === undefined && part.details !== undefined ? [part.details.trimEnd()] : []),
  ];
  const problem: Problem = { text: lines.join('\n'), places: [] };
  if (failure?.expected && failure.actual) {
    problem.expected = failure.expected.value;
    problem.actual = failure.actual.value;
  }
  if (failure?.place) problem.places.push({ label: failure.constraint, place: failure.place });
  if (failure?.offender) problem.places.push({ label: 'what decides', place: failure.offender });
  for (const place of part.conflict ?? []) problem.places.push({ label: 'cannot hold together', place });
  const own = at ?? (failure?.place?.file === ownFile(part) ? failure?.place : undefined);
  if (own) problem.at = own;
  return problem;
}

function ownFile(part: Statement | Finished): string {
  return 'file' in part ? part.file : part.place.file;
}

/** The problems of a test. If it has several statements, the problems of each. */
export function problemsOf(test: Finished): Problem[] {
  const wrong = test.statements?.filter(statement => isProblem(statement.outcome)) ?? [];
  return wrong.length > 0 ? wrong.map(statement => problemOf(statement, statement.place)) : [problemOf(test, undefined)];
}
