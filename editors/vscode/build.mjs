// Bundles the extension: to out/extension.cjs, and for editors in a browser to out/browser.js with its worker. Copies the engine that scripts/wasm
// makes to out/engine. With the argument `tests`, bundles only the unit tests, to out/test/.
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { build } from 'esbuild';

const common = { bundle: true, platform: 'node', target: 'node20', sourcemap: true, logLevel: 'warning' };
if (process.argv[2] === 'tests') {
  rmSync('out/test', { recursive: true, force: true });
  const entryPoints = readdirSync('test').filter(file => file.endsWith('.test.ts')).map(file => `test/${file}`);
  await build({ ...common, entryPoints, outdir: 'out/test', format: 'esm', outExtension: { '.js': '.mjs' }, packages: 'external' });
} else {
  const minified = { ...common, minify: true };
  await build({ ...minified, entryPoints: ['src/desktop.ts'], outfile: 'out/extension.cjs', format: 'cjs', external: ['vscode'] });
  rmSync('out/engine', { recursive: true, force: true });
  const engine = '../../build/wasm/package';
  if (existsSync(engine)) {
    cpSync(engine, 'out/engine', { recursive: true });
    const browser = { ...minified, platform: 'browser', target: 'es2022', alias: { 'aunit-engine': `${engine}/engine.js`, 'aunit-answering': '../../wasm/page/answering.js' } };
    await build({ ...browser, entryPoints: ['src/browser.ts'], outfile: 'out/browser.js', format: 'cjs', external: ['vscode'] });
    // The script loads nothing from its own address, because it receives the module in a message.
    await build({ ...browser, entryPoints: ['src/browser/worker.ts'], outfile: 'out/engine_worker.js', format: 'iife', define: { 'import.meta.url': '"file:///"' } });
  } else {
    console.warn('packed without an engine, so the extension does not run in a browser: run scripts/wasm first');
  }
}
