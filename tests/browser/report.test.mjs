// The HTML report in a real browser, as a person uses it: from the index to a formula to a test, by mouse and by keyboard.
// AUNIT names the binary, CHROMIUM the browser.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { aunit, close, follow, invalid, launch, lowContrast, openPage } from "./pages.mjs";

const specs = resolve(import.meta.dirname, "../../specs");
const folder = mkdtempSync(join(tmpdir(), "aunit-browser-"));
const env = { PATH: process.env.PATH, HOME: folder };  // nothing of the caller's shards, colours or GitHub
const report = join(folder, "report");
let browser, run, coverage;

// A suite of its own beside the specs: something fails, and the names are hostile.
const hostile = `open list
val loop { Node = N0 + N1  link = N0->N0 + N1->N0 }
test "<script>alert(1)</script> & \\"quotes\\"" @slow { loop satisfies NoDirectedCycles }
test "</title><img src=x onerror=alert(2)>" { loop gives N1.link = N1 }
`;
// Long names for a small screen, a trace of many states, and tabs.
const wide = `sig Person { friends: set Person, likes: Person -> Person, var mood: lone Person }
fact { all p: Person |
\t\tp not in\tp.friends }
val crowd { Person = Alice_the_first + Bob_the_builder_and_more + Charlie_the_third_of_his_name
  friends = Alice_the_first->Bob_the_builder_and_more + Charlie_the_third_of_his_name->Charlie_the_third_of_his_name
  likes = Alice_the_first->Bob_the_builder_and_more->Charlie_the_third_of_his_name }
test "wide names" { crowd valid }
val moods { Person = Alice_the_first + Bob_the_builder_and_more
  state { mood = Alice_the_first->Bob_the_builder_and_more } state { mood = Bob_the_builder_and_more->Alice_the_first }
  state { mood = Bob_the_builder_and_more->Bob_the_builder_and_more } state { no mood } loop 3 }
test "wide trace" { moods valid }
`;

// Tests that are left out, known to fail, warned of, and an error that is expected.
const marks = `open list
val loop { Node = N0  link = N0->N0 }
val fork { Node = N0 + N1  link = N0->N1 + N0->N0 }
val old xfail "loops are <b>to come</b>" { Node = N0  link = N0->N0 }
test "left out" skip "not & now" { loop valid }
test "left out, too" skip "not & now" { fork valid }
test "known" xfail "a bug" { loop satisfies NoDirectedCycles }
test "known in part" xfail "a bug" { loop valid  fork valid  loop satisfies NoDirectedCycles }
test "it passes" { old valid }
test "warned of" { fork violates NoDirectedCycles }
test "an error" { loop gives link = Node expect error "same arity" }
`;

before(async () => {
  execFileSync("cp", [join(specs, "list/list.als"), folder]);
  writeFileSync(join(folder, "hostile.aunit"), hostile);
  writeFileSync(join(folder, "wide.aunit"), wide);
  const result = spawnSync(aunit, ["run", specs, join(folder, "hostile.aunit"), join(folder, "wide.aunit"), "--html", report, "--json", join(folder, "run.json"),
    "--coverage-out", join(folder, "coverage.json"), "--color", "never"], { encoding: "utf8", env });
  assert.equal(result.status, 1, result.stdout + result.stderr);  // the hostile tests fail
  run = JSON.parse(readFileSync(join(folder, "run.json"), "utf8"));
  execFileSync(aunit, ["coverage", "report", join(folder, "coverage.json"), "--json", join(folder, "spans.json")], { env });
  coverage = JSON.parse(readFileSync(join(folder, "spans.json"), "utf8"));
  browser = await launch();
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = (name, options) => openPage(browser, join(report, name), options);

const number = (text) => Number.parseInt(text, 10);
const sourceOf = (page, path) => page.locator(".files a", { hasText: path });

test("counts of tests are those of the JSON report", async () => {
  const page = await open("index.html");
  for (const [outcome, count] of [["passed", run.summary.passed], ["failed", run.summary.failed], ["error", run.summary.errors], ["skipped", run.summary.skipped]])
    assert.equal(number(await page.locator(`.tiles .${outcome} strong`).textContent()), count, outcome);
  assert.equal(await page.locator("#test-table tbody tr").count(), run.tests.length);
  assert.equal(await page.locator(".problems li").count(), run.summary.failed + run.summary.errors);
  await close(page);
});

test("criteria add up to those of the coverage data", async () => {
  const page = await open("index.html");
  const shown = await page.locator(".criteria tbody tr").evaluateAll((rows) => rows.map((row) => [row.querySelector("abbr").textContent, row.cells[2].textContent]));
  const expected = new Map();
  for (const model of coverage.models)
    for (const [key, { met, total }] of Object.entries(model.criteria)) {
      const sum = expected.get(key) ?? [0, 0];
      expected.set(key, [sum[0] + met, sum[1] + total]);
    }
  assert.ok(shown.length === 9);
  for (const [key, text] of shown) assert.equal(text, expected.get(key).join("/"), key);
  await close(page);
});

test("tests are filtered and sorted", async () => {
  const page = await open("index.html");
  const rows = page.locator("#test-table tbody tr:visible");
  await page.getByLabel("Filter tests").fill("script alert");
  assert.equal(await rows.count(), 1);
  await page.getByLabel("Filter tests").fill("");
  await page.getByRole("checkbox", { name: "passed" }).uncheck();
  assert.equal(await rows.count(), run.tests.filter((t) => t.outcome !== "passed").length);
  await page.getByRole("checkbox", { name: "passed" }).check();
  await page.locator("#test-table").getByRole("button", { name: "Time" }).click();
  await page.locator("#test-table").getByRole("button", { name: "Time" }).click();
  const times = await page.locator("#test-table tbody tr td:last-child").evaluateAll((cells) => cells.map((cell) => Number(cell.dataset.sort)));
  assert.deepEqual(times, [...times].sort((a, b) => b - a));
  assert.equal(await page.locator("#test-table th[aria-sort=descending]").count(), 1);
  await close(page);
});

test("from the index to a formula to a test", async () => {
  const page = await open("index.html");
  await follow(page, sourceOf(page, "/list.als"));
  const formula = page.locator("#code code span", { hasText: /^n !in n\.\^link$/ }).first();
  assert.equal((await formula.getAttribute("class")).trim(), "met");
  await formula.click({ position: { x: 14, y: 6 } });  // on its operator: what is inside has its own details
  await page.locator("#details h2", { hasText: "formula, met" }).waitFor();
  assert.deepEqual(await page.locator("#details .observed code").allTextContents(), ["false", "true"]);
  await page.locator("#details summary").first().click();
  const link = page.locator("#details .tests a").first();
  const name = await link.textContent();
  await follow(page, link);
  assert.equal(await page.locator("h1").textContent(), name);
  assert.equal(await page.locator(".badge").first().textContent(), "✓ passed");
  await close(page);
});

test("links of requirements lead to the expression, with its details open", async () => {
  const page = await open("index.html");
  await page.getByRole("button", { name: /Show \d+ more/ }).click();
  const gap = page.locator(".gaps li", { hasText: "all n: Node" }).first();
  const line = Number((await gap.locator("a").textContent()).split(":").at(-1));
  await follow(page, gap.locator("a"));
  const chosen = page.locator("#code .chosen").first();
  assert.match(await chosen.textContent(), /^all n: Node/);
  assert.equal(await page.locator(`#L${line} .chosen`).count() > 0, true);
  assert.match(await page.locator("#details h2").textContent(), /formula, partly met/);
  assert.ok(await chosen.evaluate((element) => element.getBoundingClientRect().top < innerHeight), "in sight");
  // The page's own list of gaps leads within it.
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#code .chosen").count(), 0);
  await page.locator("section .gaps a").last().click();
  await page.locator("#code .chosen").first().waitFor();
  await page.locator("#details h3", { hasText: "What the tests should show" }).waitFor();
  await close(page);
});

test("colours are those of the coverage data", async () => {
  const page = await open("index.html");
  await follow(page, sourceOf(page, "/list.als"));
  const subjects = coverage.models.flatMap((m) => m.subjects).filter((s) => s.spans.some((span) => span.path.endsWith("/list.als")));
  const shown = await page.locator("#code code span").evaluateAll((spans) => spans.map((span) => [span.textContent, span.classList[0]]));
  const standingOf = ({ kind, requirements }) => {
    const met = requirements.filter((r) => r.met).length;
    return met === requirements.length ? "met" : met > 0 ? "partly" : kind === "signature" || kind === "field" ? "unmet" : "never";
  };
  const byText = new Map(subjects.map((s) => [s.text, standingOf(s)]));
  assert.ok(shown.length > 5);
  for (const [text, standing] of shown) assert.equal(standing, byText.get(text), text);
  const colours = await page.evaluate(() => ["met", "partly", "unmet", "never", "infeasible"].map((name) => {
    const style = getComputedStyle(document.querySelector(`.legend span.${name}`));
    return `${style.backgroundColor} ${style.borderBottomStyle}`;
  }));
  assert.equal(new Set(colours).size, 5, "each standing looks different");
  await close(page);
});

test("the keyboard alone leads through the expressions", async () => {
  const page = await open("index.html");
  await follow(page, sourceOf(page, "/list.als"), (link) => link.press("Enter"));
  await page.locator("#code").focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator("#code .chosen").first().textContent(), "Node");
  await page.keyboard.press("n");
  await page.locator("#details h2", { hasText: "partly met" }).waitFor();
  const gap = await page.locator("#code .chosen").first().textContent();
  assert.match(gap, /^all n: Node/);
  await page.locator("#code").focus();
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.locator("#code .chosen").first().textContent(), "Node");
  await page.keyboard.press("ArrowUp");
  assert.equal(await page.locator("#code .chosen").first().textContent(), gap);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#code .chosen").count(), 0);
  await close(page);
});

test("a failed test shows why, with its witness and its drawing", async () => {
  const page = await open("index.html");
  await follow(page, page.locator(".problems a", { hasText: "<script>" }));
  assert.equal(await page.locator("h1").textContent(), `<script>alert(1)</script> & "quotes"`);
  assert.match(await page.locator(".reason").textContent(), /does not hold/);
  assert.equal(await page.locator(".excerpt mark").last().textContent(), "n !in n.^link");
  assert.equal(await page.locator("svg.graph .box").count(), 2);
  assert.equal(await page.locator("svg.graph .arrow").count(), 2);
  assert.deepEqual(await page.locator("table.values tr", { hasText: "Node.link" }).locator("td span").allTextContents(), ["N0->N0", "N1->N0"]);
  await follow(page, page.locator(".excerpt a", { hasText: "list.als" }));
  assert.match(page.url(), /source\/.*list\.als\.html#L\d+$/);
  await close(page);
});

test("a trace is a strip of states with its loop", async () => {
  const page = await open("index.html");
  await follow(page, page.locator("#test-table a", { hasText: "one process can starve another" }));
  const states = await page.locator(".strip > li").count();
  assert.ok(states > 1);
  assert.equal(await page.locator(".strip svg.graph").count(), states);
  assert.equal(await page.locator(".strip .loop").count(), 1);
  assert.match(await page.locator(".strip .back").textContent(), /for ever|then state \d+ again/);
  assert.ok(await page.locator(".strip .changed, .strip .new, .strip .gone").count() > 0);
  assert.equal(await page.locator("table.values ins").count() > 0, true);
  await close(page);
});

test("every page is valid HTML", async () => {
  const pages = readdirSync(report, { recursive: true }).filter((name) => name.endsWith(".html"));
  assert.ok(pages.length > run.tests.length);
  assert.deepEqual(await invalid(pages.map((name) => join(report, name))), []);
});

test("no page is wider than a small phone, and text keeps its contrast", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const failed = `tests/${run.tests.findIndex((t) => t.outcome === "failed") + 1}.html`;
    const source = `source/${readdirSync(join(report, "source")).sort()[0]}`;
    for (const name of ["index.html", source, "tests/1.html", failed]) {
      const page = await open(name, { viewport: { width: 360, height: 640 }, colorScheme });
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 360, name);
      assert.deepEqual(await page.evaluate(lowContrast), [], `${name}, ${colorScheme}`);
      await close(page);
    }
  }
});

const pageOf = (name) => `tests/${run.tests.findIndex((t) => t.name === name) + 1}.html`;
const phone = { viewport: { width: 360, height: 640 } };

test("every value can be read on a small phone", async () => {
  const page = await open(pageOf("wide names"), phone);
  for (const box of await page.locator("table.values :is(td span, td code)").all()) {
    const { x, width } = await box.boundingBox();
    assert.ok(x >= 0 && x + width <= 360, await box.textContent());
  }
  assert.ok(await page.locator("table.values td span").count() >= 5);
  await close(page);
});

test("the last state of a trace can be reached on a small phone, its relations beside it", async () => {
  const page = await open(pageOf("wide trace"), phone);
  const table = page.locator("table.values.states");
  await table.evaluate((element) => { element.parentElement.scrollLeft = 10_000; });
  const last = await table.locator("thead th").last().boundingBox();
  assert.ok(last.x >= 0 && last.x + last.width <= 361, `${last.x} ${last.width}`);
  const name = await table.locator("tbody th", { hasText: "Person.mood" }).boundingBox();
  assert.ok(name.x >= 0 && name.x + name.width <= last.x + 1, "the relation is still in sight");
  assert.ok(name.width >= 80, "and legible");
  await close(page);
});

test("a test's page has its text", async () => {
  const page = await open(pageOf("</title><img src=x onerror=alert(2)>"));
  const text = page.locator("section", { has: page.locator("#text") });
  assert.deepEqual(await text.locator("code").allTextContents(), hostile.split("\n").filter((line, i) => i === 1 || i === 3));
  assert.deepEqual(await text.locator(".keyword").allTextContents(), ["val", "test", "gives"]);
  await close(page);
});

test("tab stops are every eight columns, whatever stands before the line", async () => {
  for (const [name, lines] of [[pageOf("wide names"), ".excerpt code"], ["index.html", null]]) {
    const page = await open(name);
    if (!lines) await follow(page, sourceOf(page, "wide.aunit"));
    const columns = await page.locator(lines ?? "#code code").evaluateAll((all) => {
      const line = all.find((code) => code.textContent.startsWith("\t\tp not"));
      const at = (offset) => {
        const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          if (offset < node.length) { const range = document.createRange(); range.setStart(node, offset); range.setEnd(node, offset + 1); return range.getBoundingClientRect(); }
          offset -= node.length;
        }
      };
      const width = at(2).width;  // of one character
      return [2, 11].map((offset) => Math.round((at(offset).left - line.getBoundingClientRect().left) / width));
    });
    assert.deepEqual(columns, [16, 32]);  // "p", and "p.friends" behind "p not in" and a tab
    await close(page);
  }
});

test("each gap leads to a test that closes it", async () => {
  const suite = "open list\nval chain { Node = N0 + N1  link = N0->N1 }\ntest \"a chain\" { chain satisfies NoDirectedCycles }\n";
  writeFileSync(join(folder, "weak.aunit"), suite);
  const weak = (...more) => spawnSync(aunit, ["run", "weak.aunit", "--suggest", ...more], { cwd: folder, encoding: "utf8", env });
  assert.equal(weak("--html", "weak").status, 0);
  const index = join(folder, "weak/index.html");
  const page = await openPage(browser, index, { permissions: ["clipboard-read", "clipboard-write"] });
  const gap = page.locator(".gaps li", { hasText: "was never false" }).first();
  await gap.locator("a[href^='#ready']").click();
  const opened = page.locator(".gap-test[open]");
  await opened.getByRole("button", { name: "Copy" }).click();
  await opened.getByRole("button", { name: "Copied" }).waitFor();
  assert.equal(await opened.locator("svg.graph").count(), 1);
  const text = await page.evaluate(() => navigator.clipboard.readText());
  const sentence = (await gap.textContent()).replace(/\S+$/, "").trim();
  const source = page.locator(".files a").first();
  await follow(page, source);
  await follow(page, page.locator("section .gaps a[href*='#ready']").first());
  assert.equal(await page.locator(".gap-test[open]").count(), 1);
  // From a requirement among the details of its formula, too.
  await page.goBack();
  await page.locator("#code span", { hasText: /^n !in n\.\^link$/ }).first().click();
  const requirement = page.locator("#details .requirements li", { hasText: "false – not shown by any test" });
  const ready = (await requirement.locator("a").textContent()).replace("ready ", "");
  await follow(page, requirement.locator("a"));
  assert.ok((await page.locator(".gap-test[open] summary").textContent()).startsWith(`${ready}: `));
  assert.match(await page.locator(".gap-test[open] pre").textContent(), /violates NoDirectedCycles/);
  await close(page);
  assert.deepEqual(await invalid([index]), []);
  writeFileSync(join(folder, "weak.aunit"), suite + text);
  assert.equal(weak("--html", "weak").status, 0);
  const after = await openPage(browser, index);
  assert.equal(await after.locator(".gaps li", { hasText: sentence.split(" was ")[0] }).filter({ hasText: "was never false" }).count(), 0);
  await close(after);
});

test("further criteria are in the tables, on their places and among the details", async () => {
  writeFileSync(join(folder, "cells.aunit"), "open list\nval chain { Node = N0 + N1  link = N0->N1 }\ntest \"a chain\" { chain satisfies NoDirectedCycles }\n");
  const ran = spawnSync(aunit, ["run", "cells.aunit", "--suggest", "--criteria", "all", "--html", "cells"], { cwd: folder, encoding: "utf8", env });
  assert.equal(ran.status, 0, ran.stderr);
  const page = await openPage(browser, join(folder, "cells/index.html"));
  const further = ["OC", "WC", "CC", "NC"];
  assert.deepEqual((await page.locator(".criteria tbody abbr").allTextContents()).slice(9), further);
  assert.deepEqual((await page.locator(".files thead abbr").allTextContents()).slice(9), further);
  const shares = await page.locator(".criteria tbody tr").evaluateAll((rows) => rows.slice(9).map((row) => row.cells[3].textContent));
  assert.deepEqual((await page.locator(".files tbody td").allTextContents()).slice(9), shares);
  await page.getByRole("button", { name: /^Show \d+ more$/ }).click();
  const gap = page.locator(".gaps li", { hasText: "^link never had this case: a cycle" });
  await follow(page, gap.locator("a").first());
  assert.deepEqual((await page.locator(".shares abbr").allTextContents()).slice(-4), further);
  assert.equal(await page.locator("#code .more.chosen").textContent(), "^link");
  assert.ok(await page.locator("#code .more").count() < await page.locator("#code [id^=o]").count());
  const depth = page.locator("#details h3", { hasText: "closure depth" }).locator("+ ul li");
  assert.deepEqual(await depth.locator(":scope > i").evaluateAll((signs) => signs.map((sign) => sign.className)), ["met", "unmet", "unmet"]);
  assert.deepEqual(await page.evaluate(lowContrast), []);
  await follow(page, depth.nth(2).locator("a"));
  assert.match(await page.locator(".gap-test[open] pre").textContent(), /N0->N0|N0->N1\s*\+\s*N1->N0/);
  await close(page);
  assert.deepEqual(await invalid([join(folder, "cells/index.html"), join(folder, "cells/source/1-list.als.html")]), []);
  const plain = await openPage(browser, join(report, "source", readdirSync(join(report, "source")).find((name) => name.endsWith("list.als.html"))));
  assert.equal(await plain.locator(".more").count(), 0);
  await close(plain);
});

test("files and folders may be called anything", async () => {
  const model = "a #1 <b>bold<%62>\"&'.als", suite = "te st#2 <b>\"&.aunit";
  writeFileSync(join(folder, model), "module list\nsig Node { link: set Node }\nfact \"<b>\" { all n: Node | lone n.link }\npred acyclic { all n: Node | n !in n.^link }\n");
  writeFileSync(join(folder, suite), "val chain { Node = N0 + N1  link = N0->N1 }\ntest \"a chain\" { chain satisfies acyclic }\n");
  for (const [command, ...more] of [["run", "--coverage", "--suggest"], ["mutate"], ["generate"]]) {
    const pages = `${command} #<b>&`;
    const ran = spawnSync(aunit, [command, suite, "--model", model, ...more, "--html", pages], { cwd: folder, encoding: "utf8", env });
    assert.equal(ran.status, 0, ran.stderr);
    const files = readdirSync(join(folder, pages), { recursive: true }).filter((name) => name.endsWith(".html")).map((name) => join(folder, pages, name));
    assert.deepEqual(await invalid(files), []);
    for (const file of files) {
      const page = await openPage(browser, file);
      assert.equal(await page.locator("b:not(code b, pre b)").count(), 0);
      for (const link of await page.locator("a").evaluateAll((all) => all.map((a) => a.href)))
        assert.ok(existsSync(fileURLToPath(link.replace(/#.*/, ""))), link);
      if (file.includes("source")) assert.equal(await page.locator("h1").textContent(), model);
      await close(page);
    }
  }
});

test("tests with marks say why, on the first page and on their own", async () => {
  writeFileSync(join(folder, "marks.aunit"), marks);
  const result = spawnSync(aunit, ["run", join(folder, "marks.aunit"), "--html", join(folder, "marks")], { encoding: "utf8", env });
  assert.equal(result.status, 0, result.stdout + result.stderr);
  const page = await openPage(browser, join(folder, "marks/index.html"));
  const texts = (within, of) => within.locator(of).allTextContents().then((all) => all.map((text) => text.replace(/\s+/g, " ").trim()));
  const section = (title) => page.locator("section", { has: page.getByRole("heading", { name: title, exact: true }) });
  assert.deepEqual(await texts(section("Skipped, or expected to fail"), "li"), ["– skipped not & nowleft out, left out, too",
    "✗ xfailed a bugknown, known in part", "✓ xpassed loops are <b>to come</b>it passes"]);
  assert.deepEqual(await texts(section("Warnings"), "li p"), ["passed, but the valuation is rejected because of fact PartialFunction, not because of NoDirectedCycles"]);
  assert.deepEqual(await page.evaluate(lowContrast), []);
  const open = async (name, ...titles) => {
    const of = await openPage(browser, join(folder, "marks/index.html"));
    await follow(of, of.locator("#test-table a", { hasText: new RegExp(`^${name}$`) }));
    assert.deepEqual((await texts(of, "h2")).slice(0, titles.length), titles);
    return of;
  };
  const reasons = async (name, titles, expected) => {
    const of = await open(name, ...titles);
    assert.deepEqual(await texts(of, ".reason"), expected);
    await close(of);
  };
  await reasons("left out", ["Why it was skipped", "Text"], ["not & now"]);
  await reasons("known", ["Fails as expected", "Why", "Text"], ["a bug", "predicate list/NoDirectedCycles does not hold"]);
  await reasons("known in part", ["Fails as expected", "Text"], ["a bug", "fact PartialFunction does not hold", "predicate list/NoDirectedCycles does not hold"]);
  await reasons("it passes", ["Passes, although a failure is expected", "Text"], ["loops are <b>to come</b>"]);
  await reasons("warned of", ["Warning", "Text"], ["passed, but the valuation is rejected because of fact PartialFunction, not because of NoDirectedCycles"]);
  const error = await open("an error", "Text");
  assert.match(await error.locator(".facts").first().textContent(), /decided by: the error .* needs both sides of the same arity/);
  await close(error);
  assert.deepEqual(await invalid([join(folder, "marks/index.html"), ...readdirSync(join(folder, "marks/tests")).map((file) => join(folder, "marks/tests", file))]), []);
  await close(page);
});

test("the theme can be chosen and is kept", async () => {
  const page = await open("index.html", { colorScheme: "light" });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.getByRole("button", { name: /dark theme/ }).click();
  const dark = await ground();
  assert.notEqual(light, dark);
  await page.reload();
  assert.equal(await ground(), dark);
  await page.emulateMedia({ media: "print" });
  assert.equal(await ground(), light, "paper is white");
  await close(page);
});

test("it is readable without scripts and on paper", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(pathToFileURL(join(report, "index.html")).href);
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator(".gaps li:visible").count(), await page.locator(".gaps li").count());
  assert.ok(await page.locator(".gaps li:visible").count() > 0);
  await context.close();
});
