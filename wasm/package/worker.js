// Runs the requests that it receives, one after another.
import { load } from './index.js';

const engine = load();
let view = {}; // the last one: {id, ask}

const acts = {
  run: ({ run }, { args, files, limits }) => run(args, files, limits),
  view(engine, { id, args, files }) {
    const { ask, ...output } = engine.view(args, files);
    if (ask) view = { id, ask };
    return output;
  },
  ask(engine, { of, question }) {
    if (of !== view.id) throw new Error('this view has ended, because another one was started');
    return view.ask(question);
  },
};

self.onmessage = async ({ data }) => {
  const { id, act } = data;
  try {
    self.postMessage({ id, result: acts[act](await engine, data) });
  } catch (failure) {
    self.postMessage({ id, error: String(failure?.message ?? failure) });
  }
};
