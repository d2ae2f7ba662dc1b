// The web page in a real browser, as any static host would serve it: below some path. SITE names the folder, CHROMIUM the browser.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { close, invalid, launch, lowContrast, openAddress } from "../browser/pages.mjs";

const root = resolve(import.meta.dirname, "../..");
const site = resolve(process.env.SITE ?? join(root, "build/wasm/site"));
const types = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".json": "application/json", ".wasm": "application/wasm" };
const below = "/try/aunit/";

/// Serves the site: {address, stop()}.
async function serve() {
  const server = createServer((request, response) => {
    const path = decodeURI(request.url.replace(/[?#].*/, ""));
    const file = join(site, path.startsWith(below) ? path.slice(below.length) || "index.html" : "nothing");
    const found = !path.includes("..") && existsSync(file);
    response.writeHead(found ? 200 : 404, { "Content-Type": types[extname(file)] ?? "text/plain" });
    response.end(found ? readFileSync(file) : "");
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return { address: `http://127.0.0.1:${server.address().port}${below}`, stop: () => new Promise((ended) => { server.close(ended); server.closeAllConnections(); }) };
}

let browser, host;
before(async () => { [browser, host] = await Promise.all([launch(), serve()]); });
after(async () => {
  await browser?.close();
  await host?.stop();
});

const model = `sig Node { link: set Node }
fact PartialFunction { all n: Node | lone n.link }
pred NoDirectedCycles { all n: Node | n !in n.^link }
run cycle { some n: Node | n in n.^link and #Node = 2 } for 2
check acyclic { NoDirectedCycles } for 3
check partial { all n: Node | lone n.link } for 3
check nobody { some Node implies some link } for 0
`;
const tests = `open list
val beta { Node = N0 + N1   link = N1->N0 }
val nu   { Node = N0 + N1   link = N0->N1 + N0->N0 }
test "acyclic"   { beta satisfies NoDirectedCycles }
test "branching" { nu valid }
`;
const lists = { files: [["list.als", model], ["list_test.aunit", tests]], open: 0 };

/// The page, when it is ready; with this work, as a link brings it.
async function open(work, options = {}, address = host.address) {
  const fragment = work ? await (await import(pathToFileURL(join(site, "link.js")))).fragmentOf(work) : "";
  const page = await openAddress(browser, address + fragment, address, options);
  await ready(page);
  return page;
}
const ready = (page) => page.waitForFunction(() => document.querySelectorAll("#tabs button").length > 0 && document.getElementById("commands").length > 0);
const press = (page, name) => page.getByRole("button", { name, exact: true }).click();
const status = (page, text) => page.locator("#status", { hasText: text }).waitFor();
const typeAt = async (page, place, text) => {
  await page.locator(".CodeMirror-lines").click();
  await page.keyboard.press(place);
  await page.keyboard.type(text);
};
const text = (page) => page.locator(".CodeMirror").evaluate((editor) => editor.CodeMirror.getValue());

test("an example is there, and its tests pass", async () => {
  const page = await open();
  assert.deepEqual(await page.locator("#tabs button").allTextContents(), ["list.als", "cases.aunit", "list.aunit", "shapes.aunit", "two_nodes.xml"]);
  await press(page, "Run tests");
  await status(page, /^\d+ passed in \d+ ms$/);
  assert.ok(await page.locator(".test-list > li.passed").count() > 20);
  await page.locator(".test-list summary", { hasText: "one list of two nodes" }).click();
  await page.locator(".test-list details[open] .drawing svg").waitFor();
  await page.locator("#examples").selectOption("relay");
  await page.getByRole("tab", { name: "relay.als" }).waitFor();
  await press(page, "Run tests");
  await status(page, /passed/);
  await close(page);
});

test("errors while typing: in the margin, in the text, in a list that leads there", async () => {
  const page = await open(lists);
  await typeAt(page, "Control+Home", "sig Other { to: Nod }\n");
  const problem = page.locator("#problems li.error", { hasText: 'the name "Nod" cannot be found' });
  await problem.waitFor();
  assert.match(await problem.textContent(), /did you mean Node\?/);
  assert.match(await page.locator(".CodeMirror .sign.error").getAttribute("title"), /cannot be found/);
  assert.equal(await page.locator(".CodeMirror .problem").textContent(), "Nod");
  assert.equal(await page.locator("#tabs button.wrong").first().textContent(), "list.als");
  await page.getByRole("tab", { name: "list_test.aunit" }).click();
  await problem.getByRole("button").click();
  assert.deepEqual(await page.locator(".CodeMirror").evaluate((editor) => editor.CodeMirror.getCursor()).then(({ line, ch }) => [line, ch]), [0, 16]);
  await press(page, "Check");
  await status(page, "1 error, 0 warnings");
  await page.locator(".CodeMirror-lines").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Control+d");
  await page.waitForFunction(() => !document.querySelector("#problems li"));
  await close(page);
});

test("a failing test says why, with its picture, and leads to its line", async () => {
  const page = await open(lists);
  await press(page, "Run tests");
  await status(page, "1 failed, 1 passed");
  const failed = page.locator(".test-list > li.failed");
  assert.equal(await failed.locator(".reason").textContent(), "fact PartialFunction does not hold");
  assert.equal(await failed.locator("mark").textContent(), "lone n.link");
  assert.equal(await failed.locator(".drawing svg .box").count(), 2);
  await failed.getByRole("button", { name: "list_test.aunit:5" }).click();
  assert.equal(await page.getByRole("tab", { selected: true }).textContent(), "list_test.aunit");
  await failed.getByRole("button", { name: "list.als:2:38" }).click();
  await page.frameLocator(".report").locator("#L2:target").waitFor();
  await close(page);
});

test("coverage colours the source, and details say what the tests have shown", async () => {
  const page = await open(lists, { colorScheme: "dark" });
  await press(page, "Coverage");
  const report = page.frameLocator(".report");
  await report.locator("#code .partly").first().waitFor();
  assert.ok(await report.locator("#code .met").count() > 0);
  assert.equal(await report.locator("html").getAttribute("data-theme"), "dark");
  await press(page, "Switch to the light theme");
  assert.equal(await report.locator("html").getAttribute("data-theme"), "light");
  await report.locator("#code span", { hasText: /^all n: Node \| lone n\.link$/ }).click({ position: { x: 4, y: 8 } });
  await report.locator("#details", { hasText: "What the tests should show" }).waitFor();
  await report.getByRole("link", { name: "Report" }).click();
  await report.locator(".tiles").waitFor();
  await report.getByRole("link", { name: "branching" }).first().click();
  await report.locator("h1", { hasText: "branching" }).waitFor();
  await close(page);
});

test("commands: instances as pictures, one after the other, and verdicts", async () => {
  const page = await open(lists);
  const run = async (label, verdict) => {
    await page.locator("#commands").selectOption(label);
    await press(page, "Run command");
    await status(page, verdict);
  };
  await run("run cycle", "cycle: an instance");
  assert.equal(await page.locator("#results svg .box").count(), 2);
  await press(page, "More instances");
  await page.locator("#results .drawing").nth(2).waitFor();
  await run("check acyclic", "acyclic: counterexample found");
  await run("check partial", "partial: no counterexample up to 3 atoms");
  assert.equal(await page.locator("#results svg").count(), 0);
  await run("check nobody", "but vacuous: nothing can exist in the scope");
  await page.locator("#examples").selectOption("programs");
  await page.locator("#commands option", { hasText: "all properties" }).waitFor({ state: "attached" });
  await press(page, "Run command");
  await page.locator("#results pre", { hasText: "VIOLATED  MutualExclusion" }).waitFor();
  await close(page);
});

test("from instance to instance, with evaluator and theme, as in aunit view", async () => {
  const page = await open(lists);
  await page.locator("#commands").selectOption("check acyclic");
  await press(page, "Explore");
  const view = page.frameLocator("#results iframe");
  await view.locator(".canvas svg").waitFor();
  assert.equal(await view.locator("#source option:checked").textContent(), "check acyclic");
  await view.getByRole("button", { name: "Next" }).click();
  await view.getByText("2 of 2 found").waitFor();
  await view.getByRole("button", { name: /^Evaluate/ }).click();
  await view.locator("#expression").fill("some n: Node | n in n.link");
  await view.locator("#expression").press("Enter");
  await view.locator(".evaluated pre", { hasText: "true" }).waitFor();
  await view.getByRole("button", { name: /^Theme/ }).click();
  await view.getByLabel("shape of Node").selectOption("hexagon");
  await view.locator(".canvas polygon").first().waitFor();
  await view.getByRole("button", { name: "Save theme" }).click();
  await page.getByRole("tab", { name: "list.theme.json" }).waitFor();
  await typeAt(page, "Control+End", "run nothing { no Node }\n");
  await view.getByText("The model's file has changed.").waitFor();
  assert.equal(await view.locator(".count.found").textContent(), "2 of 2 found", "letters in the editor are text");
  await view.getByRole("button", { name: "Read it again" }).click();
  await view.locator("#source option", { hasText: "run nothing" }).waitFor({ state: "attached" });
  await view.locator(".canvas polygon").first().waitFor();
  await page.getByRole("tab", { name: "list_test.aunit" }).click();
  await press(page, "Explore");
  await view.locator("#source option", { hasText: "val beta" }).waitFor({ state: "attached" });
  await close(page);
});

test("a link holds all files; what was there before can be had again", async () => {
  const first = await open();
  await first.getByRole("tab", { name: "list.aunit", exact: true }).click();
  await typeAt(first, "Control+Home", "-- ünïcode 🦊\n");
  await press(first, "Share");
  await first.locator("#sharing-link").waitFor();
  const link = await first.locator("#sharing-link").inputValue();
  assert.ok(link.startsWith(`${host.address}#files=`) && link.length < 5000, link);
  const [names, content] = [await first.locator("#tabs button").allTextContents(), await text(first)];
  await close(first);
  const second = await openAddress(browser, link, host.address);
  await second.waitForFunction(() => document.querySelector('#tabs [aria-selected="true"]')?.textContent === "list.aunit");
  assert.deepEqual(await second.locator("#tabs button").allTextContents(), names);
  assert.equal(await text(second), content);
  assert.equal(second.url(), host.address, "what is written now is not what the link says");
  await typeAt(second, "Control+Home", "-- mine\n");
  await second.evaluate((fragment) => { location.hash = fragment; }, link.replace(/.*#/, ""));
  await second.locator("#examples option", { hasText: "earlier files" }).waitFor({ state: "attached" });
  assert.equal(await text(second), content);
  await second.locator("#examples").selectOption("earlier files");
  assert.equal(await text(second), `-- mine\n${content}`);
  await close(second);
});

test("links that are damaged or too long are said to be so, and change nothing", async () => {
  const page = await open(lists);
  const whole = await (await import(pathToFileURL(join(site, "link.js")))).fragmentOf(lists);
  for (const fragment of [whole.slice(0, -9), "#files=", "#files=%%%", "#files=AAAA", "#files=" + btoa("no files")]) {
    await page.evaluate((hash) => { document.getElementById("status").textContent = ""; location.hash = hash; }, fragment);
    await status(page, "This link is damaged");
  }
  await page.evaluate(() => { location.hash = "#files=" + "A".repeat(100_001); });
  await status(page, "This link is too long: 100008 characters");
  assert.equal(await text(page), model);
  const noise = Array.from({ length: 30_000 }, (_, i) => Math.sin(i)).join(" ");
  await typeAt(page, "Control+End", "/* ");
  await page.locator(".CodeMirror").evaluate((editor, more) => editor.CodeMirror.replaceSelection(more), noise);
  await press(page, "Share");
  await page.locator("#sharing-note", { hasText: "too long for a link" }).waitFor();
  assert.equal(await page.locator("#sharing-link").isVisible(), false);
  await page.keyboard.press("Escape");
  await close(page);
});

test("survivors come with the test that would kill each, which goes into the file of tests", async () => {
  const page = await open(lists);
  await press(page, "Survivors");
  await status(page, /^mutation score [\d.]+ %: \d+ killed, \d+ survived/);
  const first = page.locator("#results .test-list > li").first();
  assert.match(await first.locator(".change .gone").textContent(), /^− sig Node/);
  assert.match(await first.locator(".change .new").textContent(), /^\+ some sig Node/);
  await first.getByRole("button", { name: "Add this test" }).press("Enter");
  await first.getByText("Added to list_test.aunit.").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.className), "done", "the keyboard goes on there");
  await page.getByRole("tab", { name: "list_test.aunit" }).click();
  assert.ok((await text(page)).startsWith(tests));
  assert.match(await text(page), /\n\nval Node_MOR_3 \{\n {2}no Node\n\}\ntest "valid: no Node" \{ Node_MOR_3 valid \}\n$/);
  await press(page, "Survivors");
  await status(page, /mutation score/);
  await page.waitForFunction(() => document.querySelector("#results").ariaBusy === "false");
  assert.doesNotMatch(await page.locator("#results").textContent(), /\+ some sig Node/);
  await close(page);
});

test("tests that are missing go into a file of tests, which is made where there is none", async () => {
  const page = await open({ files: [["models/list.als", model]], open: 0 });
  await press(page, "Suggest tests");
  await status(page, /^\d+ tests proposed for models\/list\.als$/);
  const add = page.getByRole("button", { name: "Add this test" });
  const offered = await add.count();
  await add.first().click();
  await page.getByRole("tab", { name: "models/list.aunit" }).click();
  assert.match(await text(page), /^open list\n\nval \w+ \{[^]*test "/);
  assert.doesNotMatch(await text(page), /@proposed/);
  await add.first().click();
  await press(page, "Run tests");
  await status(page, /^2 passed/);
  await press(page, "Suggest tests");
  await status(page, /proposed for models\/list\.aunit$/);
  assert.ok(await add.count() < offered);
  await close(page);
});

test("where the fault is, and what fixes it, from the failing test on", async () => {
  const wrong = `sig Node { link: set Node }
fact PartialFunction { all n: Node | one n.link }
`;
  const cases = `open list
val two { Node = N0 + N1   link = N0->N1 }
val empty { no Node }
val fork { Node = N0 + N1   link = N0->N0 + N0->N1 }
test "two" { two valid }
test "empty" { empty valid }
test "fork" { fork invalid }
`;
  const page = await open({ files: [["list.als", wrong], ["list_test.aunit", cases]], open: 1 });
  await press(page, "Run tests");
  await press(page, "Where is the fault?");
  await status(page, /^1 test or command failing, \d+ suspects?$/);
  await page.locator("#results .test-list").nth(1).getByRole("button", { name: "list.als:2" }).first().click();
  assert.equal(await page.getByRole("tab", { selected: true }).textContent(), "list.als");
  await press(page, "Repairs");
  await status(page, /^\d+ repairs?$/);
  const repair = page.locator("#results .test-list > li", { hasText: "lone n.link" }).first();
  await repair.getByRole("button", { name: "Apply" }).click();
  await repair.getByText("Applied.").waitFor();
  assert.equal(await text(page), wrong.replace("one n.link", "lone n.link"));
  await page.getByRole("button", { name: "Apply" }).first().click();
  await page.getByText("The text has changed since: ask again.").waitFor();
  assert.equal(await text(page), wrong.replace("one n.link", "lone n.link"));
  await press(page, "Run tests");
  await status(page, /^3 passed/);
  await page.locator(".CodeMirror-lines").click();
  await page.keyboard.press("Control+z");
  assert.equal(await text(page), wrong, "one step back");
  await close(page);
});

test("why a command has no instance, and the nearest valuation", async () => {
  const page = await open({ files: [["none.als", "sig A {}\nfact Nothing { no A }\nrun show { some A }\n"]], open: 0 });
  await press(page, "Run command");
  await press(page, "Why?");
  await page.locator("#results", { hasText: "These constraints contradict each other" }).waitFor();
  assert.match(await page.locator("#results").innerText(), /none\.als:2 no A[^]*violates this:[^]*fact Nothing does not hold[^]*A = A\$0/);
  await page.getByRole("button", { name: "none.als:2" }).first().click();
  await close(page);
});

// --- Files of this machine ---

/// A folder as a picker lends it: one of the browser's own (Origin Private File System).
const lend = (page, files) => page.evaluate(async (files) => {
  const root = await navigator.storage.getDirectory();
  const top = await root.getDirectoryHandle("lent", { create: true });
  for (const [path, content] of files) {
    let folder = top;
    for (const part of path.split("/").slice(0, -1)) folder = await folder.getDirectoryHandle(part, { create: true });
    const stream = await (await folder.getFileHandle(path.split("/").at(-1), { create: true })).createWritable();
    await stream.write(content);
    await stream.close();
  }
  window.showDirectoryPicker = async () => top;
}, files);
const lent = (page, path) => page.evaluate(async (path) => {
  let folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("lent");
  for (const part of path.split("/").slice(0, -1)) folder = await folder.getDirectoryHandle(part);
  return (await (await folder.getFileHandle(path.split("/").at(-1))).getFile()).text();
}, path);

test("a folder is opened and saved where it is, as its lines end there", async () => {
  const page = await open();
  await lend(page, [["list.als", model.replaceAll("\n", "\r\n")], ["tests/list_test.aunit", tests], ["notes.md", "no model"], [".git/config.als", "sig X {}"], ["picture.png", "\u0000"]]);
  await press(page, "Folder");
  await status(page, "2 files opened. aunit does not read 2 others.");
  assert.deepEqual(await page.locator("#tabs button").allTextContents(), ["list.als", "tests/list_test.aunit"]);
  await typeAt(page, "Control+Home", "-- mine\n");
  await press(page, "New");
  await page.locator("#naming-name").fill("tests/new.aunit");
  await page.keyboard.press("Enter");
  await page.keyboard.type("open list");
  await page.keyboard.press("Control+s");
  await status(page, "Saved: list.als, tests/new.aunit.");
  assert.equal(await lent(page, "list.als"), `-- mine\r\n${model.replaceAll("\n", "\r\n")}`);
  assert.equal(await lent(page, "tests/new.aunit"), "open list");
  await press(page, "Save");
  await status(page, "Everything is saved.");
  await lend(page, [["list.als", "sig Theirs {}"]]);
  await page.getByRole("tab", { name: "list.als" }).click();
  await typeAt(page, "Control+Home", "-- more\n");
  await press(page, "New");
  await page.locator("#naming-name").fill("notes.md");
  await page.keyboard.press("Enter");
  await page.keyboard.type("mine");
  await press(page, "Save");
  await status(page, "Not saved, as changed by another program: list.als, notes.md.");
  assert.deepEqual([await lent(page, "list.als"), await lent(page, "notes.md")], ["sig Theirs {}", "no model"]);
  await page.locator("#examples").selectOption("relay");
  await page.getByRole("tab", { name: "relay.als" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Save" }).isVisible(), false, "the example has no place there");
  await page.locator("#examples").selectOption("earlier files");
  assert.deepEqual(await page.locator("#tabs button").allTextContents(), ["list.als", "tests/list_test.aunit", "tests/new.aunit", "notes.md"]);
  await close(page);
});

test("without pickers: files are chosen and dropped, and come back as a zip", async () => {
  const page = await open();
  await page.evaluate(() => { delete window.showOpenFilePicker; delete window.showDirectoryPicker; });
  const choosing = page.waitForEvent("filechooser");
  await press(page, "Files");
  const file = (name, content) => ({ name, mimeType: "text/plain", buffer: Buffer.from(content) });
  await (await choosing).setFiles([file("ünï.als", "sig Ünï {}\n"), file("broken.als", Buffer.from([0xff, 0xfe, 0]))]);
  await status(page, "1 file opened. aunit does not read 1 other.");
  assert.deepEqual(await page.locator("#tabs button").allTextContents(), ["ünï.als"], "in the place of an example that nobody has changed");
  const drop = (name, content) => page.evaluate(([name, content]) => {
    const data = new DataTransfer();
    data.items.add(new File([content], name));
    const code = document.querySelector(".CodeMirror-lines");
    for (const type of ["dragover", "drop"]) code.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
  }, [name, content]);
  await drop("list.als", model);
  await status(page, "1 file opened.");
  assert.deepEqual(await page.locator("#tabs button").allTextContents(), ["ünï.als", "list.als"]);
  await drop("long.als", "-".repeat(1_000_001));
  await status(page, "Nothing was opened: long.als has more than 1 MB.");
  const saving = page.waitForEvent("download");
  await page.keyboard.press("Control+s");
  const download = await saving;
  assert.equal(download.suggestedFilename(), "aunit.zip");
  const script = "import json, sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(json.dumps({n: z.read(n).decode() for n in z.namelist()}))";
  assert.deepEqual(JSON.parse(execFileSync("python3", ["-c", script, await download.path()], { encoding: "utf8" })), { "ünï.als": "sig Ünï {}\n", "list.als": model });
  await close(page);
});

test("text that an input method puts in, of several lines and over several lines", async () => {
  const page = await open({ files: [["a.als", "sig A {}\nsig B {}\n"]], open: 0 });
  const lines = "sig P {}\nsig Q {\n  f: P\n}\n";
  await page.locator(".CodeMirror-lines").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText(lines);
  assert.equal(await text(page), `sig A {}\nsig B {}\n${lines}`);
  await page.keyboard.type("-- typed");
  assert.equal(await text(page), `sig A {}\nsig B {}\n${lines}-- typed`);
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(lines);
  await page.keyboard.type("-- after");
  assert.equal(await text(page), `${lines}-- after`);
  const session = await page.context().newCDPSession(page);
  await session.send("Input.imeSetComposition", { text: "か", selectionStart: 1, selectionEnd: 1 });
  await session.send("Input.insertText", { text: "仮\n名" });
  await page.keyboard.type("!");
  await page.waitForFunction((expected) => document.querySelector(".CodeMirror").CodeMirror.getValue() === expected, `${lines}-- after仮\n名!`);
  await close(page);
});

test("what never ends is stopped, and the next command runs", async () => {
  // Too many pigeons, which the solver has to find out without their being interchangeable.
  const names = (letter, count) => Array.from({ length: count }, (_, i) => letter + i).join(", ");
  const pigeons = `abstract sig Hole {}
one sig ${names("H", 20)} extends Hole {}
abstract sig Pigeon { hole: one Hole }
one sig ${names("P", 21)} extends Pigeon {}
check crowded { some disj p, q: Pigeon | p.hole = q.hole }
run some1 { some Pigeon }
`;
  const page = await open({ files: [["pigeons.als", pigeons]], open: 0 });
  await page.locator("#commands").selectOption("check crowded");
  await press(page, "Run command");
  await status(page, "searching ...");
  await press(page, "Stop");
  await status(page, "Stopped.");
  await page.locator("#commands").selectOption("run some1");
  await press(page, "Run command");
  await status(page, "some1: an instance");
  await page.locator("#commands").selectOption("check crowded");
  await press(page, "Explore");
  const view = page.frameLocator("#results iframe");
  await view.getByRole("button", { name: "Cancel" }).click();
  await view.locator(".trouble", { hasText: "Stopped." }).waitFor();
  await view.locator("#source").selectOption("run some1");
  await view.getByRole("button", { name: "Cancel" }).click(); // it reads the model anew, and begins as before
  await view.locator(".trouble", { hasText: "Stopped." }).waitFor();
  await page.locator("#commands").selectOption("run some1");
  await press(page, "Run command");
  await status(page, "some1: an instance");
  await close(page);
});

test("what is written stays, and the page opens and works without its server", async () => {
  const own = await serve();
  const page = await open(undefined, {}, own.address);
  await page.getByText(/^Works offline: \d+ files, \d/).waitFor();
  await typeAt(page, "Control+End", "-- kept\n");
  await page.waitForFunction(() => Object.values(localStorage).some((value) => value.includes("-- kept")));
  await own.stop();
  await page.context().setOffline(true);
  await page.reload();
  await ready(page);
  assert.match(await text(page), /-- kept\n$/);
  await press(page, "Run tests");
  await status(page, /passed in/);
  await press(page, "Coverage");
  await page.frameLocator(".report").locator("#code .met").first().waitFor();
  page.problems = page.problems.filter((problem) => !/service worker|ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED)/i.test(problem)); // no newer version to be had
  await close(page);
});

test("names and texts are text, not markup", async () => {
  const evil = '"><img src=x onerror=alert(1)>.aunit';
  const hostile = `sig A { f: set String }
val x { A = a1 + a2  f = a1->"</script><img src=x onerror=alert(2)>" }
test "</script><img src=x onerror=alert(3)>" { x invalid }
run show { some A.f and A.f = "<img src=x onerror=alert(4)>" } for 2
`;
  const page = await open({ files: [[evil, hostile], ["<svg onload=alert(5)>.als", "sig <img src=x onerror=alert(6)>"]], open: 0 });
  await page.locator("#problems li").first().waitFor();
  await page.getByRole("tab", { name: "<svg" }).click();
  await press(page, "Delete");
  await page.waitForFunction(() => !document.querySelector("#problems li"));
  await press(page, "Run tests");
  await status(page, "1 failed");
  assert.match(await page.locator(".test-list").textContent(), /<\/script><img src=x onerror=alert\(3\)>/);
  await press(page, "Run command");
  await status(page, "show: an instance");
  await page.locator("#results svg").waitFor();
  await press(page, "Coverage");
  const report = page.frameLocator(".report");
  await report.locator("#code").waitFor();
  for (const place of [page, report]) assert.equal(await place.locator(":is(img, object, embed, script:not([src]):not([type='application/json']))").count(), 0);
  for (const [button, said] of [["Survivors", /mutation score/], ["Suspects", /failing/], ["Repairs", /repair/]]) {
    await press(page, button);
    await status(page, said);
  }
  assert.match(await page.locator("#results").textContent(), /<\/script><img src=x onerror=alert\(3\)>/);
  assert.equal(await page.locator("#results :is(img, script, iframe)").count(), 0);
  await press(page, "Rename");
  await page.locator("#naming-name").fill("../a.als");
  await press(page, "Done");
  await page.getByText("The name is not a path below a folder.").waitFor();
  await page.locator("#naming-name").fill("<b>.aunit");
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: "<b>.aunit" }).waitFor();
  await close(page);
});

test("where there is no test, aunit says how to write one", async () => {
  const page = await open({ files: [["list.als", model]], open: 0 });
  await press(page, "Run tests");
  await page.locator("#results pre", { hasText: "write `test" }).waitFor();
  await close(page);
});

test("by keyboard alone", async () => {
  const page = await open(lists);
  await page.getByRole("tab", { name: "list.als" }).focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.getByRole("tab", { selected: true }).textContent(), "list_test.aunit");
  await page.locator(".CodeMirror-lines").click();
  await page.keyboard.press("Control+Enter");
  await status(page, "1 failed, 1 passed");
  assert.equal(await text(page), tests, "no line was added");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.closest(".CodeMirror")), null, "the tab key leads out of the editor");
  await press(page, "Coverage");
  await page.locator(".report").waitFor();
  await press(page, "Check");
  await status(page, "No errors, no warnings.");
  await page.keyboard.press("Control+Enter");
  await page.locator(".report").waitFor();
  await close(page);
});

test("on a small phone, in both themes, with contrast, and valid HTML", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const page = await open(lists, { viewport: { width: 400, height: 700 }, colorScheme });
    const fits = async (what) => assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 400, what);
    await fits("at the beginning");
    assert.deepEqual(await page.evaluate(lowContrast), [], colorScheme);
    await press(page, "Run tests");
    await status(page, "1 failed");
    await fits("tests");
    assert.deepEqual(await page.evaluate(lowContrast), [], colorScheme);
    await press(page, "Survivors");
    await status(page, /mutation score/);
    await fits("survivors");
    assert.deepEqual(await page.evaluate(lowContrast), [], colorScheme);
    await press(page, "Run command");
    await page.locator("#results svg").waitFor();
    await fits("instances");
    await typeAt(page, "Control+Home", "sig A extends NobodyHasEverHeardOfThis {}\n");
    await page.locator("#problems li").waitFor();
    await fits("errors");
    assert.deepEqual(await page.evaluate(lowContrast), [], colorScheme);
    await close(page);
  }
  assert.deepEqual(await invalid([join(site, "index.html")]), []);
});

test("the words of the lexers are the keywords of the editor", async () => {
  const { keywords } = await import(pathToFileURL(join(site, "keywords.js")));
  const grammars = { alloy: "alloy/grammar/AlloyLexer.g4", nitpick: "nitpick/grammar/NitpickLexer.g4", program: "program/grammar/ProgramLexer.g4" };
  for (const [language, grammar] of Object.entries(grammars)) {
    const lexer = readFileSync(join(root, "parser", grammar), "utf8").replace(/\/\/.*$/gm, "").replace(/fragment [^;]*;/g, "");
    const words = new Set([...lexer.matchAll(/\b[A-Z_]+: *'([A-Za-z]+)'/g), ...lexer.matchAll(/\| '([A-Za-z]+)'/g)].map((match) => match[1]));
    assert.deepEqual(keywords[language], [...words].sort(), language);
  }
});
