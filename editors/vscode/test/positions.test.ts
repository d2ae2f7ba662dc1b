import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extentOf, linesOf, unitsBehind } from '../src/positions';

test('code points become UTF-16 units', () => {
  assert.equal(unitsBehind('sig A', 4), 4);
  assert.equal(unitsBehind('/*🌲é*/ sig', 4), 5);
  assert.equal(unitsBehind('ab', 9), 2, 'behind the end of the line');
  assert.equal(unitsBehind(undefined, 3), 3, 'a line that is not there');
});

test('a place with its last character becomes a range', () => {
  const lines = linesOf('open list\r\n/*🌲*/ test "t"\r{ }');
  assert.deepEqual(lines, ['open list', '/*🌲*/ test "t"', '{ }']);
  assert.deepEqual(extentOf({ file: 'a', line: 2, column: 7, end_line: 2, end_column: 10 }, lines), {
    line: 1,
    character: 7,
    endLine: 1,
    endCharacter: 11,
  });
});
