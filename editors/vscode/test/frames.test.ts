import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Framer, framed } from '../src/browser/frames';

test('messages come back whole, however they are cut', () => {
  const texts = ['{"a":1}', '{"name":"ünï 🦊"}', '', `{"long":"${'x'.repeat(5000)}"}`];
  const stream = Buffer.concat(texts.map(framed));
  for (const size of [1, 7, 100, stream.length]) {
    const heard: string[] = [];
    const framer = new Framer(text => heard.push(text));
    for (let at = 0; at < stream.length; at += size) framer.add(stream.subarray(at, at + size));
    assert.deepEqual(heard, texts, `pieces of ${size}`);
  }
});
