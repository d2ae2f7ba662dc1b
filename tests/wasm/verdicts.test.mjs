// The same answers as the native binary's: to tests, to commands, about programs.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { answer, filesOf, hasShared, lines, native, shared, specs } from "./engines.mjs";

const limit = ["--timeout", "120"];

/// What must not differ: times do, and so may the instances that solvers find.
const verdicts = (text) => lines(text).map(({ file, label, verdict, expect, error, diagnostics }) => ({ file, label, verdict, expect, error, diagnostics }));
const outcomes = (text) => JSON.parse(text).tests.map(({ file, line, name, outcome, engine }) => ({ file, line, name, outcome, engine }));
const properties = (text) => lines(text).map(({ file, states, properties }) => ({ file, states, properties: properties?.map(({ name, verdict }) => ({ name, verdict })) }));

/// Both engines' answers to a command in a folder, as far as `part` of standard output goes.
function agree(args, folder, files, part) {
  const expected = native(args, folder);
  const actual = answer(args, folder, files);
  assert.deepEqual(part(actual.stdout), part(expected.stdout));
  assert.equal(actual.code, expected.code);
  return expected;
}

for (const name of readdirSync(specs)) {
  const folder = join(specs, name);
  const files = filesOf(folder);
  const ending = (pattern) => Object.keys(files).filter((path) => pattern.test(path));
  test(`specs/${name}`, () => {
    if (native(["run", ".", "--list"], folder).code === 0) agree(["run", ".", "--json", "-", ...limit], folder, files, outcomes);
    const models = ending(/\.(als|md|np)$/);
    if (models.length) agree(["exec", "--json", ...limit, ...models], folder, files, verdicts);
    const programs = ending(/\.prog$/);
    if (programs.length) agree(["exec", "--json", "--quiet", ...limit, ...programs], folder, files, properties);
  });
}

const models = hasShared ? filesOf(shared) : {};
test("models of other projects", { skip: !hasShared }, async (t) => {
  for (const name of Object.keys(models))
    await t.test(name, () => { agree(["exec", "--json", ...limit, name], shared, models, verdicts); });
});
