// Answers the questions of the page of `aunit view` (docs/view-protocol.md) where each view is one of the module, in a worker: what takes turns
// there, the page asks at any time.

/**
 * `open()` promises a view of the files as they are now, {ask(question)}; `stop()` ends what it is doing; `save(theme)` promises what the
 * theme's file is called. Given back: `send(question)`, which promises an answer, and `changed()`, which tells that the files have changed.
 */
export function answering({ open, stop, save }) {
  let view; // promised; missing after a stop
  let theme = {};
  let event = 0; // how often the files have changed
  let tell = () => undefined; // who waits for that
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
