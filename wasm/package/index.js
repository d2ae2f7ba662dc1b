import { engineOf } from './engine.js';

export async function load(source = new URL('aunit.wasm', import.meta.url)) {
  return engineOf(await compiled(source));
}

/** Node's `fetch` cannot read files. */
async function compiled(source) {
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  const url = new URL(source, import.meta.url);
  if (url.protocol === 'file:') return WebAssembly.compile(await (await import('node:fs/promises')).readFile(url));
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`cannot load ${url}: ${answer.status} ${answer.statusText}`);
  return WebAssembly.compile(await answer.arrayBuffer()); // works with any content type
}

export class Background {
  #source;
  #worker;
  #waiting = new Map();
  #next = 0;

  constructor(worker = new URL('worker.js', import.meta.url)) {
    this.#source = worker;
  }

  run(args, files = {}, limits = {}) {
    return this.#send(this.#next++, { act: 'run', args, files, limits });
  }

  async view(args, files = {}) {
    const of = this.#next++;
    const output = await this.#send(of, { act: 'view', args, files });
    return output.code === 0 ? { ...output, ask: question => this.#send(this.#next++, { act: 'ask', of, question }) } : output;
  }

  stop() {
    this.#end(new DOMException('stopped', 'AbortError'));
  }

  #send(id, message) {
    this.#worker ??= this.#start();
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, ...message });
    });
  }

  #start() {
    const worker = new Worker(this.#source, { type: 'module' });
    worker.onmessage = ({ data: { id, result, error } }) => {
      const { resolve, reject } = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) resolve(result);
      else reject(new Error(error));
    };
    worker.onerror = event => {
      if (worker === this.#worker) this.#end(new Error(event.message || 'the worker cannot be started'));
    };
    return worker;
  }

  #end(reason) {
    this.#worker?.terminate();
    this.#worker = undefined;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(reason);
  }
}
