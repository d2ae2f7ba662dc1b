// Runs commands, one after the other, in the order in which they come.
import { load } from './index.js';

const engine = load();

self.onmessage = async ({ data: { id, args, files } }) => {
  try {
    const output = (await engine).run(args, files);
    self.postMessage({ id, output });
  } catch (failure) {
    self.postMessage({ id, error: String(failure?.message ?? failure) });
  }
};
