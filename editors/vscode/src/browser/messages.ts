// What the extension and a worker of it tell each other.

export type ToWorker =
  /** A command of the command line, in a folder that holds these files. */
  | { type: 'start'; module: WebAssembly.Module; args: readonly string[]; folder: string; files: [string, Uint8Array][]; input: Uint8Array }
  /** A file is another one, or has gone. */
  | { type: 'file'; path: string; content: Uint8Array | undefined }
  /** A question of the page of `aunit view`. */
  | { type: 'ask'; id: number; question: unknown }
  /** What a file says that only the module has. */
  | { type: 'read'; id: number; path: string }
  /** For the language server. */
  | { type: 'hear'; bytes: Uint8Array };

export type FromWorker =
  | { type: 'output'; bytes: Uint8Array }
  | { type: 'errors'; bytes: Uint8Array }
  | { type: 'ended'; code: number; written: [string, Uint8Array][] }
  | { type: 'answer'; id: number; answer: unknown };

/** Where commands write what is for others. */
export const scratchFolder = '/tmp/aunit';
