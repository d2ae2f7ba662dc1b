// The command `aunit` of the npm package: on real files, by the module and by a native program that it finds.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test as anyTest } from "node:test";
import { pathToFileURL } from "node:url";
import { aunit, native, packageFolder, specs } from "./engines.mjs";

const test = (name, work) => anyTest(name, { timeout: 180_000 }, work);
const scratch = mkdtempSync(join(tmpdir(), "aunit command "));
after(() => rmSync(scratch, { recursive: true }));
const script = join(packageFolder, "command.js");
const wasm = { ...process.env, NO_COLOR: "1", AUNIT_ENGINE: "wasm" };

const list = "sig Node { link: set Node }\nfact PartialFunction { all n: Node | lone n.link }\npred Acyclic { all n: Node | n !in n.^link }\nrun Acyclic for 3\n";
const tests = 'open list\nval beta { Node = N0 + N1  link = N1->N0 }\nval nu { Node = N0 + N1  link = N0->N1 + N0->N0 }\ntest "acyclic" { beta satisfies Acyclic }\ntest "branching" { nu valid }\n';
const hard = "sig Pigeon { hole: one Hole } sig Hole {}\nrun { all disj p, q: Pigeon | p.hole != q.hole } for exactly 14 Pigeon, exactly 13 Hole\n";
const endless = "sig P { h: one H } sig H {}\nrun { all x: H | lone h.x } for exactly 60 P, exactly 59 H\n";

function folderOf(files) {
  const folder = mkdtempSync(join(scratch, "folder "));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}
function command(args, folder, options = {}) {
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { cwd: folder, env: wasm, encoding: "utf8", maxBuffer: 1 << 28, ...options });
  return { code: status ?? signal, stdout, stderr };
}
/// As far as it does not hang on the clock.
const timeless = ({ code, stdout, stderr }) => ({ code, stdout: stdout.replace(/ *\b[\d.]+ (us|ms|s|min)\b/g, " TIME"), stderr });

test("output, files and exit codes are the native program's", () => {
  const files = { "list.als": list, "with blank/list.als": list, "with blank/list.aunit": tests, "list.aunit": tests, "crlf.als": list.replaceAll("\n", "\r\n"), "bad.als": "sig Node { link: set Nod }\n" };
  for (const args of [
    ["--version"], ["--help"], ["nonsense"], ["run"], ["run", "list.aunit", "-j", "2"], ["run", "list.aunit", "--json", "out/report.json"], ["run", "list.aunit", "--html", "html", "--coverage"],
    ["check", "."], ["check", "bad.als"], ["check", "missing.als"], ["exec", "list.als", "--first"], ["exec", "crlf.als", "--show", "table"], ["format", "--check", "list.als"],
    ["format", "--write", "list.als"], ["locate", "list.aunit"], ["diff", "list.als", "crlf.als"],
  ]) {
    const [ours, theirs] = [folderOf(files), folderOf(files)];
    assert.deepEqual(timeless(command(args, ours)), timeless(native(args, theirs)), args.join(" "));
    assert.deepEqual(readdirSync(ours, { recursive: true }).sort(), readdirSync(theirs, { recursive: true }).sort(), args.join(" "));
  }
});

test("what solvers find may be other instances: exit codes are the native program's", () => {
  for (const args of [["generate", "list.als"], ["mutate", "list.aunit"], ["repair", "list.aunit"]]) {
    const [ours, theirs] = [folderOf({ "list.als": list, "list.aunit": tests }), folderOf({ "list.als": list, "list.aunit": tests })];
    assert.equal(command(args, ours).code, native(args, theirs).code, args.join(" "));
  }
});

test("git is asked", () => {
  const folder = folderOf({ "list.als": list });
  const git = (...args) => assert.equal(spawnSync("git", args, { cwd: folder }).status, 0);
  git("init", "-q");
  git("add", ".");
  git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "First");
  writeFileSync(join(folder, "list.als"), list.replace("lone", "one"));
  for (const args of [["diff", "HEAD", "--", "list.als"], ["diff", "HEAD"], ["diff", "nothing..HEAD"]])
    assert.deepEqual(timeless(command(args, folder)), timeless(native(args, folder)), args.join(" "));
});

test("absolute paths, links and folders above are what they are outside", () => {
  const folder = folderOf({ "models/list.als": list, "tests/list.aunit": tests.replace("open list", "open list") });
  symlinkSync(join(folder, "models/list.als"), join(folder, "tests/list.als"));
  for (const args of [["check", join(folder, "models/list.als")], ["run", "../tests/list.aunit"]])
    assert.deepEqual(timeless(command(args, join(folder, "models"))), timeless(native(args, join(folder, "models"))), args.join(" "));
});

test("standard input is read", () => {
  const folder = folderOf({});
  for (const args of [["check", "-"], ["format", "-"]]) {
    const expected = spawnSync(aunit, args, { cwd: folder, env: wasm, input: "sig A {\n}", encoding: "utf8" });
    const actual = command(args, folder, { input: "sig A {\n}" });
    assert.deepEqual(actual, { code: expected.status, stdout: expected.stdout, stderr: expected.stderr });
  }
});

test("what cannot be written is said, and nothing half-written is left", () => {
  const folder = folderOf({ "list.als": list, "list.aunit": tests, taken: "a file" });
  const { code, stderr } = command(["run", "list.aunit", "--json", "taken/report.json"], folder);
  assert.equal(code, 4);
  assert.match(stderr, /taken/);
  assert.deepEqual(readdirSync(folder).sort(), ["list.als", "list.aunit", "taken"]);
});

test("Ctrl-C ends a search, which says how far it came; a second one ends at once", async () => {
  const folder = folderOf({ "pigeons.als": hard });
  for (const signals of [1, 2]) {
    const child = spawn(process.execPath, [script, "exec", "--symmetry", "0", "pigeons.als"], { cwd: folder, env: wasm });
    const ended = new Promise((resolve) => child.on("exit", (code) => resolve(code)));
    await new Promise((resolve) => child.stdout.once("data", resolve)); // the head of the table
    for (let i = 0; i < signals; ++i) child.kill("SIGINT");
    assert.equal(await ended, 2);
  }
});

test("a view is served to who knows its address", async () => {
  const folder = folderOf({ "list.als": list.replace("run Acyclic", "run { some link }") });
  const child = spawn(process.execPath, [script, "view", "list.als", "--json"], { cwd: folder, env: wasm });
  try {
    const { address } = JSON.parse(await new Promise((resolve) => child.stdout.once("data", resolve)));
    const page = await fetch(address);
    assert.match(await page.text(), /<div id="view">/);
    for (const name of ["view_http.js", "view.css", "report.css"]) assert.equal((await fetch(address + name)).status, 200, name);
    assert.match(await (await fetch(`${address}view.js`)).text(), /aunitPictures = .*aunitPictures\(/s); // with what it draws by
    const ask = async (question) => (await fetch(`${address}ask`, { method: "POST", body: JSON.stringify(question) })).json();
    const { version, start } = await ask({ type: "about" });
    assert.match((await ask({ type: "first", version, source: start })).drawings[0], /^<svg /);
    for (const wrong of [address.replace(/[0-9a-f]{32}/, "0".repeat(32)), new URL("/", address).href]) assert.equal((await fetch(wrong)).status, 403);
    assert.equal((await fetch(`${address}../../etc/passwd`)).status, 403);
    assert.equal((await fetch(`${address}package.json`)).status, 404);
  } finally {
    child.kill("SIGTERM");
  }
});

test("--watch runs again when a file changes", async () => {
  const folder = folderOf({ "list.als": list, "list.aunit": tests });
  const child = spawn(process.execPath, [script, "run", "--watch", "--json", "report.json"], { cwd: folder, env: wasm });
  try {
    let said = "";
    const until = (pattern) => new Promise((resolve) => {
      const look = () => pattern.test(said) && (child.stdout.off("data", hear), resolve());
      const hear = (data) => ((said += data), look());
      child.stdout.on("data", hear);
      look();
    });
    await until(/1 failed, 1 passed[^]*waiting/);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    assert.equal(said.match(/waiting/g).length, 1, "what a run writes is not a change");
    said = "";
    writeFileSync(join(folder, "list.aunit"), tests.replace("nu valid", "nu invalid"));
    await until(/2 passed/);
  } finally {
    child.kill("SIGINT");
    child.kill("SIGINT");
  }
});

test("the native program of the same version is taken, no other, and no script", () => {
  const folder = folderOf({ "list.als": list });
  const version = (program, engine) => {
    const bin = mkdtempSync(join(scratch, "bin "));
    program(join(bin, "aunit"));
    const env = { ...process.env, PATH: bin, AUNIT_ENGINE: engine };
    return command(["exec", "list.als", "--solver", "cryptominisat"], folder, { env });
  };
  const script = (text) => (path) => (writeFileSync(path, `#!/bin/sh\n${text}\n`), chmodSync(path, 0o755));
  const isNative = ({ stderr }) => !/without cryptominisat/.test(stderr);
  assert.ok(isNative(version((path) => copyFileSync(aunit, path), "")));
  assert.ok(!isNative(version((path) => copyFileSync(aunit, path), "wasm")));
  assert.ok(!isNative(version(script("echo never"), "")));
  assert.ok(!isNative(version((path) => copyFileSync("/bin/true", path), "")));
  const refused = version(script("echo never"), "native");
  assert.equal(refused.code, 4);
  assert.match(refused.stderr, /no native aunit of this version/);
  assert.equal(version(() => undefined, "both").code, 4);
});

test("paths of Windows are made paths inside", async () => {
  const { insideArgument, insidePath } = await import(pathToFileURL(join(packageFolder, "machine_files.js")).href);
  assert.equal(insidePath("c:\\Users\\A B\\list.als", true), "/C:/Users/A B/list.als");
  const exists = (path) => path === "models" || path === "models\\list.als";
  for (const [outside, inside] of [
    ["C:\\a\\list.als", "/C:/a/list.als"], ["d:/a", "/D:/a"], ["models\\list.als", "models/list.als"], ["models\\new.json", "models/new.json"],
    ["--json=C:\\out\\r.json", "--json=/C:/out/r.json"], ["all n: Node | n \\ m", "all n: Node | n \\ m"], ["run", "run"], ["a::b", "a::b"],
  ])
    assert.equal(insideArgument(outside, true, exists), inside);
  assert.equal(insideArgument("C:\\a", false), "C:\\a");
});

test("the examples come out as by the native program", () => {
  const [ours, theirs] = [join(scratch, "specs ours"), join(scratch, "specs theirs")];
  for (const folder of [ours, theirs]) cpSync(specs, folder, { recursive: true });
  assert.deepEqual(timeless(command(["run", "."], ours)), timeless(native(["run", "."], theirs)));
  assert.ok(!existsSync(join(ours, ".aunit")) || existsSync(join(theirs, ".aunit")));
  assert.ok(readFileSync(script, "utf8").startsWith("#!/usr/bin/env node\n"));
});

test("what -j shares out comes out as from one thread", () => {
  const several = list + "run { no Node } for 2\ncheck { no link } for 2\ncheck { Acyclic } for 3 expect 1\n";
  const files = { "list.als": several, "list.aunit": tests, "bad.als": "sig Node { link: set Nod }\n", "answers/ann/list.als": list, "answers/ben/list.als": list.replace("n !in", "n in") };
  for (const args of [
    ["run", ".", "--json", "report.json", "--junit", "report.xml"], ["run", ".", "--coverage"], ["run", ".", "--html", "report"], ["run", "list.aunit", "-x"],
    ["exec", "list.als"], ["exec", "--json", "--show", "json", "list.als"], ["exec", "list.als", "bad.als"], ["exec", "list.als", "--command", "1"], ["exec", "list.als", "--command", "none"],
    ["mutate", "list.aunit", "-v", "--json", "report.json", "--no-proofs"], ["mutate", "bad.als"], ["mutate", "list.aunit", "--json", "list.als"],
    ["grade", "--right", "list.als", "--pred", "Acyclic", "answers", "--json"],
  ]) {
    const [shared, whole] = [folderOf(files), folderOf(files)];
    const withoutTimes = text => text.replace(/("?(duration|time_ms|started_at|time|timestamp|static|milliseconds|seconds|parse_ms|translate_ms|solve_ms)"?[:=] ?)"?[-0-9.eT:Z+]+"?/g, "$1T");
    const [ours, theirs] = ["3", "1"].map((jobs, i) => timeless(command([...args, "-j", jobs], [shared, whole][i])));
    assert.deepEqual({ ...ours, stdout: withoutTimes(ours.stdout) }, { ...theirs, stdout: withoutTimes(theirs.stdout) }, args.join(" "));
    assert.deepEqual(readdirSync(shared, { recursive: true }).sort(), readdirSync(whole, { recursive: true }).sort(), args.join(" "));
    for (const name of ["report.json", "report.xml", "list.als"].filter(name => existsSync(join(whole, name))))
      assert.equal(withoutTimes(readFileSync(join(shared, name), "utf8")), withoutTimes(readFileSync(join(whole, name), "utf8")), `${name} of ${args.join(" ")}`);
  }
  assert.deepEqual(readdirSync(tmpdir()).filter(name => name.startsWith(".aunit-tmp-")), []);
});

test("Ctrl-C ends what is shared out, which says how far it came", async () => {
  const folder = folderOf({ "hard.als": hard + "run quick { no Pigeon }\n" });
  const child = spawn(process.execPath, [script, "exec", "--symmetry", "0", "hard.als", "-j", "2"], { cwd: folder, env: wasm });
  const ended = new Promise(resolve => child.on("exit", resolve));
  let said = "";
  child.stdout.on("data", bytes => said += bytes);
  await new Promise(resolve => setTimeout(resolve, 3000));
  child.kill("SIGINT");
  assert.equal(await ended, 2);
  assert.match(said, /quick/);
});

test("programs that call tools are served", async () => {
  const folder = folderOf({ "list.als": list });
  const child = spawn(process.execPath, [script, "mcp"], { cwd: folder, env: wasm });
  const ended = new Promise(resolve => child.on("exit", resolve));
  const messages = [];
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", text => {
    const lines = (rest + text).split("\n");
    rest = lines.pop();
    messages.push(...lines.map(line => JSON.parse(line)));
  });
  const send = message => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  send({ id: 1, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } } });
  send({ method: "notifications/initialized" });
  send({ id: 2, method: "tools/call", params: { name: "exec", arguments: { files: { "hard.als": endless }, timeout: 600 } } });
  send({ id: 3, method: "tools/call", params: { name: "check", arguments: { paths: ["list.als"] } } });
  const answerTo = async id => {
    for (let looks = 0; looks < 600 && !messages.some(message => message.id === id); ++looks) await new Promise(resolve => setTimeout(resolve, 100));
    return messages.find(message => message.id === id);
  };
  assert.ok(!(await answerTo(3)).result.isError, "while another call goes on");
  assert.ok(!messages.some(message => message.id === 2));
  send({ method: "notifications/cancelled", params: { requestId: 2 } });
  child.stdin.end();
  assert.equal(await ended, 0);
});

test("an editor is served as by the native program", () => {
  const program = join(folderOf({}), "aunit"), conversations = new URL("../server/run.py", import.meta.url).pathname;
  // Other solvers propose other tests in the one that is left out.
  const names = readdirSync(join(dirname(conversations), "transcripts")).map(file => file.replace(".json", "")).filter(name => name !== "what_can_be_done");
  writeFileSync(program, `#!/bin/sh\nAUNIT_ENGINE=wasm exec '${process.execPath}' '${script}' "$@"\n`, { mode: 0o755 });
  const { status, stdout, stderr } = spawnSync("python3", [conversations, program, ...names], { encoding: "utf8" });
  assert.equal(status, 0, stdout + stderr);
});
