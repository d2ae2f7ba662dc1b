// What the browser keeps of the work, and of the one before it.

import { asWork } from './work.js';

const key = kind => `aunit ${location.pathname} ${kind}`; // other pages may have the same origin

function read(kind) {
  try {
    return asWork(JSON.parse(localStorage.getItem(key(kind))));
  } catch {
    return undefined;
  }
}

/** Whether it could be kept. */
function write(kind, work) {
  try {
    localStorage.setItem(key(kind), JSON.stringify(work));
    return true;
  } catch {
    return false; // full, or forbidden
  }
}

export const keptWork = () => read('work');
export const keep = work => write('work', work);
/** What was there before a link or an example took its place. */
export const earlierWork = () => read('earlier');
export const keepAsEarlier = work => write('earlier', work);
