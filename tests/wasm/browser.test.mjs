// The package in Chromium, as a page loads it: in a worker, which can be stopped.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { close, launch, openAddress } from "../browser/pages.mjs";
import { packageFolder } from "./engines.mjs";

const types = { ".js": "text/javascript", ".html": "text/html", ".wasm": "application/wasm" };
let browser, server, address;

before(async () => {
  server = createServer((request, response) => {
    const path = request.url.slice(1) || "index.html";
    try {
      const content = path === "index.html" ? "<!DOCTYPE html><title>aunit</title><link rel=icon href=data:,>" : readFileSync(join(packageFolder, path));
      response.writeHead(200, { "content-type": types[extname(path)] }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  address = `http://127.0.0.1:${server.address().port}/`;
  browser = await launch();
});
after(async () => {
  await browser?.close();
  server?.close();
});

test("commands in a worker answer in their order; what takes too long is stopped, and the next one runs", async () => {
  const page = await openAddress(browser, address, address);
  const found = await page.evaluate(async () => {
    const { Background } = await import("/index.js");
    const background = new Background();
    const list = "sig Node { link: set Node }\nrun { some link } for 3\n";
    const both = await Promise.all([background.run(["exec", "--json", "list.als"], { "list.als": list }), background.run(["check", "list.als"], { "list.als": "sig A { f: B }" })]);
    const written = await background.run(["format", "--write", "a.als"], { "a.als": "sig   A{}" });
    const pigeons = "sig Pigeon { hole: one Hole } sig Hole {}\nrun { all disj p, q: Pigeon | p.hole != q.hole } for exactly 14 Pigeon, exactly 13 Hole\n";
    const long = background.run(["exec", "--symmetry", "0", "p.als"], { "p.als": pigeons }).catch((failure) => failure.name);
    const waiting = background.run(["--version"]).catch((failure) => failure.name);
    setTimeout(() => background.stop(), 300);
    const stopped = [await long, await waiting];
    const next = await background.run(["--version"]);
    background.stop();
    return { verdict: JSON.parse(both[0].stdout).verdict, code: both[1].code, stderr: both[1].stderr, written: Object.keys(written.files), stopped, next: next.code };
  });
  assert.equal(found.verdict, "SAT");
  assert.equal(found.code, 4);
  assert.match(found.stderr, /list\.als:1:12: error: the name "B" cannot be found/);
  assert.deepEqual(found.written, ["a.als"]);
  assert.deepEqual(found.stopped, ["AbortError", "AbortError"]);
  assert.equal(found.next, 0);
  await close(page);
});

test("without a worker, too; what is not there is said", async () => {
  const page = await openAddress(browser, address, address);
  const found = await page.evaluate(async () => {
    const { load } = await import("/index.js");
    const deep = (await load()).run(["check", "deep.als"], { "deep.als": `run { ${"not ".repeat(200_000)}some univ }` });
    return { code: (await load()).run(["--version"]).code, deep: deep.code };
  });
  assert.equal(found.code, 0);
  assert.ok([3, 4].includes(found.deep), `${found.deep}`);
  await close(page);
  const other = await browser.newPage();
  await other.goto(address);
  assert.match(await other.evaluate(async () => (await import("/index.js")).load("/missing.wasm").catch((failure) => failure.message)), /cannot load .*missing\.wasm: 404/);
  assert.match(await other.evaluate(async () => new (await import("/index.js")).Background("/missing.js").run(["--version"]).catch((failure) => failure.message)), /worker/);
  await other.close();
});
