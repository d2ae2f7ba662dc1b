// The npm package: what a command gives back, what it refuses, what it leaves behind; its types; its archive, installed.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { engine, load, native, packageFolder, root } from "./engines.mjs";

const scratch = mkdtempSync(join(tmpdir(), "aunit-wasm-"));
after(() => rmSync(scratch, { recursive: true }));

/// A folder of the disk with these files.
function folderOf(files) {
  const folder = mkdtempSync(join(scratch, "folder-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}
const text = (bytes) => new TextDecoder().decode(bytes);
/// As far as it does not hang on the clock.
const timeless = (output) => output.replace(/ in [\d.]+ (ms|s|min)\b/g, " in TIME");

const list = `sig Node { link: set Node }
fact PartialFunction { all n: Node | lone n.link }
pred NoDirectedCycles { all n: Node | n !in n.^link }
run NoDirectedCycles for 3
`;
const tests = `open list
val beta { Node = N0 + N1  link = N1->N0 }
val nu { Node = N0 + N1  link = N0->N1 + N0->N0 }
test "acyclic" { beta satisfies NoDirectedCycles }
test "branching" { nu valid }
`;
const good = { "specs/list.als": list, "specs/list.aunit": tests.replace(/test "branching".*\n/, "") };

test("what is printed, the diagnostics and the exit code are the native binary's", () => {
  const models = {
    "list.als": list,
    "list.aunit": tests,
    "nothing.als": "sig A {}\n",
    "names.als": "sig Node { link: set Nod }\nrun { some Nde } for 3\n",
    "syntax.als": "sig A { f: B\nfact { some }\npred p[ { }\nrun p for for\n",
    "bytes.als": new Uint8Array([115, 105, 103, 32, 0xff, 0xfe, 0]),
    "scope.als": "sig A {}\nrun { #A = 3 } for 3 but 2 steps\n",
    "umlaut.als": "sig Käse {}\nrun { some Käse } for ø\n",
  };
  const folder = folderOf(models);
  for (const args of [
    ["--version"], ["--help"], ["run", "--help"], ["mutate", "--help"], ["nonsense"], ["run", "--nonsense"], [],
    ["run", "list.aunit"], ["run", "list.aunit", "--coverage"], ["run", "missing.aunit"], ["run", "nothing.als"], ["run", "list.aunit", "-k", "acyclic", "--fail-under", "MC=100"],
    ...Object.keys(models).map((name) => ["check", name]), ["exec", "names.als"], ["exec", "list.als", "--command", "Nonsense"], ["exec", "--list", "list.als", "--json"],
    ["eval", "list.aunit", "--val", "beta", "Node.link"], ["format", "--check", "list.als"], ["exec", "list.als"],
  ]) {
    const expected = native(args, folder), actual = engine.run(args, models);
    assert.deepEqual({ code: actual.code, stdout: timeless(actual.stdout), stderr: timeless(actual.stderr) },
      { code: expected.code, stdout: timeless(expected.stdout), stderr: timeless(expected.stderr) }, args.join(" "));
  }
});

test("what a command writes comes back, and nothing else", () => {
  const { code, files } = engine.run(["run", "specs", "--json", "report.json", "--junit", "junit.xml", "--html", "html", "--coverage"], good);
  assert.equal(code, 0);
  assert.equal(JSON.parse(text(files["report.json"])).summary.passed, 1);
  assert.match(text(files["junit.xml"]), /^<\?xml/);
  assert.match(text(files["html/index.html"]), /<!DOCTYPE html>/i);
  for (const path of Object.keys(good)) assert.ok(!(path in files), path);
  const untidy = engine.run(["format", "--write", "specs/list.als"], { ...good, "specs/list.als": "sig   A{}" });
  assert.deepEqual(Object.keys(untidy.files), ["specs/list.als"]);
});

test("what needs a system is refused with a message", () => {
  for (const [args, what] of [[["lsp"], /lsp/], [["run", "--watch"], /--watch/]]) {
    const { code, stderr } = engine.run(args, { "list.als": list, "list.aunit": tests });
    assert.equal(code, 4);
    assert.match(stderr, what);
  }
});

test("a view answers the questions of its page, one after the other", () => {
  const { code, ask } = engine.view(["list.als", "--command", "NoDirectedCycles"], { "list.als": list });
  assert.equal(code, 0);
  const { version, sources, start } = ask({ type: "about" });
  assert.equal(sources[start].label, "NoDirectedCycles");
  let shown = ask({ type: "first", version, source: start });
  for (const count of [2, 3]) {
    shown = ask({ type: "next", version, source: start, index: shown.index, state: 0 });
    assert.equal(shown.count, count);
    assert.match(shown.drawings[0], /^<svg /);
  }
  const asked = { version, source: start, index: shown.index, state: 0 };
  assert.equal(ask({ ...asked, type: "evaluate", expression: "1 + 2 = 3 or some Node" }).value, "true");
  assert.match(ask({ ...asked, type: "evaluate", expression: "Nod" }).error, /did you mean `Node`/);
  assert.match(ask({ type: "nothing" }).error, /./);
  const refused = engine.view(["list.als"], { "list.als": "sig {" });
  assert.equal(refused.code, 4);
  assert.equal(refused.ask, undefined);
  assert.match(refused.stderr, /list\.als:1:5: error/);
});

test("threads that are asked for are done without", () => {
  for (const args of [["run", "specs", "-j", "4"], ["mutate", "specs", "-j", "4"], ["exec", "specs/list.als", "-j", "3"], ["exec", "specs/list.als", "--cubes", "2", "-j", "2"]])
    assert.equal(engine.run(args, good).code, native(args, folderOf(good)).code, args.join(" "));
});

test("a search ends when its time is over", () => {
  const pigeons =
    "sig Pigeon { hole: one Hole } sig Hole {}\nrun { all disj p, q: Pigeon | p.hole != q.hole } for exactly 14 Pigeon, exactly 13 Hole\n";
  const { stdout } = engine.run(["exec", "--json", "--timeout", "2", "--symmetry", "0", "pigeons.als"], { "pigeons.als": pigeons });
  const { verdict, error } = JSON.parse(stdout);
  assert.equal(verdict, "UNKNOWN");
  assert.match(error, /time limit of 2 s reached/);
});

test("a command is interrupted when its seconds are over, and says what it found", () => {
  const pigeons = "sig Pigeon { hole: one Hole } sig Hole {}\nrun { all disj p, q: Pigeon | p.hole != q.hole } for exactly 14 Pigeon, exactly 13 Hole\n";
  const begun = Date.now();
  assert.equal(engine.run(["exec", "--json", "--symmetry", "0", "pigeons.als"], { "pigeons.als": pigeons }, { seconds: 1 }).code, 2);
  assert.ok(Date.now() - begun < 20_000);
  const { code, files } = engine.run(["mutate", "specs", "--json", "out.json"], good, { seconds: 0 });
  assert.equal(code, 2);
  assert.equal(JSON.parse(text(files["out.json"])).config.aunit.interrupted, true);
  assert.equal(engine.run(["mutate", "specs"], good, { seconds: 60 }).code, 0);
});

test("traces of any length: proved, or shown", () => {
  const lamp = "var sig On {} sig Lamp {}\nfact { no On always On' = On }\ncheck never { always no On } for 3 but 1.. steps\nrun some_ { eventually some On } for 3 but 1.. steps\nrun none_ { always no On } for 3 but 1.. steps\n";
  const verdicts = engine.run(["exec", "--json", "lamp.als"], { "lamp.als": lamp }).stdout.trim().split("\n").map((line) => JSON.parse(line).verdict);
  assert.deepEqual(verdicts, ["UNSAT", "UNSAT", "SAT"]);
});

test("what is nested without measure is refused", () => {
  for (const depth of [500, 2_000, 20_000, 200_000]) {
    for (const nested of [`run { ${"(".repeat(depth)}some univ${")".repeat(depth)} }`, `run { ${"not ".repeat(depth)}some univ }`, `run { ${"some x: univ | ".repeat(depth)}some x }`, `run { some univ${" + univ".repeat(depth)} }`]) {
      const { code, stderr } = engine.run(["exec", "deep.als"], { "deep.als": nested });
      // Where not even a place can be named the machine's own stack is exhausted.
      if (depth < 1000) assert.equal(code, 0, stderr);
      else assert.match(`${code} ${stderr}`, /^4 deep.als:1:\d+: error: this expression is nested too deeply|^3 aunit: internal error: too deeply nested/);
    }
  }
  assert.equal(engine.run(["check", "specs/list.als"], good).code, 0);
});

test("many commands take the memory of a few", () => {
  for (let i = 0; i < 300; ++i) assert.equal(engine.run(["run", "specs"], good).code, 0);
  assert.ok(process.memoryUsage().rss < 2 ** 30, `${process.memoryUsage().rss >> 20} MB`);
});

test("a page can start the program beside itself: Chromium does so at once up to 8 MB", () => {
  assert.ok(statSync(join(packageFolder, "aunit.wasm")).size <= 8 * 2 ** 20);
});

test("the program can be had from bytes, and from an address", async () => {
  const path = join(packageFolder, "aunit.wasm");
  for (const source of [readFileSync(path), new URL(`file://${path}`)]) assert.equal((await load(source)).run(["--version"]).code, 0);
  await assert.rejects(load(new Uint8Array([0, 1, 2])), WebAssembly.CompileError);
});

test("the archive that npm packs is what a project needs: it runs the page's example, and its types hold", () => {
  const packed = JSON.parse(execFileSync("npm", ["pack", "--json", "--pack-destination", scratch], { cwd: packageFolder, encoding: "utf8" }))[0];
  assert.deepEqual(packed.files.map((file) => file.path).sort(),
    ["LICENSE", "README.md", "aunit.js", "aunit.wasm", "children.js", "command.js", "command_worker.js", "engine.js", "index.d.ts", "index.js", "machine_files.js", "native_program.js",
      "package.json", "view/report.css", "view/view.css", "view/view.html", "view/view.js", "view/view_http.js", "view_server.js", "worker.js"].sort());
  assert.equal(packed.version, /aunit (\S+)/.exec(engine.run(["--version"]).stdout)[1]);
  const project = join(scratch, "project");
  mkdirSync(join(project, "node_modules/aunit"), { recursive: true });
  execFileSync("tar", ["-xzf", join(scratch, packed.filename), "-C", join(project, "node_modules/aunit"), "--strip-components=1"]);
  const page = readFileSync(join(root, "docs/webassembly.md"), "utf8");
  const [, example, printed] = /```js\n(.*?)```\n.*?```text\n(.*?)```/s.exec(page);
  writeFileSync(join(project, "example.mjs"), example);
  assert.equal(execFileSync("node", ["example.mjs"], { cwd: project, encoding: "utf8" }), printed);
  writeFileSync(join(project, "use.mts"), `import { load, Background, type Files, type Output } from "aunit";
const files: Files = { "a.als": "sig A {}", "b.als": new Uint8Array(3) };
const { code, stdout, files: written }: Output = (await load()).run(["check", "a.als"], files);
const length: number = code + stdout.length + (written["x"]?.length ?? 0);
const background = new Background();
background.run(["run"], files, { seconds: 2 }).then((output: Output) => output.stderr.length + length);
background.stop();
// @ts-expect-error: arguments are a list
background.run("run");
`);
  execFileSync("tsc", ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom", "use.mts"], { cwd: project, stdio: "inherit" });
});

test("nothing is left of a command", () => {
  assert.equal(engine.run(["check", "a.als"], { "a.als": "sig A {}" }).code, 0);
  assert.equal(engine.run(["check", "a.als"]).code, 4);
});
