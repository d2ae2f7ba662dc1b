// The page of `aunit view` inside this one, with which the user explores instances and traces. It is in a frame, because letters are its
// keys. The worker answers its questions.

import { answering } from './answering.js';
import { stop, viewOf } from './aunit.js';
import { element } from './elements.js';

/**
 * `work()`: the current files; `command`: the index of the command to show first, if any; `save(name, text)` saves a theme's file. Call
 * `changed()` of the result when the files have changed.
 */
export function viewFrame(name, command, { work, save, loaded }) {
  const frame = element('iframe', { className: 'report', title: `Instances of ${name}`, src: 'view.html' });
  const saveTheme = theme => {
    const saved = `${name.replace(/\.[^./]*$/, '')}.theme.json`;
    save(saved, `${JSON.stringify(theme, null, 2)}\n`);
    return saved;
  };
  const { send, changed } = answering({ open: () => viewOf(work(), name, command), stop, save: saveTheme });
  frame.addEventListener('load', () => {
    frame.contentWindow.aunitView(frame.contentDocument.getElementById('view'), send);
    loaded(frame);
  });
  return { frame, changed };
}
