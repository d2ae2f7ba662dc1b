// Pages of reports in a browser: what the tests of all reports share. AUNIT names the binary, CHROMIUM the browser.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { HtmlValidate } from "html-validate";
import { chromium } from "playwright-core";

export const aunit = resolve(process.env.AUNIT ?? "../../build/release/aunit");

export const launch = () => chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});

/// A file in a page that watches what must not happen: messages on the console, errors, dialogs, requests that leave the disk.
export const openPage = (browser, file, options) => openAddress(browser, pathToFileURL(file).href, "file:", options);

/// The same of any address, whose page may ask for what begins with `home`.
export async function openAddress(browser, address, home, options = {}) {
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 }, ...options });
  page.problems = [];
  page.on("console", (message) => page.problems.push(message.text()));
  page.on("pageerror", (error) => page.problems.push(String(error)));
  page.on("dialog", (dialog) => { page.problems.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on("request", (request) => { if (!request.url().startsWith(home) && !request.url().startsWith("data:")) page.problems.push(`request: ${request.url()}`); });
  await page.goto(address);
  return page;
}

/// `aunit view` in a folder: the process, and the address of its page.
export async function serveView(folder, words, env = process.env) {
  const server = spawn(aunit, ["view", ...words, "--no-browser", "--json"], { cwd: folder, env, stdio: ["ignore", "pipe", "ignore"] });
  const line = await new Promise((told, failed) => {
    server.stdout.once("data", (data) => told(String(data)));
    server.once("exit", (code) => failed(new Error(`aunit view has ended with ${code}`)));
  });
  return { server, address: JSON.parse(line).address };
}

export async function close(page) {
  assert.deepEqual(page.problems, []);
  await page.close();
}

/// Follows a link to another page of the report: what is asked next is asked of that page, whole. (A click alone waits for nothing.)
export async function follow(page, link, act = (locator) => locator.click()) {
  const from = page.url();
  await Promise.all([page.waitForURL((url) => url.href !== from, { waitUntil: "load" }), act(link)]);
}

/// What is wrong with files as HTML; a few of each.
export async function invalid(files) {
  const validator = new HtmlValidate({
    extends: ["html-validate:recommended"],
    rules: { "long-title": "off", "no-inline-style": "error", "no-trailing-whitespace": "off", "void-style": "error", "no-raw-characters": "error", "prefer-native-element": "off" },
  });
  const messages = [];
  for (const file of files) {
    const result = await validator.validateFile(file);
    messages.push(...result.results.flatMap((r) => r.messages.map((m) => `${file}:${m.line}:${m.column} ${m.ruleId}: ${m.message}`)).slice(0, 5));
  }
  return messages;
}

/// To be run in a page: texts with less than 4.5 to 1 against what is behind them (WCAG AA).
export function lowContrast() {
  const parse = (color) => color.match(/[\d.]+/g).map(Number);
  const luminance = ([r, g, b]) => [r, g, b].map((c) => c / 255).map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const color = parse(getComputedStyle(e).backgroundColor);
      if (color.length === 3 || color[3] > 0) return color;
    }
    return [255, 255, 255];
  };
  const low = new Set();
  for (const element of document.querySelectorAll("body *:not(svg *)")) {
    if (![...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()) || !element.checkVisibility()) continue;
    const [a, b] = [luminance(parse(getComputedStyle(element).color)), luminance(ground(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) low.add(`${element.tagName}.${element.className} ${ratio.toFixed(2)}`);
  }
  return [...low];
}
