// The files that the browser keeps: the current ones, and the earlier ones.

import { asWork } from './work.js';

const key = kind => `aunit ${location.pathname} ${kind}`; // other pages may have the same origin

function read(kind) {
  try {
    return asWork(JSON.parse(localStorage.getItem(key(kind))));
  } catch {
    return undefined;
  }
}

/** Returns whether it could be kept. */
function write(kind, work) {
  try {
    localStorage.setItem(key(kind), JSON.stringify(work));
    return true;
  } catch {
    return false; // the storage is full or not allowed
  }
}

export const keptWork = () => read('work');
export const keep = work => write('work', work);
/** The files before a link or an example replaced them. */
export const earlierWork = () => read('earlier');
export const keepAsEarlier = work => write('earlier', work);
