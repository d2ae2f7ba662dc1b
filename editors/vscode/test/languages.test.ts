// Which texts are words for the editor, and when it indents.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

interface Configuration {
  wordPattern: { pattern: string; flags: string };
  indentationRules: { increaseIndentPattern: string; decreaseIndentPattern: string };
}

for (const [name, words, text] of [
  ['alloy', ['ring', 'violates', 'Ωx"', 'Node$0', 'N1'], 'ring violates Ωx" + Node$0.N1'],
  ['nitpick', ['Called', 'ran', 'ä_1'], "Called' ∪ ran ä_1"],
] as const) {
  test(`words and indentation of ${name}`, async () => {
    const { wordPattern, indentationRules } = JSON.parse(await readFile(`languages/${name}.json`, 'utf8')) as Configuration;
    assert.deepEqual(text.match(new RegExp(wordPattern.pattern, `g${wordPattern.flags}`)), words);
    const increase = new RegExp(indentationRules.increaseIndentPattern);
    assert.ok(increase.test('sig A {') && increase.test('  f (x,'));
    assert.ok(!increase.test('sig A { }') && !increase.test('// sig A {'));
    assert.ok(new RegExp(indentationRules.decreaseIndentPattern).test('  }'));
  });
}
