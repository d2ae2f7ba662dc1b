// The page of proposed tests in a real browser: what the model says of each picture, and its text to be copied.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { aunit, close, invalid, launch, lowContrast, openPage } from "./pages.mjs";

const folder = mkdtempSync(join(tmpdir(), "aunit-proposals-"));
const env = { PATH: process.env.PATH, HOME: folder };
const report = join(folder, "report");
let browser;

// Text that is markup if anybody lets it be, and traces.
const model = `module list
sig Node { link: set Node, var busy: lone Node, name: set String }
fact PartialFunction { all n: Node | lone n.link }
pred named { all n: Node | "<img src=x onerror=alert(1)>" not in n.name }
pred worked { eventually some busy }
`;
const run = (...words) => spawnSync(aunit, words, { cwd: folder, encoding: "utf8", env });

before(async () => {
  writeFileSync(join(folder, "list.als"), model);
  const result = run("generate", "list.als", "--html", report, "--limit", "8");
  assert.equal(result.status, 0, result.stdout + result.stderr);
  browser = await launch();
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = (options) => openPage(browser, join(report, "index.html"), options);

test("from the list to a test, whose copied text passes", async () => {
  const page = await open({ permissions: ["clipboard-read", "clipboard-write"] });
  assert.equal(await page.locator("ol.gaps > li").count(), 8);
  assert.equal(await page.locator(".proposal").count(), 8);
  await page.locator("ol.gaps a").nth(2).click();
  const third = page.locator(".proposal").nth(2);
  assert.ok(await third.evaluate((element) => { const { top } = element.getBoundingClientRect(); return top >= 0 && top < innerHeight; }), "in sight");
  assert.match(await third.textContent(), /The model says now: .* (accepts?|rejects?) this valuation\. Is that right\?/);
  await third.getByRole("button", { name: "Copy" }).click();
  await third.getByRole("button", { name: "Copied" }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, /^val \w+ \{[^]*\ntest "/);
  assert.doesNotMatch(copied, /@proposed/);
  await close(page);
  writeFileSync(join(folder, "copied.aunit"), "open list\n" + copied);
  assert.equal(run("run", "copied.aunit").status, 0);
});

test("all of them are a file of tests that pass", async () => {
  const page = await open();
  await page.locator("summary", { hasText: "8 tests as a file" }).click();
  const text = await page.locator("section[aria-labelledby=all] pre").textContent();
  await close(page);
  writeFileSync(join(folder, "all.aunit"), text);
  const result = run("run", "all.aunit");
  assert.equal(result.status, 0, result.stdout);
  assert.match(result.stdout, /8 passed/);
});

test("valuations are drawn, traces state by state", async () => {
  const page = await open();
  assert.ok(await page.locator(".proposal .drawing svg, .proposal .strip svg").count() > 0);
  assert.ok(await page.locator(".proposal .strip > li").count() > 1);
  await close(page);
});

test("names and texts are text, not markup, and valid HTML", async () => {
  const page = await open();
  assert.equal(await page.locator("main :is(img, script, b:not([class]))").count(), 0);
  await close(page);
  const pages = readdirSync(report, { recursive: true }).filter((name) => name.endsWith(".html"));
  assert.deepEqual(pages, ["index.html"]);
  assert.deepEqual(await invalid(pages.map((name) => join(report, name))), []);
});

test("the page is no wider than a small phone, and text keeps its contrast", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const page = await open({ viewport: { width: 360, height: 640 }, colorScheme });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 360);
    assert.deepEqual(await page.evaluate(lowContrast), [], colorScheme);
    await close(page);
  }
});
