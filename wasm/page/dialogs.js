// Dialogs: one asks for the name of a file, the other shows a link that contains the files.

import { byId } from './elements.js';
import { fragmentOf, LinkError } from './link.js';
import { troubleWithName } from './work.js';

/** Calls `done(name)` with a name that is possible for a file, and not one of the `others`. */
export function askForName(title, suggestion, others, done) {
  const dialog = byId('naming'), field = byId('naming-name'), trouble = byId('naming-trouble');
  byId('naming-title').textContent = title;
  field.value = suggestion;
  trouble.textContent = '';
  dialog.querySelector('form').onsubmit = event => {
    event.preventDefault();
    const name = field.value.trim();
    trouble.textContent = troubleWithName(name, others);
    if (trouble.textContent !== '') return field.focus();
    dialog.close();
    return done(name);
  };
  byId('naming-cancel').onclick = () => dialog.close();
  dialog.showModal();
  field.select();
}

export async function showLink(work) {
  const dialog = byId('sharing'), field = byId('sharing-link'), note = byId('sharing-note');
  byId('sharing-copy').hidden = field.hidden = true;
  try {
    const link = location.href.replace(/#.*$/, '') + (await fragmentOf(work));
    field.value = link;
    byId('sharing-copy').hidden = field.hidden = false;
    note.textContent = `${link.length} characters: the link itself contains the files, compressed. Browsers do not send the part after “#” to a server.`;
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    note.textContent = error.message;
  }
  byId('sharing-copy').onclick = async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      note.textContent = 'Copied.';
    } catch {
      note.textContent = 'The browser does not let this page copy; the link is selected.';
    }
  };
  byId('sharing-close').onclick = () => dialog.close();
  dialog.showModal();
}
