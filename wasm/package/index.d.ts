/** The files of a folder, by their path: `{"list.als": "sig Node {}", "tests/list.aunit": "..."}`. */
export type Files = Record<string, string | Uint8Array>;

export interface Output {
  /** The exit code of the command line: 0 all passed, 1 a test failed, 2 interrupted, 3 internal error, 4 usage or model error, 5 nothing to run, 6 a threshold was missed, 7 not decided whether anything fails. */
  code: number;
  stdout: string;
  stderr: string;
  /** The files that the command wrote or changed. */
  files: Record<string, Uint8Array>;
}

export interface Limits {
  /** The time limit in seconds. Then the command is interrupted, as by Ctrl-C: its code is 2, and its output has what it found so far. */
  seconds?: number;
}

/** The output of `aunit view` when it starts, and a function in place of its page. */
export interface View extends Output {
  /** Answers a question of the page (docs/view-protocol.md). Missing if the code is not 0. */
  ask?(question: object): object;
}

/** The compiled program. It can be run any number of times. */
export interface Engine {
  /** Runs `aunit ARGS` in a folder with these files. Returns when the command has ended. */
  run(args: string[], files?: Files, limits?: Limits): Output;
  /** Starts `aunit view ARGS` without a page. */
  view(args: string[], files?: Files): View;
}

/** Compiles the program. `source`: the address of `aunit.wasm`, relative to this module, or its bytes. By default it is in the folder of this module. */
export function load(source?: string | URL | BufferSource): Promise<Engine>;

/** An engine in a worker. So the page stays responsive, and can stop a command that takes too long. */
export class Background {
  /** `worker`: the address of `worker.js`. By default it is in the folder of this module. */
  constructor(worker?: string | URL);
  /** Runs a command when all earlier ones have ended. Rejects with an `AbortError` if `stop` is called. */
  run(args: string[], files?: Files, limits?: Limits): Promise<Output>;
  /** Starts a view. Its `ask` promises the answer; it rejects if another view has been started since. */
  view(args: string[], files?: Files): Promise<Output & { ask?(question: object): Promise<object> }>;
  /** Stops all commands, also those that wait. The next command starts a new worker. */
  stop(): void;
}
