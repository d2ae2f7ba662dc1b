// VS Code for the Web with the extension: the workbench alone, in a browser, from static files; no server, no Node, no folder on a disk. It is the
// one that code-server brings (tests/vscode/install), which @vscode/test-web could not download everywhere. The workspace is in memory: files/ provides it.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, relative, resolve } from "node:path";
import { launch, patience, settings, shots } from "./editor.mjs";

const workbench = join(process.env.EDITOR_FOLDER, "node_modules/code-server/lib/vscode");
const types = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".json": "application/json", ".wasm": "application/wasm", ".svg": "image/svg+xml", ".ttf": "font/ttf" };

const start = "out/vs/code/browser/workbench/workbench.js";

/// The workbench as it is without the server that code-server has for it: no remote machine, and what people set stays in the browser.
function alone(script) {
  const changes = [["remoteAuthority:location.host", "remoteAuthority:undefined"], [/with\(\{scheme:\w+\.vscodeRemote\}\),"User"\)/, 'with({scheme:"vscode-userdata"}),"User")']];
  return changes.reduce((text, [from, to]) => {
    const changed = text.replace(from, to);
    if (changed === text) throw new Error(`this is not code-server 4.99.4's workbench: it has no ${from}`);
    return changed;
  }, script);
}

/// The texts below a folder by their paths.
function textsBelow(folder) {
  const paths = readdirSync(folder, { recursive: true }).map((path) => join(folder, path)).filter((path) => statSync(path).isFile());
  return paths.map((path) => [relative(folder, path).replaceAll("\\", "/"), readFileSync(path, "utf8")]);
}

const page = (address) => {
  // Extensions come from another origin, as on vscode.dev.
  const extension = (name) => ({ scheme: "http", authority: new URL(address).host.replace("localhost", "127.0.0.1"), path: `/extensions/${name}` });
  const configuration = {
    // What code-server's workbench asks for.
    userDataPath: "/", isEnabledFileDownloads: true, isEnabledFileUploads: true, isEnabledCoderGettingStarted: false,
    folderUri: { scheme: "memory", authority: "", path: "/models" },
    additionalBuiltinExtensions: [extension("files"), extension("aunit")],
    configurationDefaults: settings,
    productConfiguration: { extensionsGallery: undefined, webviewContentExternalBaseUrlTemplate: `${address}static/out/vs/workbench/contrib/webview/browser/pre/` },
    developmentOptions: { logLevel: 2 },
  };
  const quoted = (value) => JSON.stringify(value).replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return `<!DOCTYPE html>
<html><head><meta charset="utf-8"><meta id="vscode-workbench-web-configuration" data-settings="${quoted(configuration)}">
<meta id="vscode-workbench-builtin-extensions" data-settings="[]">
<link rel="icon" href="data:,"><link rel="stylesheet" href="/static/out/vs/code/browser/workbench/workbench.css"></head><body aria-label=""></body>
<script>globalThis._VSCODE_FILE_ROOT = location.origin + "/static/out/";</script>
<script type="module" src="/static/out/nls.messages.js"></script>
<script type="module" src="/static/${start}"></script></html>`;
};

/// The editor on the texts of a folder, with a packed extension; `page` is its window. To be ended by `close`.
export async function open(folder, { extension, more = [] }) {
  const home = mkdtempSync(join(tmpdir(), "aunit-web-"));
  execFileSync("python3", ["-m", "zipfile", "-e", extension, home]);
  mkdirSync(shots, { recursive: true });
  const places = { static: workbench, "extensions/aunit": join(home, "extension"), "extensions/files": resolve(import.meta.dirname, "files") };
  const listing = JSON.stringify([...textsBelow(folder), ...more].map(([path, text]) => [`models/${path}`, text]));
  let address;
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, address).pathname).slice(1);
    const send = (status, type, body) => response.writeHead(status, { "Content-Type": type, "Access-Control-Allow-Origin": "*" }).end(body);
    if (path === "") return send(200, "text/html", page(address));
    if (path === "extensions/files/listing.json") return send(200, "application/json", listing);
    const place = Object.keys(places).find((each) => path.startsWith(`${each}/`));
    const file = place && join(places[place], path.slice(place.length));
    if (!file || path.includes("..") || !existsSync(file) || !statSync(file).isFile()) return send(404, "text/plain", "");
    return send(200, types[extname(file)] ?? "application/octet-stream", path === `static/${start}` ? alone(readFileSync(file, "utf8")) : readFileSync(file));
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  address = `http://localhost:${server.address().port}/`;
  const browser = await launch();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, permissions: ["clipboard-read", "clipboard-write"] });
  const window = await context.newPage();
  window.setDefaultTimeout(patience);
  await window.goto(address);
  await openAll(window);
  return {
    page: window,
    async close() {
      await browser.close();
      server.closeAllConnections();
      server.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/// All files at the top are open from the beginning: the box at the top of the window finds nothing where nobody searches folders in memory.
async function openAll(page) {
  const rows = page.locator(".explorer-folders-view .monaco-list-row:not([aria-expanded])");
  await rows.first().waitFor();
  for (const row of await rows.all()) {
    await row.dblclick();
    await page.locator(`.tabs-container .tab.active[data-resource-name="${(await row.textContent()).trim()}"]`).waitFor();
  }
}

export async function openFile(page, name) {
  await page.locator(`.tabs-container .tab[data-resource-name="${name}"]`).click();
  await page.locator(`.tabs-container .tab.active[data-resource-name="${name}"]`).waitFor();
  await page.locator(".editor-instance .view-lines").first().waitFor();
}
