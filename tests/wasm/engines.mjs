// What the tests of aunit in WebAssembly share. AUNIT names the native binary, PACKAGE the folder of the npm package; COMMAND, where
// the answers of its command are meant, a program that calls it.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const aunit = resolve(process.env.AUNIT ?? join(root, "build/release/aunit"));
export const packageFolder = resolve(process.env.PACKAGE ?? join(root, "build/wasm/package"));
export const { load, Background } = await import(pathToFileURL(join(packageFolder, "index.js")).href);
export const engine = await load();
export const specs = join(root, "specs");
/// Models of other projects, where they are at hand.
export const shared = join(root, "../shared/conformance/micro");
export const hasShared = existsSync(shared);

/// Every file below a folder, by its path from there, as Engine.run takes them.
export function filesOf(folder, below = "") {
  const files = {};
  for (const name of readdirSync(join(folder, below))) {
    const path = below ? `${below}/${name}` : name;
    if (statSync(join(folder, path)).isDirectory()) Object.assign(files, filesOf(folder, path));
    else files[path] = readFileSync(join(folder, path));
  }
  return files;
}

/// The answer to a command in a folder whose files are given, as native() gives it.
export function answer(args, folder, files) {
  return process.env.COMMAND ? run(process.env.COMMAND, args, folder) : engine.run(args, files);
}

/// The same command by the native binary.
export function native(args, folder) {
  return run(aunit, args, folder);
}

/// Without colours, which a program would use where continuous integration runs it.
function run(program, args, folder) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, env: { ...process.env, NO_COLOR: "1" }, encoding: "utf8", maxBuffer: 1 << 28 });
  return { code: status, stdout, stderr };
}

export const lines = (text) => text.trim().split("\n").filter(Boolean).map((line) => JSON.parse(line));
