// The instance view in a real browser: through instances and traces, by mouse and keyboard; evaluator; theme; what is no markup.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { aunit, close, invalid, launch, lowContrast, openAddress, serveView } from "./pages.mjs";

const folder = mkdtempSync(join(tmpdir(), "aunit-view-"));
const env = { PATH: process.env.PATH, HOME: folder };
let browser;
const servers = [];

const lamps = `sig Lamp { beside: lone Lamp }
var sig On in Lamp {}
fact { always some On }
run show { some Lamp and eventually On != Lamp } for 2 but 3 steps
run nothing { no Lamp }
check never { no Lamp } for 2
`;
const paired = lamps + "val pair { Lamp = A + B  beside = A->B + B->A }\n";
// Text that is markup if anybody lets it be, and text that turns what follows it round.
const hostile = `sig A { f: set String, next: A -> A }
val x { A = a1 + a2  f = a1->"</script><img src=x onerror=alert(1)>" + a2->"\\"'\u202Egnp.exe"  next = a1->a2->a1 }
test "<img src=x onerror=alert(2)>" { x valid }
`;

/// Serves a file of the scratch folder; its address.
async function serve(name, text, ...words) {
  writeFileSync(join(folder, name), text);
  const { server, address } = await serveView(folder, [name, ...words], env);
  servers.push(server);
  return address;
}
const stop = (server) => new Promise((ended) => { server.once("exit", ended); server.kill("SIGINT"); });

before(async () => { browser = await launch(); });
after(async () => {
  await browser?.close();
  await Promise.all(servers.filter((server) => server.exitCode === null).map(stop));
  rmSync(folder, { recursive: true, force: true });
});

/// The page once it shows something.
async function open(address, options) {
  const page = await openAddress(browser, address, address, options);
  await page.locator(".tables > *, .trouble:visible").first().waitFor();
  return page;
}
const count = (page) => page.locator(".count").textContent();
const idle = (page) => page.waitForFunction(() => document.getElementById("view").ariaBusy !== "true");
const press = async (page, key) => { await page.keyboard.press(key); await idle(page); };

test("from instance to instance, and back", async () => {
  const page = await open(await serve("lamps.aunit", paired));
  assert.equal(await page.locator("h1").textContent(), "lamps.aunit");
  assert.deepEqual(await page.locator("#source option").allTextContents(), ["run show", "run nothing", "check never", "val pair"]);
  assert.equal(await count(page), "1 of 1 found");
  const first = await page.locator(".canvas").innerHTML();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText("2 of 2 found").waitFor();
  assert.notEqual(await page.locator(".canvas").innerHTML(), first);
  await press(page, "p");
  await page.getByText("1 of 2 found").waitFor();
  assert.equal(await page.locator(".canvas").innerHTML(), first);
  await page.locator("#source").selectOption("run nothing");
  await page.getByText("nothing: no instance").waitFor();
  assert.equal(await page.locator(".canvas svg").count(), 0);
  await page.locator("#source").selectOption("val pair");
  await page.locator(".canvas svg").waitFor();
  assert.equal(await page.getByRole("button", { name: "Next" }).count(), 0);
  await close(page);
});

test("through a trace, and to other ones", async () => {
  const page = await open(await serve("steps.als", lamps));
  const current = () => page.locator(".steps button[aria-current]").textContent();
  for (let i = 0; (await page.locator(".strip > li").count()) < 2; ++i) { assert.ok(i < 20); await press(page, "n"); }
  const states = await page.locator(".strip > li").count();
  assert.equal(await current(), "0");
  await press(page, "ArrowRight");
  assert.equal(await current(), "1");
  assert.equal(await page.locator(".strip > li[aria-current] strong").textContent(), "State 1");
  await press(page, "ArrowLeft");
  await press(page, "ArrowLeft");
  assert.equal(await current(), "0", "there is none before the first");
  const loop = (await page.locator(".steps .loop").textContent()).replace("↩ ", "");
  await page.locator(".steps button").last().click();
  await press(page, "ArrowRight");
  assert.equal(await current(), loop, "the loop leads back");
  await page.locator(".strip > li").first().click();
  assert.equal(await current(), "0");
  await page.getByLabel("one at a time").check();
  assert.equal(await page.locator(".strip > li:visible").count(), 1);
  await page.getByLabel("one at a time").uncheck();
  assert.equal(await page.locator(".strip > li:visible").count(), states);

  // Another step: what was before it stays.
  const stateOf = (i) => page.locator(".strip > li").nth(i).locator("svg .box").evaluateAll((boxes) => boxes.map((box) => box.textContent));
  const initial = await stateOf(0), before = await count(page);
  await press(page, "s");
  assert.notEqual(await count(page), before);
  assert.deepEqual(await stateOf(0), initial);
  await press(page, "i");
  assert.notEqual(JSON.stringify(await stateOf(0)), JSON.stringify(initial));
  await press(page, "c");
  await press(page, "t");
  assert.equal(await page.locator(".trouble").isHidden(), true, await page.locator(".trouble").textContent());
  await close(page);
});

test("expressions are evaluated in the state that is looked at", async () => {
  const page = await open(await serve("values.aunit", paired, "--val", "pair"));
  await page.keyboard.press("e");
  await page.keyboard.type("A.beside");
  await page.keyboard.press("Enter");
  await page.locator(".evaluated pre", { hasText: "{B}" }).waitFor();
  await page.locator("#expression").fill("besid");
  await page.keyboard.press("Enter");
  await page.locator(".evaluated .wrong", { hasText: "did you mean `beside`?" }).waitFor();
  await close(page);
});

test("a theme is drawn at once, and saved when that is asked for", async () => {
  const address = await serve("theme.aunit", paired, "--val", "pair"), file = join(folder, "theme.theme.json");
  const page = await open(address);
  await page.locator("summary", { hasText: "Theme" }).click();
  await page.getByLabel("shape of Lamp").selectOption("hexagon");
  await page.locator(".canvas polygon").first().waitFor();
  await page.getByLabel("color of Lamp", { exact: true }).selectOption("red");
  await page.locator(".canvas .box.c4").first().waitFor();
  await page.getByLabel("inside: Lamp.beside").check();
  await page.locator(".canvas text", { hasText: "beside = " }).first().waitFor();
  assert.equal(await page.locator(".canvas .arrow").count(), 0);
  assert.ok(!existsSync(file));
  await page.getByRole("button", { name: "Save theme" }).click();
  await page.getByText("saved as theme.theme.json").waitFor();
  const saved = { signatures: { Lamp: { color: "red", shape: "hexagon" } }, fields: { "Lamp.beside": { inside: true } } };
  assert.deepEqual(JSON.parse(readFileSync(file, "utf8")), saved);
  await page.getByLabel("hidden: Lamp", { exact: true }).check();
  await page.getByText("There is no atom to draw.").waitFor();
  await close(page);
  const again = await open(await serve("theme.aunit", paired, "--val", "pair"));
  assert.equal(await again.locator(".canvas .box.c4 polygon").count(), 2);
  await close(again);
});

test("a projection shows one atom's view", async () => {
  const text = "sig Time {}\nsig Node { link: Node -> Time }\nval two { Time = T0 + T1  Node = A + B  link = A->B->T0 + B->A->T1 + B->B->T1 }\n";
  const page = await open(await serve("time.aunit", text));
  await page.locator("summary", { hasText: "Theme" }).click();
  await page.getByLabel("projected: Time").check();
  await page.getByRole("toolbar", { name: "Projections" }).waitFor();
  assert.equal(await page.locator(".canvas .arrow").count(), 1);
  await page.getByLabel("atom of Time").selectOption("T1");
  await page.waitForFunction(() => document.querySelectorAll(".canvas .arrow").length === 2);
  await close(page);
});

test("what is copied is a val of a test file", async () => {
  const page = await open(await serve("copy.als", lamps), { permissions: ["clipboard-read", "clipboard-write"] });
  await press(page, "v");
  await page.getByText("copied").waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  await close(page);
  writeFileSync(join(folder, "copied.aunit"), `open copy\n${copied}test "it is one" { ${/^val (\w+)/.exec(copied)[1]} valid }\n`);
  const result = spawnSync(aunit, ["run", "copied.aunit"], { cwd: folder, encoding: "utf8", env });
  assert.equal(result.status, 0, result.stdout + result.stderr);
});

test("names and texts are text, not markup", async () => {
  const page = await open(await serve("hostile.aunit", hostile));
  await page.locator("#expression").fill('"<img src=x onerror=alert(3)>"');
  await page.keyboard.press("Enter");
  await page.locator(".evaluated pre").waitFor();
  await page.locator("#expression").fill("A.f");
  await page.keyboard.press("Enter");
  await page.locator(".evaluated pre", { hasText: "onerror=alert(1)" }).waitFor();
  assert.equal(await page.locator("#view :is(img, script, iframe, object)").count(), 0);
  assert.doesNotMatch(await page.locator("#view").textContent(), /\u202E/);
  assert.match(await page.locator(".tables").textContent(), /<\/script><img src=x onerror=alert\(1\)>/);
  await close(page);
});

test("the page says when the model has changed, and reads it again", async () => {
  const page = await open(await serve("edited.als", lamps));
  writeFileSync(join(folder, "edited.als"), lamps.replace("sig Lamp", "sig Cord {}\nsig Lamp") + "run {");
  await page.getByText("The model's file has changed.").waitFor();
  await press(page, "r");
  await page.locator(".trouble", { hasText: /edited.als:\d+:\d+: error/ }).waitFor();
  assert.ok(await page.locator(".canvas svg").count() > 0, "what was shown stays");
  writeFileSync(join(folder, "edited.als"), lamps.replace("sig Lamp", "sig Cord {}\nsig Lamp"));
  await press(page, "r");
  await page.locator(".tables", { hasText: "Cord" }).waitFor();
  assert.equal(await page.getByText("The model's file has changed.").isHidden(), true);
  await close(page);
});

test("the page says when aunit has ended", async () => {
  const page = await open(await serve("ended.als", lamps));
  assert.equal(await stop(servers.at(-1)), 0);
  await page.getByText("aunit has ended.").waitFor();
  page.problems = page.problems.filter((problem) => !/ERR_CONNECTION|Failed to load resource|ERR_EMPTY_RESPONSE/.test(problem));
  await close(page);
});

test("on a small phone, in both themes, with contrast, and valid HTML", async () => {
  const address = await serve("small.als", lamps);
  for (const colorScheme of ["light", "dark"]) {
    const page = await open(address, { viewport: { width: 360, height: 640 }, colorScheme });
    await page.locator("summary", { hasText: "Theme" }).click();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 360);
    assert.deepEqual(await page.evaluate(lowContrast), [], colorScheme);
    await close(page);
  }
  assert.deepEqual(await invalid([resolve(import.meta.dirname, "../../reporters/assets/view.html")]), []);
});
