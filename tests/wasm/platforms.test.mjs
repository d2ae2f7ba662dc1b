// What scripts/npm has packed for platforms, got as people get it: from a registry (one on this machine, with nothing else in it), by
// `npm install aunit` where there is nothing but Node. Each system gets its own program, and the command takes it where it is of its version.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test as anyTest } from "node:test";
import { fileURLToPath } from "node:url";

const packed = process.env.PACKAGES ?? fileURLToPath(new URL("../../out/packages", import.meta.url));
const test = (name, work) => anyTest(name, { timeout: 180_000 }, work);
const scratch = mkdtempSync(join(tmpdir(), "aunit platforms "));
const only = join(scratch, "only");
const packages = new Map(); // by name: what its package.json says, and the archive
let registry, address;

before(async () => {
  mkdirSync(only);
  for (const tool of ["node", "npm", "npx", "sh"]) symlinkSync(execFileSync("sh", ["-c", `command -v ${tool}`], { encoding: "utf8" }).trim(), join(only, tool));
  for (const file of readdirSync(packed).filter(name => /^aunit-.*\.tgz$/.test(name))) {
    const about = JSON.parse(execFileSync("tar", ["xzOf", join(packed, file), "package/package.json"], { encoding: "utf8" }));
    packages.set(about.name, { about, archive: readFileSync(join(packed, file)) });
  }
  for (const name of ["aunit", "@aunit/linux-x64", "@aunit/win32-x64"]) assert.ok(packages.has(name), `${name} is not in ${packed}: scripts/npm linux-x64 windows-x64 makes it`);
  registry = createServer(answer).listen(0, "127.0.0.1");
  await once(registry, "listening");
  address = `http://127.0.0.1:${registry.address().port}`;
});
after(() => {
  registry?.close();
  rmSync(scratch, { recursive: true });
});

function answer(request, response) {
  const [, name, asked] = decodeURIComponent(request.url).match(/^\/((?:@[^/]+\/)?[^/]+)(\/archive)?$/) ?? [];
  const found = packages.get(name);
  if (!found) return response.writeHead(404).end("{}");
  if (asked) return response.end(found.archive);
  const { about, archive } = found, integrity = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
  const version = { ...about, dist: { integrity, tarball: `${address}/${name}/archive` } };
  response.end(JSON.stringify({ name, "dist-tags": { latest: about.version }, versions: { [about.version]: version } }));
}

const environment = { HOME: scratch, PATH: only, LANG: "C.UTF-8", NO_COLOR: "1" };

/** A folder in which npm has installed aunit, and what of @aunit/ came with it. */
async function installed(...options) {
  const folder = mkdtempSync(join(scratch, "project "));
  writeFileSync(join(folder, "package.json"), "{}");
  const npm = spawn("npm", ["install", "aunit", "--registry", address, "--no-audit", "--no-fund", ...options], { cwd: folder, env: environment });
  let said = "";
  npm.stderr.on("data", text => (said += text));
  const [code] = await once(npm, "close");
  assert.equal(code, 0, said);
  const beside = join(folder, "node_modules/@aunit");
  return { folder, platforms: existsSync(beside) ? readdirSync(beside) : [] };
}

const npx = (folder, args, more = {}) => spawnSync("npx", ["--offline", "aunit", ...args], { cwd: folder, env: { ...environment, ...more }, encoding: "utf8" });

/** The programs that run beneath a process. */
function beneath(process) {
  const parents = new Map();
  for (const id of readdirSync("/proc").filter(name => /^\d+$/.test(name))) {
    try {
      parents.set(Number(id), Number(readFileSync(`/proc/${id}/stat`, "utf8").replace(/^.*\) /s, "").split(" ")[1]));
    } catch {} // it has ended
  }
  const isBeneath = id => id === process || (parents.has(id) && id !== 1 && isBeneath(parents.get(id)));
  return [...parents.keys()].filter(isBeneath).flatMap(id => {
    try {
      return [readlinkSync(`/proc/${id}/exe`)];
    } catch {
      return [];
    }
  });
}

/** Which programs serve an editor, once they have answered it. */
async function serving(folder) {
  const server = spawn("npx", ["--offline", "aunit", "lsp"], { cwd: folder, env: environment, stdio: ["pipe", "pipe", "inherit"] });
  const message = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: { processId: null, rootUri: null, capabilities: {} } });
  server.stdin.write(`Content-Length: ${message.length}\r\n\r\n${message}`);
  const [said] = await once(server.stdout, "data");
  assert.match(String(said), /^Content-Length/);
  const programs = beneath(server.pid);
  server.stdin.end();
  server.stdout.resume();
  await once(server, "close");
  return programs;
}

test("the system of this machine gets its program, which is what runs", async () => {
  const { folder, platforms } = await installed();
  assert.deepEqual(platforms, ["linux-x64"]);
  const program = join(folder, "node_modules/@aunit/linux-x64/bin/aunit");
  assert.ok((await serving(folder)).includes(program));

  const { version } = packages.get("aunit").about;
  assert.equal(npx(folder, ["--version"], { AUNIT_ENGINE: "native" }).stdout, `aunit ${version}\n`);
});

test("without it the module answers", async () => {
  const { folder, platforms } = await installed("--omit=optional");
  assert.deepEqual(platforms, []);
  assert.deepEqual((await serving(folder)).filter(name => name.endsWith("/aunit")), []);
  const refused = npx(folder, ["--version"], { AUNIT_ENGINE: "native" });
  assert.equal(refused.status, 4);
  assert.match(refused.stderr, /no native aunit of this version/);
});

test("one of another version is not taken", async () => {
  const { folder } = await installed();
  const file = join(folder, "node_modules/aunit/package.json");
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, "utf8")), version: "99.0.0" }));
  assert.deepEqual((await serving(folder)).filter(name => name.endsWith("/aunit")), []);
  const refused = npx(folder, ["--version"], { AUNIT_ENGINE: "native" });
  assert.equal(refused.status, 4);
  assert.match(refused.stderr, /no native aunit of this version/);
});

test("Windows gets aunit.exe, and a system without a program of its own the module alone", async () => {
  const windows = await installed("--os=win32", "--cpu=x64");
  assert.deepEqual(windows.platforms, ["win32-x64"]);
  const program = readFileSync(join(windows.folder, "node_modules/@aunit/win32-x64/bin/aunit.exe"));
  const header = program.readUInt32LE(0x3c); // where the header of the format PE stands
  assert.equal(program.toString("latin1", 0, 2), "MZ");
  assert.equal(program.toString("latin1", header, header + 4), "PE\0\0");
  assert.equal(program.readUInt16LE(header + 4), 0x8664); // x64
  assert.deepEqual((await installed("--os=darwin", "--cpu=arm64")).platforms, []);
});

test("packages of platforms say which they are of", () => {
  for (const [name, { about }] of packages) {
    if (name === "aunit") continue;
    const [system, processor] = name.replace("@aunit/", "").split("-");
    assert.deepEqual([about.os, about.cpu, about.version], [[system], [processor], packages.get("aunit").about.version]);
    assert.equal(packages.get("aunit").about.optionalDependencies[name], about.version);
  }
});
