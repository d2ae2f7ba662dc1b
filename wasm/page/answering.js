// Answers the questions of the page of `aunit view` (docs/view-protocol.md) with the module in a worker. The page may ask at any time; the
// worker answers one question after another.

/**
 * `open()` promises a view of the current files, {ask(question)}; `stop()` stops it; `save(theme)` promises the name of the theme's file.
 * Returns `send(question)`, which promises an answer, and `changed()`, to be called when the files have changed.
 */
export function answering({ open, stop, save }) {
  let view; // a promise; undefined after a stop
  let theme = {};
  let event = 0; // how often the files have changed
  let tell = () => undefined; // resolves the question that waits for a change
  const read = () => (view = open());
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
    if (question.type === 'save') return { saved: await save(theme) };
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
