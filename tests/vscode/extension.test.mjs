// The extension in VS Code, as people use it. Says where its pictures are; look at them. See editor.mjs for what it needs, and EXTENSION, the
// packed extension. With WEB in VS Code for the Web (web.mjs), where no program can be started.
import assert from "node:assert/strict";
import { resolve } from "node:path";
import { after, before, test as nodeTest } from "node:test";
import { command, goTo, goToPlace, patience, shoot as shootAs, shots, until } from "./editor.mjs";

const web = Boolean(process.env.WEB);
const { open, openFile } = await import(web ? "./web.mjs" : "./editor.mjs");
const shoot = (page, name) => shootAs(page, web ? `web ${name}` : name);

const extension = resolve(process.env.EXTENSION);
const models = new URL("models", import.meta.url).pathname;
// What is looked at in a browser alone. Too many pigeons, which the solver has to find out without their being interchangeable.
const names = (letter, count) => Array.from({ length: count }, (_, i) => letter + i).join(", ");
const more = [
  ["ordered.als", "open util/ordering[A]\nsig A {}\nrun { some first.next }\n"],
  ["pigeons.als", `abstract sig Hole {}\none sig ${names("H", 20)} extends Hole {}\nabstract sig Pigeon { hole: one Hole }\none sig ${names("P", 21)} extends Pigeon {}
check crowded { some disj p, q: Pigeon | p.hole = q.hole }\n`],
];
let editor, page;

before(async () => {
  editor = await open(models, { extension, more });
  page = editor.page;
});
after(async () => {
  await editor?.close();
  console.log(`pictures: ${shots}`);
});

/// A test, with a picture where it fails.
const test = (name, options, work) => nodeTest(name, options, async () => {
  try {
    await work();
  } catch (error) {
    await shoot(page, `failed ${name}`);
    throw error;
  }
});

/// Waits for what is to become true of the page.
const become = (what, condition, argument) =>
  page.waitForFunction(condition, argument, { timeout: patience }).catch(() => assert.fail(`not within ${patience} ms: ${what}`));
const summary = (text) => become(`${text} tests pass`, (text) => document.querySelector(".result-summary")?.textContent.includes(text), text);

test("an error is shown while typing, and its quick fix mends it", { timeout: 3 * patience }, async () => {
  await openFile(page, "broken.als");
  await page.locator(".squiggly-error").first().waitFor();
  await goTo(page, models, "broken.als", "Nod }");
  await until(() => page.keyboard.press("Control+."), page.locator(".action-widget .monaco-list-row", { hasText: "Node" }).first());
  await shoot(page, "quick-fix");
  await page.keyboard.press("Enter");
  await page.locator(".squiggly-error").first().waitFor({ state: "detached" });
  assert.match(await page.locator(".view-lines").first().textContent(), /set.Node/);
  await page.keyboard.press("Control+s");
});

test("outcomes stand behind the tests", { timeout: 2 * patience }, async () => {
  await openFile(page, "list.aunit");
  await page.locator(".view-lines", { hasText: "passed" }).waitFor();
  await page.locator(".view-lines", { hasText: "failed: fact PartialFunction" }).waitFor();
  await page.locator(".codelens-decoration a", { hasText: "why?" }).first().click();
  await page.locator(".tab", { hasText: "why one successor" }).waitFor();
  await page.locator(".view-lines", { hasText: "n.link = {N1, N2}" }).waitFor();
  await shoot(page, "outcomes");
  await page.locator(".tab", { hasText: "why one successor" }).getByRole("button", { name: /close/i }).click();
});

test("the Test Explorer runs tests and says what is wrong", { timeout: 3 * patience }, async () => {
  await openFile(page, "list.aunit");
  await command(page, "Testing: Focus on Test Explorer View");
  await page.locator(".test-explorer .monaco-list-row", { hasText: "list.aunit" }).first().waitFor();
  await command(page, "Test: Run All Tests");
  await summary("5/7");
  await page.locator(".test-explorer .monaco-list-row", { hasText: "list.aunit" }).first().click();
  await page.keyboard.press("ArrowRight");
  await page.locator(".test-explorer .monaco-list-row[aria-label*='behind the head'][aria-label*='Failed']").waitFor();
  await page.locator(".monaco-editor", { hasText: "{N0} != {N0, N1}" }).first().waitFor();
  await shoot(page, "tests");
});

test("a test is run again when it is saved", { timeout: 3 * patience }, async () => {
  await command(page, "Test: Start Continuous Run");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "Run" }).first().click();
  await page.locator(".quick-input-widget .monaco-button", { hasText: "OK" }).click({ timeout: 2000 }).catch(() => undefined); // with one profile nothing is asked
  await openFile(page, "list.aunit");
  await goTo(page, models, "list.aunit", " + N1 }\ntest"); // what is expected becomes N0
  for (const _ of " + N1") await page.keyboard.press("Delete");
  await page.keyboard.press("Control+s");
  await summary("6/7");
  await command(page, "Test: Stop Continuous Run");
});

test("coverage in the margin, of all tests and of one", { timeout: 3 * patience }, async () => {
  await command(page, "Test: Run All Tests with Coverage");
  await page.locator(".test-coverage-list-item, .test-coverage-view .monaco-list-row, [id*='coverage']").locator("text=/\\d+\\.\\d+%/").first().waitFor();
  await openFile(page, "list.als");
  await page.locator(".coverage-deco-miss").first().waitFor();
  await page.locator(".coverage-deco-hit").first().waitFor();
  await shoot(page, "coverage");
  const hits = () => page.locator(".coverage-deco-gutter.coverage-deco-hit").count();
  const all = await hits();
  await command(page, "Test: Filter Coverage by Test");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "one successor" }).click();
  await page.waitForTimeout(1000);
  await shoot(page, "coverage-of-one");
  assert.ok((await hits()) <= all);
});

test("the report's colours, with a legend", { timeout: 2 * patience }, async () => {
  await command(page, "aunit: Show or hide coverage colours");
  await page.locator(".statusbar-item", { hasText: "partly met" }).waitFor();
  const lines = () => page.evaluate(() => [...document.querySelectorAll(".view-overlays .cdr")].map((mark) => getComputedStyle(mark).borderBottomStyle));
  await become("partly met formulas have a dashed line", () => [...document.querySelectorAll(".view-overlays .cdr")].some((mark) => getComputedStyle(mark).borderBottomStyle === "dashed"));
  await shoot(page, "colours");
  await command(page, "aunit: Show or hide coverage colours");
  await become("they go", () => ![...document.querySelectorAll(".view-overlays .cdr")].some((mark) => getComputedStyle(mark).borderBottomStyle === "dashed"));
  assert.ok(!(await lines()).includes("dashed"));
});

const view = () => page.frameLocator("iframe.webview.ready").frameLocator("#active-frame");

test("an instance of a command: the next one, and a value", { timeout: 4 * patience }, async () => {
  await openFile(page, "list.als");
  await page.locator(".codelens-decoration a", { hasText: "show instance" }).first().click();
  await view().locator("svg").first().waitFor();
  await view().getByRole("button", { name: "Next" }).click();
  await view().getByText("2 of 2 found").waitFor();
  await view().getByRole("button", { name: "Evaluate" }).click();
  await view().getByRole("textbox", { name: "Evaluate" }).fill("#Node");
  await page.keyboard.press("Enter");
  await view().locator(".evaluated", { hasText: "3" }).waitFor();
  await shoot(page, "instance");
  await page.locator(".tab", { hasText: "Instance of list.als" }).getByRole("button", { name: /close/i }).click();
});

test("a valuation, by the name at the cursor", { timeout: 3 * patience }, async () => {
  await openFile(page, "list.aunit");
  await goTo(page, models, "list.aunit", "ring violates");
  await command(page, "aunit: Show instance");
  await view().getByText("Node.link").first().waitFor();
  await view().locator("select option:checked", { hasText: "ring" }).waitFor({ state: "attached" });
  await shoot(page, "valuation");
  await page.locator(".tab", { hasText: "Instance of list.aunit" }).getByRole("button", { name: /close/i }).click();
});

test("a trace in the dark", { timeout: 3 * patience }, async () => {
  await command(page, "Preferences: Toggle between Light/Dark Themes");
  await openFile(page, "light.als");
  await page.locator(".codelens-decoration a", { hasText: "show instance" }).first().click();
  await view().locator("svg").nth(1).waitFor();
  assert.equal(await view().locator("html").getAttribute("data-theme"), "dark");
  await shoot(page, "trace");
});

test("a program that is missing is named, with what to do", { timeout: 4 * patience, skip: web && "there is none" }, async () => {
  await editor.close();
  editor = undefined;
  editor = await open(models, { extension, program: "/no/such/aunit" });
  page = editor.page;
  await openFile(page, "list.als");
  const message = page.locator(".notification-toast", { hasText: "/no/such/aunit" });
  await message.waitFor();
  for (const offered of ["Choose the program", "How to install it", "Open the setting"]) await message.getByText(offered, { exact: true }).waitFor();
  await shoot(page, "missing");
});

const onlyWeb = { timeout: 4 * patience, skip: !web && "of an editor in a browser" };

test("a module of the library opens as a text", onlyWeb, async () => {
  await openFile(page, "ordered.als");
  await page.locator(".view-lines", { hasText: "ordering" }).waitFor();
  await goToPlace(page, 1, 8);
  await until(() => page.keyboard.press("F12"), page.locator(".tabs-container .tab.active", { hasText: "ordering.als" }));
  await page.locator(".view-lines", { hasText: "module util/ordering" }).first().waitFor();
});

test("a file that is made in the browser is read, with what it opens", onlyWeb, async () => {
  await page.keyboard.press("Control+Shift+e");
  await page.locator(".explorer-folders-view .monaco-list-row").first().click();
  await page.locator(".sidebar .action-label[aria-label='New File...']").click();
  await page.locator(".explorer-folders-view input").fill("more.aunit");
  await page.keyboard.press("Enter");
  await page.locator('.tabs-container .tab.active[data-resource-name="more.aunit"]').waitFor();
  await page.keyboard.insertText('open list\nval alone { Node = N0  no link }\ntest "alone" { alone satisfies NoDirectedCycles }\n');
  await page.keyboard.press("Control+s");
  await page.locator(".view-lines", { hasText: "passed" }).first().waitFor();
  await command(page, "Testing: Focus on Test Explorer View");
  await page.locator(".test-explorer .monaco-list-row", { hasText: "more.aunit" }).first().waitFor();
  await command(page, "Test: Run All Tests");
  await summary("7/8");
});

test("what takes too long is cancelled, and the next answer comes", onlyWeb, async () => {
  await openFile(page, "pigeons.als");
  await page.locator(".codelens-decoration a", { hasText: /^check$/ }).first().click();
  const searching = page.locator(".notification-toast", { hasText: "aunit is searching" });
  await searching.waitFor();
  await page.waitForTimeout(2000);
  await searching.getByText("Cancel", { exact: true }).click();
  await searching.waitFor({ state: "detached" });
  await openFile(page, "light.als");
  await page.locator(".codelens-decoration a", { hasText: /^run$/ }).first().click();
  await page.locator(".notification-toast", { hasText: "instance" }).waitFor();
  await shoot(page, "after a cancelled search");
});

test("too many files are said to be too many", onlyWeb, async () => {
  await editor.close();
  editor = undefined;
  const many = Array.from({ length: 1100 }, (_, i) => [`many/m${i}.als`, "sig A {}\n"]);
  editor = await open(models, { extension, more: many });
  page = editor.page;
  await openFile(page, "list.aunit");
  await page.locator(".notification-toast", { hasText: "The workspace has more than 1000 files" }).waitFor();
  await page.locator(".view-lines", { hasText: "failed: fact PartialFunction" }).waitFor();
  await shoot(page, "too many files");
});
