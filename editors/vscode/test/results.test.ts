import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Finished, problemsOf } from '../src/testing/results';

const place = (file: string, line: number) => ({ file, line, column: 1, end_line: line, end_column: 9 });
const common = { id: 't.aunit::t', file: 't.aunit', line: 3, name: 't', time_ms: 0.1 } as const;

test('a comparison: at its formula, with what was expected and what came', () => {
  const failed: Finished = {
    ...common,
    outcome: 'failed',
    message: 'the formula does not hold',
    failure: {
      constraint: 'the formula',
      place: place('t.aunit', 3),
      witness: { n: 'N0', m: 'N1' },
      values: { 'n.link': '{}' },
      expected: { expression: '2', value: '2' },
      actual: { expression: '#Node', value: '1' },
    },
  };
  const [problem] = problemsOf(failed);
  assert.equal(problem?.text, 'the formula does not hold\nwith  n = N0\n      m = N1\nwhere n.link = {}');
  assert.deepEqual([problem?.expected, problem?.actual], ['2', '1']);
  assert.deepEqual(problem?.at, place('t.aunit', 3));
});

test('a fact of the model: at the test, with the places in the model', () => {
  const [problem] = problemsOf({
    ...common,
    outcome: 'failed',
    failure: { constraint: 'fact F', place: place('list.als', 4), offender: place('list.als', 5) },
  });
  assert.equal(problem?.text, 'fact F');
  assert.equal(problem?.at, undefined);
  assert.deepEqual(problem?.places.map(({ label, place }) => [label, place.line]), [['fact F', 4], ['what decides', 5]]);
});

test('of several statements those that are wrong', () => {
  const statements: Finished['statements'] = [
    { statement: 'a valid', place: place('t.aunit', 4), outcome: 'passed' },
    { statement: 'b valid', place: place('t.aunit', 5), outcome: 'failed', message: 'no', conflict: [place('t.aunit', 1)] },
    { statement: 'c valid', place: place('t.aunit', 6), outcome: 'error', message: 'no c', details: 't.aunit:6:1: no c\n' },
  ];
  const problems = problemsOf({ ...common, outcome: 'error', statements });
  assert.deepEqual(problems.map(({ text, at }) => [text, at?.line]), [['no', 5], ['no c\nt.aunit:6:1: no c', 6]]);
  assert.equal(problems[0]?.places[0]?.label, 'cannot hold together');
});
