// The files in the fragment of an address: `#files=` and their JSON, compressed, in base64url. Browsers do not send fragments to a server.

import { asWork } from './work.js';

const begin = '#files=';
const longest = 100_000; // characters: browsers and messengers accept links up to this length
const largest = 4_000_000; // bytes after decompression: a short fragment may contain a very long text

/** Its message is a sentence for the user. */
export class LinkError extends Error {}

export async function fragmentOf(work) {
  const packed = new Blob([JSON.stringify(work)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let binary = '';
  for (let i = 0; i < bytes.length; i += 4096) binary += String.fromCharCode(...bytes.subarray(i, i + 4096));
  const fragment = begin + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  if (fragment.length > longest) throw new LinkError(`These files are too long for a link, which would have ${fragment.length} characters (at most ${longest}).`);
  return fragment;
}

/** The files in a fragment; undefined if it does not contain files. */
export async function workOf(fragment) {
  if (!fragment.startsWith(begin)) return undefined;
  if (fragment.length > longest) throw new LinkError(`This link is too long: ${fragment.length} characters (at most ${longest}).`);
  let work;
  try {
    const binary = atob(fragment.slice(begin.length).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, character => character.charCodeAt(0));
    const text = await unpacked(bytes);
    work = asWork(JSON.parse(text));
  } catch {
    // reported below
  }
  if (!work) throw new LinkError('This link is damaged: perhaps its end was cut off. It was not opened.');
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
