// The page of `aunit view` inside this one: from instance to instance, through traces, with evaluator and theme. It has a frame of its own
// because its keys are letters; its questions (docs/view.md) go to the worker.

import { stop, viewOf } from './aunit.js';
import { element } from './elements.js';

/**
 * `work()`: the files as they are now; `command`: the index of what is seen first, if any; `save(name, text)` takes a theme's file.
 * `changed()` of what is given back tells that the files have changed.
 */
export function viewFrame(name, command, { work, save, loaded }) {
  const frame = element('iframe', { className: 'report', title: `Instances of ${name}`, src: 'view.html' });
  const { send, changed } = answering(name, command, work, save);
  frame.addEventListener('load', () => {
    frame.contentWindow.aunitView(frame.contentDocument.getElementById('view'), send);
    loaded(frame);
  });
  return { frame, changed };
}

function answering(name, command, work, save) {
  let view; // promised; missing after a stop
  let theme = {};
  let event = 0; // how often the files have changed
  let tell = () => undefined; // who waits for that
  const read = () => (view = viewOf(work(), name, command));
  const answer = async question => {
    if (question.type === 'stop') {
      view = undefined;
      stop();
      return {};
    }
    if (question.type === 'wait') {
      if (event === question.seen) await new Promise(resolve => (tell = resolve));
      return { event, changed: true };
    }
    if (question.type === 'theme') theme = question.theme;
    if (question.type === 'save') {
      const saved = `${name.replace(/\.[^./]*$/, '')}.theme.json`;
      save(saved, `${JSON.stringify(theme, null, 2)}\n`);
      return { saved };
    }
    if (question.type === 'reload') return (await read()).ask({ type: 'about' });
    if (view) return (await view).ask(question);
    const opened = await read();
    return question.type === 'about' ? opened.ask(question) : { outdated: true };
  };
  return {
    send: question => answer(question).catch(error => {
      view = undefined;
      return { error: error.name === 'AbortError' ? 'Stopped.' : error.message };
    }),
    changed() {
      ++event;
      tell();
    },
  };
}
