/** Texts by their path, as in a folder: `{"list.als": "sig Node {}", "tests/list.aunit": "..."}`. */
export type Files = Record<string, string | Uint8Array>;

export interface Output {
  /** As the command line's: 0 all passed, 1 a test failed, 3 internal error, 4 usage or model error, 5 nothing to run, 6 a threshold was missed, 7 not decided whether anything fails. */
  code: number;
  stdout: string;
  stderr: string;
  /** What the command wrote or changed. */
  files: Record<string, Uint8Array>;
}

export interface Limits {
  /** After so many the command is interrupted, as by Ctrl-C: it ends with 2, and what it found by then is there. */
  seconds?: number;
}

/** What `aunit view` says before its page is there. */
export interface View extends Output {
  /** Answers a question of the page, as docs/view-protocol.md lists them; missing where the code is not 0. */
  ask?(question: object): object;
}

/** The compiled program, which can be started any number of times. */
export interface Engine {
  /** What `aunit ARGS` does in a folder that holds these files. It returns when the command has ended. */
  run(args: string[], files?: Files, limits?: Limits): Output;
  /** What `aunit view ARGS` shows, without its page. */
  view(args: string[], files?: Files): View;
}

/** Compiles the program once. `source`: where `aunit.wasm` is (seen from this module), or its bytes, if it is not beside this module. */
export function load(source?: string | URL | BufferSource): Promise<Engine>;

/** An engine in a worker: the page stays responsive, and what takes too long can be stopped. */
export class Background {
  /** `worker`: where `worker.js` is, if not beside this module. */
  constructor(worker?: string | URL);
  /** Commands wait for each other. Rejects with an `AbortError` when it is stopped. */
  run(args: string[], files?: Files, limits?: Limits): Promise<Output>;
  /** The same for a view, whose `ask` promises the answer. The last view is the one that is asked. */
  view(args: string[], files?: Files): Promise<Output & { ask?(question: object): Promise<object> }>;
  /** Ends what is running and what waits. The next command starts a new worker. */
  stop(): void;
}
