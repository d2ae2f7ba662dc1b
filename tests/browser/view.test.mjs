// The instance view in a real browser: through instances and traces, by mouse and keyboard; evaluator; theme; what is not markup.
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
const count = (page) => page.locator(".found").textContent();
const idle = (page) => page.waitForFunction(() => document.getElementById("view").ariaBusy !== "true");
const press = async (page, key) => { await page.keyboard.press(key); await idle(page); };

test("from instance to instance, and back", async () => {
  const page = await open(await serve("lamps.aunit", paired));
  assert.equal(await page.locator("h1").textContent(), "lamps.aunit");
  assert.deepEqual(await page.locator("#source option").allTextContents(), ["run show", "run nothing", "check never", "val pair"]);
  assert.equal(await count(page), "1 of 1 found");
  assert.deepEqual(await page.locator(".tables thead th").allTextContents().then((heads) => heads.map((head) => head.trim()).slice(0, 2)), ["Relation", "Value"]);
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
  const seen = () => page.locator(".strip > li").evaluateAll((items) => items.filter((item) => {
    const [own, around] = [item, item.closest(".canvas")].map((each) => each.getBoundingClientRect());
    return own.left >= around.left - 1 && own.right <= around.right + 1;
  }).length);
  await page.getByLabel("side by side").selectOption("one");
  assert.equal(await seen(), 1);
  await page.getByLabel("side by side").selectOption("two");
  assert.equal(await seen(), 2);
  await page.getByLabel("side by side").selectOption("that fit");
  assert.equal(await page.locator(".strip > li").count(), states);

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
  await page.getByRole("button", { name: /^Theme/ }).click();
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
  assert.equal(await page.getByRole("button", { name: "Save theme" }).isDisabled(), true, "it is saved");
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
  await page.getByRole("button", { name: /^Theme/ }).click();
  await page.getByLabel("projected: Time").check();
  await page.getByRole("toolbar", { name: "Projections" }).waitFor();
  assert.equal(await page.locator(".canvas .arrow").count(), 1);
  await page.getByLabel("atom of Time").selectOption("T1");
  await page.waitForFunction(() => document.querySelectorAll(".canvas .arrow").length === 2);
  await close(page);
});

const cache = `open util/ordering[Version]
sig Key, Version {}
one sig Store { var data: Key -> lone Version }
one sig Cache { var cached: Key -> lone Version }
fact Init { no Cache.cached and no Store.data }
pred write[k: Key, v: Version] {
  Store.data' = Store.data ++ k->v
  Cache.cached' = Cache.cached - k->Version
}
pred read[k: Key] {
  some k.(Store.data)
  Cache.cached' = Cache.cached ++ k->k.(Store.data)
  data' = data
}
fact Steps { always ((some k: Key, v: Version | write[k, v]) or (some k: Key | read[k])) }
assert Empty { always no Cache.cached }
check Empty for 2 but 6 steps
run full { eventually #Cache.cached > 1 } for exactly 2 Key, exactly 2 Version, 7 steps
`;
/// What lies on top of each other of the elements that a selector names, as pairs of texts.
const overlapping = (page, selector) => page.evaluate((selected) => {
  const found = Array.from(document.querySelectorAll(selected), (each) => ({ text: each.textContent, place: each.getBoundingClientRect() }));
  return found.flatMap((a, i) => found.slice(0, i).filter((b) => a.place.left < b.place.right - 1 && b.place.left < a.place.right - 1 &&
    a.place.top < b.place.bottom - 2 && b.place.top < a.place.bottom - 2).map((b) => `${a.text} / ${b.text}`));
}, selector);
const widths = [420, 800, 1200, 1600];

test("a cache: its states can be told apart, side by side, and the width is used", async () => {
  const address = await serve("cache.als", cache, "--command", "full");
  for (const width of widths) {
    const page = await open(address, { viewport: { width, height: 900 } });
    const states = await page.locator(".strip > li").count();
    assert.ok(states > 3);
    const pictures = await page.locator(".strip > li").evaluateAll((items) => items.map((item) => Array.from(item.querySelectorAll(".arrow:not(.gone) text"), (text) => text.textContent.replace("+ ", "")).sort().join()));
    assert.equal(new Set(pictures.slice(0, 4)).size, 4, pictures.join("; "));
    assert.match(pictures.join(), /cached \[Key\$0\]/);
    assert.equal(await page.locator(".canvas text", { hasText: /Next|First|Ord/ }).count(), 0);
    assert.doesNotMatch(await page.locator(".tables").textContent(), /Ord/);
    assert.ok(await page.locator(".strip > li:nth-child(2) .same").count() > 0, "what stays is dimmed");
    assert.ok(await page.locator(".strip > li:nth-child(2) .new").count() > 0, "what is new is marked");
    const { used, room } = await page.evaluate(() => {
      const canvas = document.querySelector(".canvas").getBoundingClientRect();
      const whole = Array.from(document.querySelectorAll(".strip > li"), (item) => item.getBoundingClientRect()).filter((item) => item.right <= canvas.right);
      return { used: Math.max(...whole.map((item) => item.right)) - canvas.left, room: canvas.width };
    });
    assert.ok(used > room * 0.93, `${used} of ${room} pixels at ${width}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= width);
    assert.deepEqual(await overlapping(page, ".strip > li:nth-child(4) .arrow:not(.gone) text, .strip > li:nth-child(4) .box text"), []);
    await close(page);
  }
  const page = await open(address);
  await page.getByRole("button", { name: /^Theme/ }).click();
  await page.getByLabel("the library's own").check();
  await page.locator(".canvas text", { hasText: "Next" }).first().waitFor();
  await page.getByLabel("inside: Cache.cached").check();
  await page.locator(".canvas .box text", { hasText: /^cached = / }).first().waitFor();
  await close(page);
});

test("a counterexample says why above the picture, in the state that decides, and on the source", async () => {
  const page = await open(await serve("empty.als", cache, "--command", "Empty"));
  const why = page.getByRole("region", { name: "Why" });
  assert.match(await why.textContent(), /^`Empty` is false: in state 2, `no Cache\.cached` does not hold/);
  assert.match(await page.locator(".strip > li", { hasText: "decides" }).textContent(), /^State 2/);
  assert.equal(await page.locator(".listing mark.broken").textContent(), "no Cache.cached");
  // An arrow that is pointed at: what needs it.
  await page.locator(".strip > li").nth(1).locator(".arrow.new text").first().click();
  await why.getByText(/in Store\.data` in state 1: needed, because \d constraints? (is|are) violated if this tuple alone is removed/).waitFor();
  assert.ok(await page.locator(".listing mark.needs").count() > 0);
  await page.keyboard.press("e");
  await page.keyboard.type("why fact Init");
  await page.keyboard.press("Enter");
  await page.locator(".evaluated pre", { hasText: /^true / }).waitFor();
  await close(page);
});

test("which instances come first is for people to say, and what was reached stands beside it", async () => {
  const page = await open(await serve("rooms.als", "sig Room { doors: set Room }\nrun { some doors } for 3\n"));
  const reached = page.locator(".reached");
  assert.equal(await reached.textContent(), "smallest: 1 atom, 1 tuple");
  await page.getByLabel("first", { exact: true }).selectOption("most tuples");
  await page.getByText("maximal: 3 atoms, 9 tuples").waitFor();
  assert.equal(await page.locator(".canvas .arrow").count(), 9);
  await page.keyboard.press("e");
  await page.keyboard.type("#Room");
  await page.keyboard.press("Enter");
  await page.locator(".evaluated pre", { hasText: /^3$/ }).waitFor();
  await page.getByLabel("first", { exact: true }).selectOption("fewest Room");
  await page.getByText("minimal: 1 atom, 1 tuple").waitFor();
  await page.getByLabel("first", { exact: true }).selectOption("far apart");
  await page.getByText("diverse: 1 atom, 1 tuple").waitFor();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText("2 of 2 found").waitFor();
  assert.match(await reached.textContent(), /^diverse: 3 atoms/);
  await close(page);
});

test("a run without an instance: what comes nearest, with what is wrong painted in picture, tables and source", async () => {
  const page = await open(await serve("near.als", "sig Room { doors: set Room }\nfact Shut { no doors }\nrun { some doors } for 3\n"));
  assert.deepEqual(await page.locator(".listing mark.core").allTextContents(), ["no doors", "some doors"]);
  await page.keyboard.press("b");
  await page.getByText("There is no instance. The nearest valuation violates 1 constraint; no valuation violates fewer.").waitFor();
  assert.match(await page.locator(".why pre").textContent(), /^fact Shut does not hold: near\.als:2:13: no doors/);
  assert.equal(await page.locator(".canvas .arrow.wrong text").textContent(), "doors !");
  assert.equal(await page.locator(".tables mark.wrong").textContent(), "Room$0->Room$0 !");
  assert.deepEqual(await page.locator(".listing mark.broken").allTextContents(), ["no doors"]);
  assert.equal(await page.getByRole("button", { name: "Next" }).count(), 0);
  assert.deepEqual(await page.evaluate(lowContrast), []);
  await close(page);
});

test("a check without counterexample: what a larger scope has, and what holds in all", async () => {
  const page = await open(await serve("larger.als", "sig Room { doors: set Room }\nfact Shut { no doors }\ncheck few { #Room < 4 }\ncheck shut { all r: Room | no r.doors }\n"));
  await page.keyboard.press("a");
  await page.getByText("few: counterexample for 4, although the command's own scope has none.").waitFor();
  assert.equal(await page.locator(".canvas .box").count(), 4);
  assert.match(await page.locator(".why").textContent(), /`few` is false/);
  assert.deepEqual(await page.locator(".listing mark.broken").allTextContents(), ["#Room < 4"]);
  await page.locator("#source").selectOption({ label: "check shut" });
  await page.getByRole("button", { name: "For any number of atoms?" }).click();
  await page.getByText("shut: holds for any number of atoms (searching the scope").waitFor();
  assert.equal(await page.getByRole("button", { name: "For any number of atoms?" }).count(), 0);
  assert.deepEqual(await page.evaluate(lowContrast), []);
  await close(page);
});

test("sixty atoms are legible", async () => {
  const names = (prefix, count) => Array.from({ length: count }, (_, i) => `${prefix}${i}`);
  const sixty = `sig Host { link: set Host, runs: set Service }
sig Service { needs: set Service }
val big {
  Host = ${names("Host", 40).join(" + ")}
  Service = ${names("Service", 20).join(" + ")}
  link = ${names("Host", 40).map((host, i) => `${host}->Host${(i * 3 + 1) % 40}`).join(" + ")}
  runs = ${names("Host", 40).map((host, i) => `${host}->Service${(i * 7) % 20}`).join(" + ")}
  needs = ${names("Service", 20).map((service, i) => `${service}->Service${(i * 3 + 2) % 20}`).join(" + ")}
}
`;
  const address = await serve("sixty.aunit", sixty);
  for (const width of widths) {
    const page = await open(address, { viewport: { width, height: 900 } });
    assert.equal(await page.locator(".canvas .box").count(), 60);
    const heights = await page.locator(".canvas .arrow text, .canvas .box text").evaluateAll((texts) => texts.map((text) => text.getBoundingClientRect().height));
    assert.ok(Math.min(...heights) > 9.9, `${Math.min(...heights)} pixels at ${width}`);
    assert.deepEqual(await overlapping(page, ".canvas .arrow text"), []);
    assert.deepEqual(await overlapping(page, ".canvas .box"), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= width);
    await close(page);
  }
  // Zoomed, moved, rearranged.
  const page = await open(address);
  const box = page.locator(".canvas .box[data-name=Host5]"), place = () => box.boundingBox();
  const percent = async () => parseInt(await page.locator(".percent").textContent(), 10);
  const before = await percent();
  await page.getByRole("button", { name: "Larger" }).click();
  assert.ok(await percent() > before);
  await page.locator(".canvas").hover();
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, 400);
  await page.keyboard.up("Control");
  await page.waitForFunction((least) => parseInt(document.querySelector(".percent").textContent, 10) < least, before);
  await page.keyboard.press("0");
  assert.equal(await percent(), before);
  assert.equal(await page.getByRole("button", { name: "Fit" }).isDisabled(), true);
  await page.getByRole("button", { name: "Larger" }).click();
  await page.getByRole("button", { name: "All of it" }).click();
  assert.equal(await page.getByRole("button", { name: "All of it" }).isDisabled(), true);
  await page.keyboard.press("0");
  const drag = async ({ x, y }, dx, dy) => { await page.mouse.move(x, y); await page.mouse.down(); await page.mouse.move(x + dx / 2, y + dy / 2); await page.mouse.move(x + dx, y + dy); await page.mouse.up(); await idle(page); };
  const from = await place(), canvas = await page.locator(".canvas svg").boundingBox();
  await drag({ x: canvas.x + 3, y: canvas.y + 3 }, 60, 40);
  const panned = await place();
  assert.ok(Math.abs(panned.x - from.x - 60) < 2 && Math.abs(panned.y - from.y - 40) < 2, "the picture moves");
  await page.keyboard.press("0");
  await drag({ x: from.x + 8, y: from.y + 8 }, 90, 70);
  const moved = await place();
  assert.ok(moved.x - from.x > 60 && moved.y - from.y > 40, "the atom moves");
  const end = await page.evaluate(() => {
    const svg = document.querySelector(".canvas svg"), box = svg.querySelector(".box[data-name=Host5]");
    const arrow = svg.querySelector(`.arrow[data-from="${box.dataset.box}"] path`), start = arrow.getPointAtLength(0), own = box.getBoundingClientRect();
    const at = new DOMPoint(start.x, start.y).matrixTransform(arrow.getScreenCTM());
    return at.x >= own.left - 3 && at.x <= own.right + 3 && at.y >= own.top - 3 && at.y <= own.bottom + 3;
  });
  assert.ok(end, "its arrows begin at it");
  await page.getByRole("button", { name: /^Theme/ }).click();
  await page.getByRole("button", { name: "Save theme" }).click();
  await page.getByText("saved as sixty.theme.json").waitFor();
  assert.equal(JSON.parse(readFileSync(join(folder, "sixty.theme.json"), "utf8")).places.Host5.length, 2);
  await page.getByRole("button", { name: "Original places" }).click();
  await idle(page);
  assert.equal(await page.locator(".canvas .moved").count(), 0);
  await close(page);
  const again = await open(address);
  assert.equal(await again.locator(".canvas .moved").count(), 0, "the places were taken back");
  await close(again);
});

test("a click on atoms, with Shift on further ones, tells what keeps a tuple out", async () => {
  const page = await open(await serve("keys.aunit", "sig Key { opens: set Door }\nsig Door {}\nsig Bent in Key {}\nfact Few { lone opens and no opens & Bent->Door }\nval v { Key = K + L  Door = D  opens = K->D }\n"));
  const why = page.getByRole("region", { name: "Why" }), box = (name) => page.locator(`.canvas .box[data-name="${name}"]`).first();
  await box("K").click();
  await why.getByText(/^`K in Key`: nothing needs it/).waitFor();
  await why.getByRole("button", { name: "not in Bent" }).click();
  await why.getByText(/^`K in Bent`: forbidden/).waitFor();
  await box("L").click();
  await why.getByText(/^`L in Key`: nothing needs it/).waitFor();
  await box("D").click({ modifiers: ["Shift"] });
  await why.getByText("L->D: why?").waitFor();
  await why.getByRole("button", { name: "not in Key.opens" }).click();
  await why.getByText(/^`L->D in Key\.opens`: forbidden/).waitFor();
  assert.ok(await page.locator(".listing mark.needs").count() > 0);
  await box("D").click();
  await box("L").click({ modifiers: ["Shift"] });
  await why.getByText("D->L can be in no relation.").waitFor();
  await close(page);
});

test("three witnesses stand at their atoms, by the names of the variables", async () => {
  const text = `sig User { roles: set Role }
sig Role { grants: set Permission }
sig Permission {}
fun can[u: User]: set Permission { u.roles.grants }
assert Separate { all u, v: User, p: Permission | p in can[u] and p in can[v] implies u = v }
check Separate for 3
run Impossible { some User and no User }
`;
  for (const colorScheme of ["light", "dark"]) {
    const page = await open(await serve("witnesses.als", text), { colorScheme });
    const labels = await page.locator(".canvas .witness").allTextContents();
    assert.deepEqual(labels.flatMap((label) => label.split(" = ")).filter(Boolean).sort(), ["p", "u", "v"]);
    const sentence = await page.getByRole("region", { name: "Why" }).textContent();
    for (const name of await page.locator(".canvas .box .name").allTextContents())
      if (name.includes(" = ")) assert.ok(sentence.includes(name.replace(/^.* = (?=\w+ = )/, "")), `${name}: ${sentence}`);
    assert.deepEqual(await page.evaluate(lowContrast), [], colorScheme);
    await close(page);
  }
  const page = await open(await serve("witnesses.als", text));
  await page.locator("#source").selectOption("run Impossible");
  await page.locator(".listing mark.core").first().waitFor();
  assert.deepEqual(await page.locator(".listing mark.core").allTextContents(), ["some User", "no User"]);
  await close(page);
});

test("no button is enabled that does nothing", async () => {
  const page = await open(await serve("one.als", "one sig A {}\nrun only {} for 1\n"));
  assert.equal(await page.locator("#source").isHidden(), true);
  assert.equal(await page.getByRole("button", { name: "Previous" }).isDisabled(), true);
  await press(page, "n");
  await page.getByText("There is no other instance.").waitFor();
  assert.equal(await page.getByRole("button", { name: "Next" }).isDisabled(), true);
  await page.getByRole("button", { name: /^Theme/ }).click();
  assert.equal(await page.getByRole("button", { name: "Save theme" }).isDisabled(), true);
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

test("a test of the instance can be downloaded, and fails until the model is fixed", async () => {
  const page = await open(await serve("kept.als", lamps.replace("check never { no Lamp } for 2", "assert Dark { no Lamp }\ncheck Dark for 2"), "--command", "Dark"));
  await press(page, "k");
  const shown = await page.locator(".test-text").textContent();
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  const download = await downloading;
  assert.equal(download.suggestedFilename(), "kept_Dark_1.aunit");
  assert.equal(readFileSync(await download.path(), "utf8"), shown);
  writeFileSync(join(folder, "kept_Dark_1.aunit"), shown);
  assert.ok(!existsSync(join(folder, "kept.aunit")));
  const result = spawnSync(aunit, ["run", "kept_Dark_1.aunit"], { cwd: folder, encoding: "utf8", env });
  assert.equal(result.status, 1, result.stdout + result.stderr);
  assert.match(result.stdout, /Dark: no counterexample/);
  await press(page, "k");
  assert.equal(await page.locator(".test-text").isVisible(), false);
  await close(page);
});

test("names and texts are text, not markup", async () => {
  const page = await open(await serve("hostile.aunit", hostile));
  await page.keyboard.press("e");
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
    await page.getByRole("button", { name: /^Theme/ }).click();
    await page.getByRole("button", { name: /^Source/ }).click();
    await page.getByRole("button", { name: /^Evaluate/ }).click();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 360);
    assert.deepEqual(await page.evaluate(lowContrast), [], colorScheme);
    await close(page);
  }
  assert.deepEqual(await invalid([resolve(import.meta.dirname, "../../reporters/assets/view.html")]), []);
});
