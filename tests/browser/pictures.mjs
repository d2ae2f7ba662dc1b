// Takes the pictures of docs/reading-the-report.md, docs/view.md and docs/versions.md: from a report of the specs and one test that fails, and from the two
// versions of a model that the last of these shows.
// usage: AUNIT=... node pictures.mjs
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { serveView } from "./pages.mjs";

const root = resolve(import.meta.dirname, "../..");
const images = join(root, "docs/images");
const folder = mkdtempSync(join(tmpdir(), "aunit-pictures-"));
mkdirSync(images, { recursive: true });
for (const name of ["list", "mutex"]) cpSync(join(root, "specs", name), folder, { recursive: true });
writeFileSync(join(folder, "broken.aunit"), `open list
val lasso { Node = N0 + N1 + N2  link = N0->N1 + N1->N2 + N2->N1 }
test "a list with a loop at its end is accepted" { lasso satisfies NoDirectedCycles }
`);
const aunit = resolve(process.env.AUNIT ?? join(root, "build/release/aunit"));
spawnSync(aunit, ["run", "list.aunit", "mutex.aunit", "broken.aunit", "--html", "report"], { cwd: folder });

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage({ viewport: { width: 1040, height: 760 } });
const index = pathToFileURL(join(folder, "report/index.html")).href;
const take = async (name, height = 760) => {
  await page.setViewportSize({ width: 1040, height });
  await page.screenshot({ path: join(images, `report-${name}.png`) });
};

// The versions.
const versions = readFileSync(join(root, "docs/versions.md"), "utf8").match(/(?:^    .*\n)+/gm).filter((block) => block.startsWith("    module files"));
for (const [i, side] of ["old", "new"].entries()) {
  mkdirSync(join(folder, side));
  writeFileSync(join(folder, side, "files.als"), versions[i].replace(/^    /gm, ""));
}
spawnSync(aunit, ["diff", "../old/files.als", "files.als", "--forbid", "weaker,behaviour-added,expectation-removed", "--html", "../changes"], { cwd: join(folder, "new") });
await page.setViewportSize({ width: 1100, height: 1000 });
await page.goto(pathToFileURL(join(folder, "changes/index.html")).href);
await page.screenshot({ path: join(images, "versions-page.png") });

await page.goto(index);
await take("index", 900);
await page.locator(".files a", { hasText: "list.als" }).click();
await page.locator("#code code span", { hasText: /^all n: Node \| n !in/ }).first().click({ position: { x: 6, y: 6 } });
await take("source", 860);
await page.goto(index);
await page.locator(".problems a", { hasText: "a loop at its end" }).click();
await take("test", 1060);
await page.goto(index);
await page.locator("#test-table a", { hasText: "one process can starve another" }).click();
await page.setViewportSize({ width: 1040, height: 560 });
await page.locator("#valuation").evaluate((heading) => heading.scrollIntoView());
await take("trace", 560);

// Mutation testing: a suite that misses something.
writeFileSync(join(folder, "weak.aunit"), `open list
val chain  { Node = N0 + N1  link = N0->N1 }
val behind { Node = N0  link = N0->N0 }
val fork   { Node = N0 + N1  link = N0->N0 + N0->N1 }
test "a chain"       { chain satisfies NoDirectedCycles }
test "behind itself" { behind violates NoDirectedCycles }
test "a fork"        { fork invalid }
`);
spawnSync(aunit, ["mutate", "weak.aunit", "--html", "mutants"], { cwd: folder });
await page.goto(pathToFileURL(join(folder, "mutants/index.html")).href);
await page.locator("#paragraph-table tr", { hasText: "fact PartialFunction" }).getByRole("link", { name: "UOI_3" }).click();
await page.locator(".survivor[open] svg").waitFor();
await page.locator("h1").evaluate((heading) => heading.scrollIntoView());
await take("survivor", 960);

// The instance view, with a theme.
const { server, address } = await serveView(folder, ["mutex.aunit", "--val", "starving"]);
await page.setViewportSize({ width: 1240, height: 560 });
await page.goto(address);
await page.getByRole("button", { name: "Theme m" }).click();
await page.getByLabel("color of Waiting").selectOption("yellow");
await page.getByLabel("color of Critical").selectOption("red");
await page.getByLabel("shape of Process").selectOption("ellipse");
await page.locator(".canvas .c4 ellipse").first().waitFor();
await page.getByRole("button", { name: "State 3" }).click();
await page.getByRole("button", { name: /^Evaluate/ }).click();
await page.locator("#expression").fill("Process - Waiting");
await page.keyboard.press("Enter");
await page.locator(".evaluated pre").waitFor();
await page.screenshot({ path: join(images, "view.png") });
server.kill();
await browser.close();
rmSync(folder, { recursive: true });
