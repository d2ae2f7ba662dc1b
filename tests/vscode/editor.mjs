// VS Code in a browser, with the extension: started on a copy of some files, and driven as people do. AUNIT names the binary (without it the
// extension has the engine that it brings), CHROMIUM the browser, EDITOR_FOLDER where tests/vscode/install put the editor, SHOTS a folder
// for pictures.
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const { chromium } = createRequire(new URL("../browser/package.json", import.meta.url))("playwright-core");
const entry = join(process.env.EDITOR_FOLDER, "node_modules/code-server/out/node/entry.js");
export const shots = resolve(process.env.SHOTS ?? join(tmpdir(), "aunit-shots"));
export const patience = 60_000; // milliseconds; nothing takes so long

export const settings = {
  "telemetry.telemetryLevel": "off",
  "extensions.autoUpdate": false,
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "window.commandCenter": false,
  "editor.minimap.enabled": false,
  "editor.cursorBlinking": "solid",
  "files.autoSave": "off",
  "testing.automaticallyOpenPeekView": "never",
  "testing.showCoverageInExplorer": true,
  "chat.commandCenter.enabled": false,
};

export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"] });

/// The editor on a copy of a folder; `page` is its window. To be ended by `close`.
export async function open(folder, { program = process.env.AUNIT && resolve(process.env.AUNIT), extension }) {
  const home = mkdtempSync(join(tmpdir(), "aunit-editor-"));
  const workspace = join(home, "models");
  cpSync(folder, workspace, { recursive: true });
  for (const [kind, values] of [["User", settings], ["Machine", program ? { "aunit.path": program } : {}]]) {
    mkdirSync(join(home, "data", kind), { recursive: true });
    writeFileSync(join(home, "data", kind, "settings.json"), JSON.stringify(values));
  }
  mkdirSync(shots, { recursive: true });
  const places = ["--user-data-dir", join(home, "data"), "--extensions-dir", join(home, "extensions"), "--config", join(home, "config.yaml")];
  const installed = spawnSync(process.execPath, [entry, ...places, "--install-extension", extension], { encoding: "utf8" });
  if (installed.status !== 0) throw new Error(installed.stdout + installed.stderr);
  const options = ["--auth", "none", "--bind-addr", "127.0.0.1:0", "--disable-telemetry", "--disable-update-check", "--disable-workspace-trust", "--disable-getting-started-override"];
  const server = spawn(process.execPath, [entry, ...places, ...options, workspace], { stdio: ["ignore", "pipe", "inherit"], detached: true });
  process.on("exit", () => server.exitCode === null && server.signalCode === null && process.kill(-server.pid));
  const address = await new Promise((found, failed) => {
    let said = "";
    server.stdout.on("data", (text) => {
      said += text;
      const match = said.match(/listening on (http:\S+)/);
      if (match) found(match[1]);
    });
    server.on("exit", (code) => failed(new Error(`the editor ended with ${code}: ${said}`)));
  });
  const browser = await launch();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  await page.goto(`${address}?folder=${workspace}`);
  await page.locator(".explorer-folders-view").waitFor();
  return {
    page, workspace,
    async close() {
      await browser.close();
      const ended = new Promise((done) => server.on("exit", done));
      process.kill(-server.pid);
      await ended;
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/// Does something until it has had its effect: what is pressed too early is lost.
export async function until(act, effect) {
  const end = Date.now() + patience;
  for (;;) {
    await act();
    try {
      return await effect.waitFor({ timeout: patience / 10 });
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

/// Opens the box at the top of the window, writes into it, and chooses the row that comes: again where what it lists is not there yet.
async function choose(page, key, text, row) {
  const input = page.locator(".quick-input-box input");
  const ask = async () => {
    await page.keyboard.press("Escape");
    await input.waitFor({ state: "hidden" }); // else what is written is lost when the box opens anew
    await page.keyboard.press(key);
    await input.fill(text, { timeout: patience / 10 }).catch(() => undefined);
  };
  const found = page.locator(".quick-input-list .monaco-list-row", { hasText: row }).first();
  await until(ask, found);
  await found.click();
}

/// A command of the palette.
export const command = (page, title) => choose(page, "F1", `>${title}`, title);

export async function openFile(page, name) {
  await choose(page, "Control+p", name, name);
  await page.locator(".tabs-container .tab.active", { hasText: name }).waitFor();
  await page.locator(".editor-instance .view-lines").first().waitFor();
}

/// Puts the cursor of the active editor to where some text begins, as the file was at first.
export async function goTo(page, folder, file, text) {
  const before = readFileSync(join(folder, file), "utf8").split(text)[0].split("\n");
  await goToPlace(page, before.length, before.at(-1).length + 1);
}

/// The same by line and column, from 1.
export async function goToPlace(page, line, column) {
  const input = page.locator(".quick-input-box input");
  await until(() => page.keyboard.press("Control+g"), input);
  await input.fill(`:${line}:${column}`);
  await page.keyboard.press("Enter");
  await input.waitFor({ state: "hidden" });
}

export const shoot = (page, name) => page.screenshot({ path: join(shots, `${name}.png`) });
