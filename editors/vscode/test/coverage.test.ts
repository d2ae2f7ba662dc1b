import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CoverageReport, type Requirement, type Subject, coveredFiles, metBy, testsOf } from '../src/coverage/report';
import { innermost, standingOf } from '../src/coverage/standing';

const stretch = (path: string, begin: number, end: number) => ({ path, paragraph: '', begin: { line: 1, column: begin }, end: { line: 1, column: end } });
const requirement = (tests: string[], infeasible = false): Requirement => ({ id: '', asks: '', met: tests.length > 0, infeasible, tests });
const subject = (kind: Subject['kind'], requirements: Requirement[], ...paths: string[]): Subject => ({
  id: '',
  kind,
  text: '',
  requirements,
  spans: paths.map(path => stretch(path, 1, 5)),
});

test('files add up to their model, and what is beside model coverage does not count', () => {
  const report: CoverageReport = {
    models: [
      {
        name: 'm',
        criteria: {},
        subjects: [
          subject('signature', [requirement(['t']), requirement([]), requirement([], true)], 'a.als', 'b.als'),
          subject('formula', [requirement(['t', 'u']), requirement(['u'])], 'b.als'),
          subject('implicit', [requirement([])], 'a.als'),
          subject('cells', [requirement([])], 'a.als'),
        ],
      },
    ],
  };
  const files = coveredFiles(report);
  assert.deepEqual(files.map(({ path, count, places }) => [path, count.met, count.total, places.length]), [['a.als', 1, 2, 1], ['b.als', 2, 2, 2]]);
  assert.deepEqual([...testsOf(files[1]!)].sort(), ['t', 'u']);
});

test('how many tests met something', () => {
  const requirements = [requirement(['t', 'u']), requirement(['u'])];
  assert.deepEqual([metBy(requirements), metBy(requirements, 't'), metBy(requirements, 'v')], [2, 1, 0]);
});

test('standings are those of the report', () => {
  const met = requirement(['t']), open = requirement([]), never = requirement([], true);
  assert.equal(standingOf(subject('formula', [met, met])), 'met');
  assert.equal(standingOf(subject('formula', [met, open])), 'partly');
  assert.equal(standingOf(subject('formula', [met, never])), 'infeasible');
  assert.equal(standingOf(subject('formula', [open, open])), 'never');
  assert.equal(standingOf(subject('field', [open, open])), 'unmet');
});

test('each place belongs to the innermost stretch', () => {
  const at = (line: number, character: number, endLine: number, endCharacter: number, of: string) => ({ extent: { line, character, endLine, endCharacter }, of });
  const shown = (pieces: ReturnType<typeof at>[]) => innermost(pieces).map(({ extent: e, of }) => `${of} ${e.line}:${e.character}-${e.endLine}:${e.endCharacter}`);
  assert.deepEqual(shown([at(0, 0, 0, 20, 'all'), at(0, 7, 0, 11, 'Node'), at(0, 14, 0, 20, 'body'), at(0, 16, 0, 18, 'n')]), [
    'all 0:0-0:7',
    'Node 0:7-0:11',
    'all 0:11-0:14',
    'body 0:14-0:16',
    'n 0:16-0:18',
    'body 0:18-0:20',
  ]);
  assert.deepEqual(shown([at(2, 0, 2, 3, 'later'), at(0, 4, 1, 2, 'lines'), at(0, 4, 1, 2, 'same')]), ['same 0:4-1:2', 'later 2:0-2:3']);
  assert.deepEqual(shown([]), []);
});
