import assert from 'node:assert/strict';
import { test } from 'node:test';
import { valuationAt, valuationsOf } from '../src/view/where';

const text = `open list
val beta { Node = N0 }
-- val no
val Ω extends beta {
  link = N0->N0
}

test "t" { beta valid }
`;

test('the valuations of a text', () => {
  assert.deepEqual(valuationsOf(text), [{ name: 'beta', line: 1 }, { name: 'Ω', line: 3 }]);
});

test('the valuation at a place', () => {
  assert.equal(valuationAt(text, 4, 'link'), 'Ω', 'inside its paragraph');
  assert.equal(valuationAt(text, 7, 'beta'), 'beta', 'where it is named');
  assert.equal(valuationAt(text, 7, 'valid'), undefined, 'in another paragraph');
  assert.equal(valuationAt(text, 0, undefined), undefined);
});
