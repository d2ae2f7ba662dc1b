// VS Code in a browser, with the extension: started on a copy of some files, and driven as people do. AUNIT names the binary, CHROMIUM the
// browser, EDITOR_FOLDER where tests/vscode/install put the editor, SHOTS a folder for pictures.
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const { chromium } = createRequire(new URL("../browser/package.json", import.meta.url))("playwright-core");
const entry = join(process.env.EDITOR_FOLDER, "node_modules/code-server/out/node/entry.js");
export const shots = resolve(process.env.SHOTS ?? join(tmpdir(), "aunit-shots"));
export const patience = 60_000; // milliseconds; nothing takes so long

const settings = (program, more) => ({
  "aunit.path": program,
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
  ...more,
});

/// The editor on a copy of a folder; `page` is its window. To be ended by `close`.
export async function open(folder, { program = resolve(process.env.AUNIT), extension, ...more } = {}) {
  const home = mkdtempSync(join(tmpdir(), "aunit-editor-"));
  const workspace = join(home, "models");
  cpSync(folder, workspace, { recursive: true });
  mkdirSync(join(home, "data/User"), { recursive: true });
  mkdirSync(shots, { recursive: true });
  writeFileSync(join(home, "data/User/settings.json"), JSON.stringify(settings(program, more)));
  const places = ["--user-data-dir", join(home, "data"), "--extensions-dir", join(home, "extensions"), "--config", join(home, "config.yaml")];
  const installed = spawnSync(process.execPath, [entry, ...places, "--install-extension", extension], { encoding: "utf8" });
  if (installed.status !== 0) throw new Error(installed.stdout + installed.stderr);
  const options = ["--auth", "none", "--bind-addr", "127.0.0.1:0", "--disable-telemetry", "--disable-update-check", "--disable-workspace-trust", "--disable-getting-started-override"];
  const server = spawn(process.execPath, [entry, ...places, ...options, workspace], { stdio: ["ignore", "pipe", "inherit"], detached: true });
  const address = await new Promise((found, failed) => {
    let said = "";
    server.stdout.on("data", (text) => {
      said += text;
      const match = said.match(/listening on (http:\S+)/);
      if (match) found(match[1]);
    });
    server.on("exit", (code) => failed(new Error(`the editor ended with ${code}: ${said}`)));
  });
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"] });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  await page.goto(`${address}?folder=${workspace}`);
  await page.locator(".explorer-folders-view").waitFor();
  return {
    page, workspace,
    async close() {
      await browser.close();
      process.kill(-server.pid);
      await new Promise((ended) => (server.exitCode === null && server.signalCode === null ? server.on("exit", ended) : ended()));
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/// A command of the palette.
export async function command(page, title) {
  await page.keyboard.press("F1");
  const input = page.locator(".quick-input-box input");
  await input.waitFor();
  await input.fill(`>${title}`);
  const row = page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first();
  await row.waitFor();
  await row.click();
}

export async function openFile(page, name) {
  await page.keyboard.press("Control+P");
  const input = page.locator(".quick-input-box input");
  await input.waitFor();
  await input.fill(name);
  await page.locator(".quick-input-list .monaco-list-row", { hasText: name }).first().waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".tabs-container .tab.active", { hasText: name }).waitFor();
  await page.locator(".editor-instance .view-lines").first().waitFor();
}

export const shoot = (page, name) => page.screenshot({ path: join(shots, `${name}.png`) });
