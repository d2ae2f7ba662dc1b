// Work as the fragment of an address: `#files=` and its JSON, compressed, in base64url. Browsers send no fragment to a server.

import { asWork } from './work.js';

const begin = '#files=';
const longest = 100_000; // characters: what browsers and programs for messages carry
const largest = 4_000_000; // bytes: a short fragment may hold a very long text

/** A sentence for people. */
export class LinkError extends Error {}

export async function fragmentOf(work) {
  const packed = new Blob([JSON.stringify(work)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let binary = '';
  for (let i = 0; i < bytes.length; i += 4096) binary += String.fromCharCode(...bytes.subarray(i, i + 4096));
  const fragment = begin + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  if (fragment.length > longest) throw new LinkError(`These files are too long for a link: it would have ${fragment.length} characters, of ${longest} at most.`);
  return fragment;
}

/** Undefined where the fragment says nothing of files. */
export async function workOf(fragment) {
  if (!fragment.startsWith(begin)) return undefined;
  if (fragment.length > longest) throw new LinkError(`This link is too long: ${fragment.length} characters, of ${longest} at most.`);
  let work;
  try {
    const binary = atob(fragment.slice(begin.length).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, character => character.charCodeAt(0));
    const text = await unpacked(bytes);
    work = asWork(JSON.parse(text));
  } catch {
    // as below
  }
  if (!work) throw new LinkError('This link is damaged: perhaps its end was cut off. What you see is what was here before.');
  return work;
}

async function unpacked(bytes) {
  const parts = [];
  let size = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > largest) {
      await reader.cancel();
      throw new RangeError();
    }
    parts.push(value);
  }
  return new Blob(parts).text();
}
