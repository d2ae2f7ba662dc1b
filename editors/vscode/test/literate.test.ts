import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isModelLine } from '../src/literate';

const lines = ['---', 'title: x', '---', 'text', '```alloy', 'sig A {}', '```', 'text', '``` alloy', 'sig B {}', '```'];

test('only blocks of exactly alloy are the model', () => {
  assert.deepEqual(lines.map((_, line) => isModelLine(lines, line)).indexOf(true), 5);
  assert.equal(lines.filter((_, line) => isModelLine(lines, line)).length, 1);
});

test('a text without front matter has no model', () => {
  assert.ok(!isModelLine(['```alloy', 'sig A {}', '```'], 1));
});
