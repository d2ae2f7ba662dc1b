// Opens and saves files: the buttons, files and folders that are dropped, and the status text.

import { Disk, download, dropped, pickFiles, pickFolder } from './disk.js';
import { byId, plural } from './elements.js';
import { asWork } from './work.js';
import { zipOf } from './zip.js';

/**
 * `work()`: the current files; `open(work)` replaces them; `isOnlyShown()`: whether the user has changed nothing, so that opened files may
 * replace them; `say(text)`: sets the status. Returns `save()`, and `forget()`, to be called when other work than files of this machine is
 * opened.
 */
export function setUpFiling({ work, open, isOnlyShown, say }) {
  let disk = new Disk();
  const show = () => { byId('save').hidden = !disk.canSave; };

  /** Opens what was read. A folder replaces the current files; single files are added to them. */
  const take = found => {
    const { files, others, cut } = found;
    const passed = others > 0 ? ` aunit does not read ${plural(others, 'other')}.` : '';
    if (files.length === 0) return say(cut ? `Nothing was opened: ${cut}.` : others > 0 ? `Nothing was opened: aunit does not read ${others === 1 ? 'this file' : 'these files'}.` : '');
    const before = work(), alone = found.title !== undefined || isOnlyShown();
    const merged = alone ? files : [...before.files.filter(([name]) => !files.some(([other]) => other === name)), ...files];
    const next = asWork({ files: merged, open: merged.length - files.length });
    if (!next) return say('Nothing was opened: the files would be more than 100, or have more than two million characters, or two of their names clash.');
    open(next);
    disk.take(found, alone);
    show();
    say(`${plural(files.length, 'file')} opened.${passed}${cut ? ` Not all: ${cut}.` : ''}`);
  };
  const after = promised => promised.then(take, error => say(`This cannot be opened: ${error.message}`));

  const save = async () => {
    if (!disk.canSave) return downloadAll();
    try {
      const { saved, left, others } = await disk.save(work());
      const about = (names, words) => (names.length > 0 ? [`${words} ${names.join(', ')}.`] : []);
      const said = [...about(saved, 'Saved:'), ...about(left, 'Not saved, as not on this machine (use Download):'), ...about(others, 'Not saved, as changed by another program:')];
      say(said.join(' ') || 'Everything is saved.');
    } catch (error) {
      say(`Not saved: ${error.message}`);
    }
  };
  const downloadAll = async () => {
    const { files } = work();
    const [name, text] = files[0];
    if (files.length === 1) download(name.slice(name.lastIndexOf('/') + 1), new Blob([text], { type: 'text/plain' }));
    else download(`${disk.title}.zip`, await zipOf(files));
  };

  byId('open-files').onclick = () => after(pickFiles(byId('picked-files')));
  byId('open-folder').onclick = () => after(pickFolder(byId('picked-folder')));
  byId('save').onclick = save;
  byId('download').onclick = downloadAll;

  const carriesFiles = event => event.dataTransfer?.types.includes('Files');
  const mark = on => document.body.classList.toggle('dropping', on);
  // Handled before the editor, which would insert the text of the file.
  addEventListener('dragover', event => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    mark(true);
  }, true);
  addEventListener('dragleave', event => event.relatedTarget === null && mark(false), true);
  addEventListener('drop', event => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    event.stopPropagation();
    mark(false);
    after(dropped(event.dataTransfer));
  }, true);

  show();
  return {
    save,
    forget() {
      disk = new Disk();
      show();
    },
  };
}
