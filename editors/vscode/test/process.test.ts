import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '../src/desktop/process';
import { native } from '../src/desktop/program';
import { LineSplitter } from '../src/engine';

test('lines that come in pieces', () => {
  const lines: string[] = [];
  const splitter = new LineSplitter(line => lines.push(line));
  for (const piece of ['{"a":', '1}\n{"b', '":2}\n\n', '{}']) splitter.add(piece);
  splitter.end();
  assert.deepEqual(lines, ['{"a":1}', '{"b":2}', '', '{}']);
});

test('a program reads its input and is heard', async () => {
  const lines: string[] = [];
  const ended = await run(native('sh'), ['-c', 'cat; echo no >&2; exit 4'], '/', { input: 'x\ny\n', onLine: line => lines.push(line) });
  assert.deepEqual([ended.code, ended.errors, lines], [4, 'no\n', ['x', 'y']]);
});

test('a program that is not there, and one that does not read', async () => {
  await assert.rejects(run(native('/no/such/program'), [], '/'));
  const ended = await run(native('true'), [], '/', { input: 'x'.repeat(1 << 20) });
  assert.equal(ended.code, 0);
});

test('a program is stopped', async () => {
  const ended = await run(native('sleep'), ['60'], '/', { onStop: stop => stop() });
  assert.equal(ended.code, null);
});
