// The messages between the extension and a worker.

export type ToWorker =
  /** Starts a command of the command line, in a folder with these files. */
  | { type: 'start'; module: WebAssembly.Module; args: readonly string[]; folder: string; files: [string, Uint8Array][]; input: Uint8Array }
  /** A file has changed, or was deleted. */
  | { type: 'file'; path: string; content: Uint8Array | undefined }
  /** A question from the page of `aunit view`. */
  | { type: 'ask'; id: number; question: unknown }
  /** Reads a file that only the module has. */
  | { type: 'read'; id: number; path: string }
  /** Bytes for the language server. */
  | { type: 'hear'; bytes: Uint8Array };

export type FromWorker =
  | { type: 'output'; bytes: Uint8Array }
  | { type: 'errors'; bytes: Uint8Array }
  | { type: 'ended'; code: number; written: [string, Uint8Array][] }
  | { type: 'answer'; id: number; answer: unknown };

/** The folder for files that one command writes and another reads. */
export const scratchFolder = '/tmp/aunit';
