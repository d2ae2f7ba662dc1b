import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { brought, candidates, choose, find, missing, native } from '../src/desktop/program';

const around = { path: '/usr/bin:/opt/bin', home: '/home/ada', folder: '/work/models' };

test('what the setting means', () => {
  assert.deepEqual(candidates('aunit', around), ['/usr/bin/aunit', '/opt/bin/aunit']);
  assert.deepEqual(candidates('  ', around), ['/usr/bin/aunit', '/opt/bin/aunit']);
  assert.deepEqual(candidates('/opt/aunit', around), ['/opt/aunit']);
  assert.deepEqual(candidates('~/bin/aunit', around), ['/home/ada/bin/aunit']);
  assert.deepEqual(candidates('${workspaceFolder}/aunit', around), ['/work/models/aunit']);
  assert.deepEqual(candidates('build/aunit', around), ['/work/models/build/aunit']);
  assert.deepEqual(candidates('build/aunit', { ...around, folder: undefined }), []);
});

test('what is said when it is missing', () => {
  assert.match(missing('aunit', around), /PATH/);
  assert.match(missing('/opt/aunit', around), /\/opt\/aunit.*"aunit\.path"/);
});

test('only what can be started is found', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'aunit-'));
  t.after(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'a', 'aunit'), { recursive: true });
  await mkdir(join(folder, 'b'));
  await writeFile(join(folder, 'b', 'aunit'), '');
  const here = { path: `${folder}/a:${folder}/b`, home: '/', folder };
  assert.equal(await find('aunit', here), undefined, 'a folder, and a file that cannot be executed');
  await chmod(join(folder, 'b', 'aunit'), 0o755);
  assert.equal(await find('aunit', here), join(folder, 'b', 'aunit'));
});

test('the engine that is brought is taken where no program is there and none is named', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'aunit-'));
  t.after(() => rm(folder, { recursive: true }));
  const here = { path: folder, home: '/', folder };
  assert.equal(await choose('aunit', here, folder), undefined, 'it was not packed');
  await writeFile(join(folder, 'command.js'), '');
  assert.deepEqual((await choose('aunit', here, folder))?.args, brought(folder).args);
  assert.deepEqual((await choose(' ', here, folder))?.args, brought(folder).args);
  assert.equal(await choose('/opt/nowhere/aunit', here, folder), undefined);
  await writeFile(join(folder, 'aunit'), '', { mode: 0o755 });
  assert.deepEqual(await choose('aunit', here, folder), native(join(folder, 'aunit')));
});
