// Opening and saving: buttons, the drop of files and folders, and what is said of it.

import { Disk, download, dropped, pickFiles, pickFolder } from './disk.js';
import { byId, plural } from './elements.js';
import { asWork } from './work.js';
import { zipOf } from './zip.js';

/**
 * `work()`: the files as they are now; `open(work)` shows others; `isOnlyShown()`: the user has written nothing, so that others may take its place;
 * `say(text)`. Given back: `save()`, and `forget()` for work that comes from elsewhere.
 */
export function setUpFiling({ work, open, isOnlyShown, say }) {
  let disk = new Disk();
  const show = () => { byId('save').hidden = !disk.canSave; };

  /** Takes in what was read: a folder in the place of what is there, files beside it. */
  const take = found => {
    const { files, others, cut } = found;
    const passed = others > 0 ? ` ${plural(others, 'other')} ${others === 1 ? 'is' : 'are'} none that aunit reads.` : '';
    if (files.length === 0) return say(cut ? `Nothing was opened: ${cut}.` : others > 0 ? `Nothing was opened:${passed}` : '');
    const before = work(), alone = found.title !== undefined || isOnlyShown();
    const merged = alone ? files : [...before.files.filter(([name]) => !files.some(([other]) => other === name)), ...files];
    const next = asWork({ files: merged, open: merged.length - files.length });
    if (!next) return say('Nothing was opened: together, these are too many files for this page (100, or two million characters), or their names contradict each other.');
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
      const said = [...about(saved, 'Saved:'), ...about(left, 'Without a place on this machine (Download has all):'), ...about(others, 'Not saved, as it was changed there meanwhile:')];
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
  // Before the editor, which would take the text of a file in.
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
