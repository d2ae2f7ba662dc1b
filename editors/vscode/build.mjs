// Bundles the extension to out/extension.cjs, and puts the engine of scripts/wasm beside it, in out/engine; with the word `tests`, the
// unit tests to out/test/ instead.
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { build } from 'esbuild';

const common = { bundle: true, platform: 'node', target: 'node20', sourcemap: true, logLevel: 'warning' };
if (process.argv[2] === 'tests') {
  rmSync('out/test', { recursive: true, force: true });
  const entryPoints = readdirSync('test').filter(file => file.endsWith('.test.ts')).map(file => `test/${file}`);
  await build({ ...common, entryPoints, outdir: 'out/test', format: 'esm', outExtension: { '.js': '.mjs' }, packages: 'external' });
} else {
  await build({ ...common, entryPoints: ['src/extension.ts'], outfile: 'out/extension.cjs', format: 'cjs', external: ['vscode'], minify: true });
  rmSync('out/engine', { recursive: true, force: true });
  const engine = '../../build/wasm/package';
  if (existsSync(engine)) cpSync(engine, 'out/engine', { recursive: true });
  else console.warn('no engine is packed with it: scripts/wasm makes it');
}
