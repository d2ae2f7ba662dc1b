// Takes the pictures of README.md and docs/ from the program, in docs/pictures. The models are those that README.md and the pages show.
// usage: AUNIT=... node pictures.mjs
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { launch, serveView } from "./pages.mjs";

const root = resolve(import.meta.dirname, "../..");
const pictures = join(root, "docs/pictures");
const folder = mkdtempSync(join(tmpdir(), "aunit-pictures-"));
mkdirSync(pictures, { recursive: true });
for (const name of ["list", "mutex"]) cpSync(join(root, "specs", name), folder, { recursive: true });
const aunit = resolve(process.env.AUNIT ?? join(root, "build/release/aunit"));

/// What the program prints, run in `folder/where`.
function run(where, ...words) {
  return spawnSync(aunit, words, { cwd: join(folder, where), encoding: "utf8" }).stdout;
}

/// The folders in which the examples of pages were run: `folder/PAGE-1`, ...
const examples = spawnSync("python3", [join(root, "tests/docs/examples.py"), aunit, `--keep=${folder}`,
  ...["README.md", "docs/audit-claims.md", "docs/grading.md", "docs/grading-feedback.md", "docs/log-tests.md", "docs/strong-suite.md"].map((name) => join(root, name))], { encoding: "utf8" });
if (examples.status !== 0) throw new Error(examples.stdout + examples.stderr);

const browser = await launch();
let page = await browser.newPage({ viewport: { width: 700, height: 700 }, deviceScaleFactor: 2 });  // README.md shows its pictures small
const open = (...path) => page.goto(pathToFileURL(join(folder, ...path)).href);
const take = (name) => page.screenshot({ path: join(pictures, `${name}.png`) });

/// What a terminal shows, as [text, style] of each part: `--color always` gives it its colours.
function terminal(text) {
  const styles = { 1: "font-weight:700", 2: "opacity:.65", 31: "color:#ff8080", 32: "color:#7fd88f", 33: "color:#e5c07b", 36: "color:#7fc8e8" };
  const parts = text.trimEnd().split(/\x1b\[([\d;]*)m/);
  return parts.flatMap((part, i) => (i % 2 ? [] : [[part, (parts[i - 1] ?? "").split(";").map((code) => styles[code] ?? "").join(";")]]));
}

// README.md: the model, coloured by what its tests cover, above their run.
const failing = run("README-1", "run", "roles.aunit", "-x", "--color", "always").replace(/\n[^\n]*left out[^\n]*/, "");
run("README-1", "run", "roles.aunit", "--html", "report");
await open("README-1/report/source/1-roles.als.html");
await page.evaluate((output) => {  // styles one by one: the report's policy refuses markup with styles
  const made = (tag, style, ...inner) => {
    const element = document.createElement(tag);
    element.style.cssText = style;
    element.append(...inner);
    return element;
  };
  const panel = (title, colours, inner) => made("section", "border:1px solid #bbb;border-radius:8px;overflow:hidden;margin:0",
    made("div", `font:600 14px system-ui,sans-serif;padding:7px 14px;${colours}`, title), inner);
  const code = document.querySelector("#code");
  code.style.cssText = "border:0;margin:0;padding:6px 0";
  const lines = made("pre", "margin:0;padding:10px 16px;background:#1d2127;color:#e8eaed;font:13px/1.42 'DejaVu Sans Mono',monospace;border:0;border-radius:0",
    ...output.map(([text, style]) => made("span", style, text)));
  const all = made("main", "display:flex;flex-direction:column;gap:10px;padding:2px;width:max-content;max-width:none;background:#fff",
    panel("roles.als, coloured by what its tests cover", "background:#eef0f3;color:#333", code), panel("$ aunit run -x", "background:#2b3038;color:#dde", lines));
  document.body.replaceChildren(all);
}, terminal(failing));
await page.locator("main").screenshot({ path: join(pictures, "failing-test.png") });

// README.md: the counterexample that the model has without its mistake.
const roles = join(folder, "README-1/roles.als");
writeFileSync(roles, readFileSync(roles, "utf8").replace("r in r.*includes", "r in r.^includes"));
const counterexample = await serveView(join(folder, "README-1"), ["roles.als"]);
await page.setViewportSize({ width: 680, height: 720 });
await page.goto(counterexample.address);
await page.locator(".canvas svg").first().waitFor();
await page.getByRole("button", { name: /^Source/ }).click();
await page.mouse.move(0, 0);
await page.waitForTimeout(500);
await take("counterexample");
counterexample.server.kill();
await page.close();
page = await browser.newPage();

// docs/audit-claims.md: the models of the page, with their claims.
run("audit-claims-1", "audit", "library.als", "authz.als", "--claims", "claims.md", "--html", "audited");
await page.setViewportSize({ width: 1000, height: 1060 });
await open("audit-claims-1/audited/index.html");
await take("audit-page");

// docs/grading.md and docs/grading-feedback.md: what a teacher and a student see.
await open("grading-1/report/index.html");
await take("grading-teacher");
await page.setViewportSize({ width: 1000, height: 900 });
await open("grading-feedback-1/feedback/students/2-answers-ben-als.html");
await take("grading-student");

// docs/log-tests.md: a walk along the log that does not fit.
const log = await serveView(join(folder, "log-tests-1"), ["mutex.aunit", "--log", "bad.ndjson"]);
await page.setViewportSize({ width: 1300, height: 860 });
await page.goto(log.address);
await page.locator(".canvas svg").first().waitFor();
await take("log");
log.server.kill();

// docs/strong-suite.md: one of its valuations.
run("strong-suite-1", "run", "list.aunit", "--html", "suite");
await open("strong-suite-1/suite/index.html");
await page.locator("#test-table a", { hasText: "a list of three" }).click();
await page.locator("svg.graph").first().screenshot({ path: join(pictures, "list-of-three.png") });

// docs/versions.md: its two versions.
const versions = readFileSync(join(root, "docs/versions.md"), "utf8").match(/(?:^    .*\n)+/gm).filter((block) => block.startsWith("    module files"));
for (const [i, side] of ["old", "new"].entries()) {
  mkdirSync(join(folder, side));
  writeFileSync(join(folder, side, "files.als"), versions[i].replace(/^    /gm, ""));
}
run("new", "diff", "../old/files.als", "files.als", "--fail-on", "weaker,behaviour-added,expectation-removed", "--html", "../changes");
await page.setViewportSize({ width: 1100, height: 1000 });
await open("changes/index.html");
await take("versions-page");

// docs/reading-the-report.md: the specs, and a test that fails.
writeFileSync(join(folder, "broken.aunit"), `open list
val lasso { Node = N0 + N1 + N2  link = N0->N1 + N1->N2 + N2->N1 }
test "a list with a loop at its end is accepted" { lasso satisfies NoDirectedCycles }
`);
run("", "run", "list.aunit", "mutex.aunit", "broken.aunit", "--html", "report");
await page.setViewportSize({ width: 1040, height: 900 });
await open("report/index.html");
await take("report-index");
await page.locator(".files a", { hasText: "list.als" }).click();
await page.locator("#code code span", { hasText: /^all n: Node \| n !in/ }).first().click({ position: { x: 6, y: 6 } });
await page.setViewportSize({ width: 1040, height: 860 });
await take("report-source");
await open("report/index.html");
await page.locator(".problems a", { hasText: "a loop at its end" }).click();
await page.setViewportSize({ width: 1040, height: 1060 });
await take("report-test");
await open("report/index.html");
await page.locator("#test-table a", { hasText: "one process can starve another" }).click();
await page.setViewportSize({ width: 1040, height: 560 });
await page.locator("#valuation").evaluate((heading) => heading.scrollIntoView());
await take("report-trace");

// docs/reading-the-report.md and docs/mutants.md: a suite that misses something.
writeFileSync(join(folder, "weak.aunit"), `open list
val chain  { Node = N0 + N1  link = N0->N1 }
val behind { Node = N0  link = N0->N0 }
val fork   { Node = N0 + N1  link = N0->N0 + N0->N1 }
test "a chain"       { chain satisfies NoDirectedCycles }
test "behind itself" { behind violates NoDirectedCycles }
test "a fork"        { fork invalid }
`);
run("", "mutate", "weak.aunit", "--html", "mutants");
await open("mutants/index.html");
await page.locator("#paragraph-table tr", { hasText: "fact PartialFunction" }).getByRole("link", { name: "UOI_3" }).click();
await page.locator(".survivor[open] svg").waitFor();
await page.locator("h1").evaluate((heading) => heading.scrollIntoView());
await page.setViewportSize({ width: 1040, height: 960 });
await take("report-survivor");

// docs/view.md: the instance view, with a theme.
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
await take("view");
server.kill();
await browser.close();
rmSync(folder, { recursive: true });
