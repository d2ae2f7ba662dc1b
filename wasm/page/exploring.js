// The page of `aunit view` inside this one: from instance to instance, through traces, with evaluator and theme. It has a frame of its own
// because its keys are letters; its questions go to the worker.

import { answering } from './answering.js';
import { stop, viewOf } from './aunit.js';
import { element } from './elements.js';

/**
 * `work()`: the files as they are now; `command`: the index of what is seen first, if any; `save(name, text)` takes a theme's file.
 * `changed()` of what is given back tells that the files have changed.
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
