// The report of mutation testing in a real browser: from the index to a survivor, to its diff, to the test that kills it; and its
// JSON in the viewer that it is made for.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import Ajv from "ajv";
import { aunit, close, follow, invalid, launch, lowContrast, openPage } from "./pages.mjs";

const folder = mkdtempSync(join(tmpdir(), "aunit-mutation-"));
const env = { PATH: process.env.PATH, HOME: folder };
const report = join(folder, "report");
let browser, json;

const list = `module list
sig Node { link: set Node, name: set String }
fact PartialFunction { all n: Node | lone n.link }
pred NoDirectedCycles { all n: Node | n !in n.^link }
pred named { all n: Node | "<img src=x onerror=alert(1)>" in n.name }  -- </span><script>alert(2)</script>
pred watched { some Node }  -- aunit: no mutants: <b>elsewhere</b>
`;
const suite = `open list
val chain { Node = N0 + N1  link = N1->N0 }
val fork { Node = N0 + N1  link = N1->N0 + N1->N1 }
test "a chain" { chain valid }
test "one <script>alert(3)</script> successor" { fork invalid }
test "</details><img src=x onerror=alert(4)>" { chain invalid }
`;

// A model that changes: what its survivors are told from it by are traces.
const lamps = `module lamps
sig Lamp {}
var sig On in Lamp {}
pred reached { eventually some On }
`;
const lampSuite = `open lamps
val lit { Lamp = L0  state { On = L0 } }
val dark { Lamp = L0  state { no On } }
test "lit" { lit satisfies reached }
test "dark" { dark violates reached }
`;

const mutate = (...more) => spawnSync(aunit, ["mutate", "--color", "never", "list.aunit", "lamps.aunit", ...more], { cwd: folder, encoding: "utf8", env });

before(async () => {
  writeFileSync(join(folder, "list.als"), list);
  writeFileSync(join(folder, "list.aunit"), suite);
  writeFileSync(join(folder, "lamps.als"), lamps);
  writeFileSync(join(folder, "lamps.aunit"), lampSuite);
  const result = mutate("--html", report, "--json", "report.json");
  assert.equal(result.status, 0, result.stdout + result.stderr);
  json = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
  browser = await launch();
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = (name, options) => openPage(browser, join(report, name), options);
const mutants = (file) => json.files[file].mutants;
const count = (list, status) => list.filter((mutant) => mutant.status === status).length;

test("counts are those of the JSON report", async () => {
  const page = await open("index.html");
  const all = Object.keys(json.files).flatMap(mutants);
  const tile = async (name) => Number(await page.locator(`.tiles .${name} strong`).textContent());
  assert.equal(await tile("passed"), count(all, "Killed"));
  assert.equal(await tile("failed") + await tile("skipped"), count(all, "Survived"));
  assert.equal(await page.locator(".gaps i").count(), count(all, "Survived"));
  const cells = await page.locator("#paragraph-table tbody tr td:last-child").evaluateAll((all) => all.map((cell) => Number(cell.dataset.sort)));
  assert.equal(cells.reduce((sum, n) => sum + n), count(all, "Survived"));
  assert.match(await page.locator("section", { has: page.locator("#left-out") }).textContent(), /list.aunit::<\/details><img src=x onerror=alert\(4\)>/);
  await close(page);
});

test("from the index to a survivor, to its diff, to the test, which kills it", async () => {
  const page = await open("index.html", { permissions: ["clipboard-read", "clipboard-write"] });
  await follow(page, page.locator("#paragraph-table tr", { hasText: "fact PartialFunction" }).getByRole("link", { name: "UOI_3" }));
  const survivor = page.locator("details.survivor[open]");
  assert.equal(await survivor.count(), 1);
  assert.match(await survivor.locator("summary").textContent(), /survived: link becomes \^link/);
  assert.ok(await survivor.evaluate((element) => { const { top } = element.getBoundingClientRect(); return top >= 0 && top < innerHeight; }), "in sight");
  assert.deepEqual(await survivor.locator(".diff code").allTextContents(),
    ["fact PartialFunction { all n: Node | lone n.link }", "fact PartialFunction { all n: Node | lone n.^link }"]);
  assert.equal(await survivor.locator(".diff ins").textContent(), "^");
  await page.locator("#mutated .chosen", { hasText: /^link$/ }).waitFor();  // its place is marked
  assert.equal(await survivor.locator("svg.graph .box").count(), 2);
  await survivor.getByRole("button", { name: "Copy" }).click();
  await survivor.getByRole("button", { name: "Copied" }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(copied, await survivor.locator("figure pre").textContent());
  await close(page);

  appendFileSync(join(folder, "list.aunit"), copied);
  assert.equal(mutate("--json", "after.json").status, 0);
  writeFileSync(join(folder, "list.aunit"), suite);
  const id = "list.als:PartialFunction_UOI_3";
  const now = JSON.parse(readFileSync(join(folder, "after.json"), "utf8"));
  assert.equal(mutants("list.als").find((mutant) => mutant.id === id).status, "Survived");
  assert.equal(now.files["list.als"].mutants.find((mutant) => mutant.id === id).status, "Killed");
});

test("survivors that fall by one test lead to each other", async () => {
  const page = await open("index.html");
  const group = page.locator(".gaps > li", { has: page.locator("ul") }).first();
  const inside = await group.locator("ul > li").count();
  await follow(page, group.locator(":scope > a"));
  const survivor = page.locator("details.survivor[open]");
  assert.equal(await survivor.locator(".alike li").count(), inside);
  await survivor.locator(".alike a").first().click();
  await page.locator("details.survivor[open]").nth(1).waitFor();
  await close(page);
});

test("all fates are told apart, whatever the colours", async () => {
  const page = await open("index.html");
  await follow(page, page.locator("#paragraph-table a", { hasText: "fact PartialFunction" }));
  const of = { Killed: "killed", Survived: "survived" };
  for (const [status, word] of Object.entries(of))
    assert.equal(Number((await page.locator(".legend li", { hasText: word }).textContent()).match(/\d+/)[0]), count(mutants("list.als"), status), word);
  const ignored = mutants("list.als").filter((mutant) => mutant.status === "Ignored");
  for (const [word, isOne] of [["equivalent in scope", (m) => m.statusReason.startsWith("equivalent")], ["left out", (m) => !m.statusReason.startsWith("equivalent")]]) {
    const wanted = ignored.filter(isOne).length;
    assert.ok(wanted > 0);
    assert.equal(Number((await page.locator(".legend li", { hasText: word }).textContent()).match(/\d+/)[0]), wanted, word);
    await page.locator(".rest > summary", { hasText: word }).first().click();
    assert.ok(await page.locator(".rest li:visible", { hasText: word }).count() > 0);
  }
  assert.ok(await page.locator(".rest li:visible", { hasText: "<b>elsewhere</b>" }).count() > 0);
  const signs = await page.locator(".legend i").allTextContents();
  assert.equal(new Set(signs).size, signs.length);
  await close(page);
});

test("a place in the text opens its survivors, and closes them", async () => {
  const page = await open("index.html");
  await follow(page, page.locator("#paragraph-table a", { hasText: "fact PartialFunction" }));
  await page.locator("#mutated span.unmet", { hasText: /^n\.link$/ }).first().click();
  assert.ok(await page.locator("details.survivor[open]").count() > 0);
  await page.locator("#mutated span.unmet", { hasText: /^n\.link$/ }).first().click();
  assert.equal(await page.locator("details.survivor[open]").count(), 0);
  await close(page);
});

test("the keyboard alone leads through the survivors", async () => {
  const page = await open("index.html");
  await follow(page, page.locator("#paragraph-table a", { hasText: "fact PartialFunction" }), (link) => link.press("Enter"));
  const all = await page.locator("details.survivor").evaluateAll((list) => list.map((survivor) => survivor.id));
  const focused = () => page.evaluate(() => document.activeElement.closest("details")?.id);
  await page.keyboard.press("n");
  assert.equal(await focused(), all[0]);
  await page.keyboard.press("n");
  assert.equal(await focused(), all[1]);
  await page.keyboard.press("p");
  await page.keyboard.press("p");
  assert.equal(await focused(), all.at(-1));
  assert.equal(await page.locator("details.survivor[open]").count(), Math.min(3, all.length));
  await page.keyboard.press("Enter");  // on its first line
  assert.equal(await page.locator(`#${all.at(-1)}[open]`).count(), 0);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("details.survivor[open]").count(), 0);
  await close(page);
});

test("a trace is drawn state by state", async () => {
  const page = await open("index.html");
  await follow(page, page.locator("#paragraph-table tr", { hasText: "pred reached" }).locator("a[href*='#m']").first());
  await page.locator("details").evaluateAll((list) => list.forEach((details) => { details.open = true; }));
  assert.ok(await page.locator("details.survivor .strip").first().locator(":scope > li").count() > 1);
  await close(page);
});

test("names of tests, texts and reasons are text, not markup", async () => {
  for (const name of readdirSync(report, { recursive: true }).filter((file) => file.endsWith(".html"))) {
    const page = await open(name);
    await page.locator("details").evaluateAll((list) => list.forEach((details) => { details.open = true; }));
    assert.equal(await page.locator("main :is(img, script, b:not([class]))").count(), 0, name);
    await close(page);
  }
});

test("every page is valid HTML", async () => {
  const pages = readdirSync(report, { recursive: true }).filter((name) => name.endsWith(".html"));
  assert.equal(pages.length, 1 + Object.keys(json.files).length);
  assert.deepEqual(await invalid(pages.map((name) => join(report, name))), []);
});

test("no page is wider than a small phone, and text keeps its contrast", async () => {
  for (const colorScheme of ["light", "dark"])
    for (const name of readdirSync(report, { recursive: true }).filter((file) => file.endsWith(".html"))) {
      const page = await open(name, { viewport: { width: 360, height: 640 }, colorScheme });
      await page.locator("details").evaluateAll((list) => list.forEach((details) => { details.open = true; }));
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 360, name);
      assert.deepEqual(await page.evaluate(lowContrast), [], `${name}, ${colorScheme}`);
      await close(page);
    }
});

test("survivors open without scripts", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await openPage(context, join(report, "index.html"));
  await follow(page, page.locator(".gaps a", { hasText: "list.als:3" }).first());
  await page.locator("details.survivor summary").first().click();
  assert.ok(await page.locator("details.survivor[open] pre").first().isVisible());
  assert.equal(await page.getByRole("button", { name: "Copy" }).count(), 0);
  await context.close();
});

test("the JSON report is valid by the schema, and its viewer shows the survivors", async () => {
  const require = createRequire(import.meta.url);
  const schema = JSON.parse(readFileSync(require.resolve("mutation-testing-report-schema/mutation-testing-report-schema.json"), "utf8"));
  const validate = new Ajv({ strict: false, formats: { uri: true } }).compile(schema);
  assert.ok(validate(json), JSON.stringify(validate.errors));

  const viewer = join(folder, "viewer.html");
  const script = readFileSync(join(import.meta.dirname, "node_modules/mutation-testing-elements/dist/mutation-test-elements.js"), "utf8");
  writeFileSync(viewer, `<!DOCTYPE html><meta charset="utf-8"><title>Viewer</title><body><mutation-test-report-app></mutation-test-report-app><script>${script}</script>
<script>document.querySelector("mutation-test-report-app").report = ${JSON.stringify(json).replaceAll("<", "\\u003c")};</script>`);
  const page = await openPage(browser, viewer);
  const row = page.locator("mutation-test-report-app tr", { hasText: "list.als" }).first();
  await row.waitFor();
  const cells = (await row.locator("td").allTextContents()).map((text) => text.trim());
  for (const status of ["Killed", "Survived", "Ignored"]) assert.ok(cells.includes(String(count(mutants("list.als"), status))), status);
  await page.locator("mutation-test-report-app a:visible", { hasText: "list.als" }).first().click();
  const dots = page.locator("mte-file .mutant-dot");
  await dots.first().waitFor();
  assert.equal(await dots.count(), count(mutants("list.als"), "Survived"));
  await close(page);
});
