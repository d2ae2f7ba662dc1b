// Reads a JUnit file as a dashboard does, and compares its contents with aunit's own JSON report.
// usage: node consume.mjs REPORT.xml REPORT.json
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { parse } from 'junit2json';

const [xmlFile, jsonFile] = process.argv.slice(2);
const seen = await parse(readFileSync(xmlFile, 'utf8'));
const expected = JSON.parse(readFileSync(jsonFile, 'utf8'));

const outcomeOf = (test) => (test.failure ? 'failed' : test.error ? 'error' : test.skipped ? 'skipped' : 'passed');
const cases = seen.testsuite.flatMap((suite) => suite.testcase ?? []);
assert.equal(cases.length, expected.tests.length);
assert.equal(seen.tests, expected.tests.length);
assert.equal(seen.failures, expected.summary.failed);
assert.equal(seen.errors, expected.summary.errors);
assert.ok(expected.summary.failed > 0, 'the sample holds failures');
for (const [i, test] of cases.entries()) {
  const wanted = expected.tests[i];
  assert.equal(test.name, wanted.name);
  assert.equal(outcomeOf(test), wanted.outcome);
  assert.ok(test.time >= 0);
  if (wanted.outcome === 'failed') {
    assert.equal(test.failure[0].message, wanted.message);
    assert.ok(test.failure[0].inner.includes(wanted.message.split(' for ')[0]));
  }
}
console.log(`${cases.length} test cases read`);
