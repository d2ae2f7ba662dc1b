// Types of engine.js in the npm package (wasm/package), and of answering.js in its page. build.mjs has their paths.

declare module 'aunit-engine' {
  interface Stream {
    stream_ops: {
      read?(stream: Stream, memory: Uint8Array, offset: number, length: number): number;
      write?(stream: Stream, memory: Uint8Array, offset: number, length: number): number;
    };
  }
  export interface Program {
    FS: {
      init(input: () => null, output: () => void, errors: () => void): void;
      streams: Stream[];
      mkdirTree(path: string): void;
      chdir(path: string): void;
      writeFile(path: string, content: Uint8Array): void;
      readFile(path: string): Uint8Array;
      readdir(path: string): string[];
      stat(path: string): { mode: number };
      isDir(mode: number): boolean;
      unlink(path: string): void;
      analyzePath(path: string): { exists: boolean };
    };
    ENV: Record<string, string>;
    HEAPU8: Uint8Array;
    callMain(args: string[]): number;
    _malloc(bytes: number): number;
    _free(place: number): void;
    _aunit_hear(place: number, bytes: number): void;
    _aunit_work(): number;
    _aunit_exit_code(): number;
  }
  export function started(module: WebAssembly.Module, prepare: (program: Program) => void): Program;
  export function ended(main: () => number, complain: (text: string) => void): number;
  export function answer(program: Program, question: unknown): unknown;
}

declare module 'aunit-answering' {
  interface View {
    ask(question: unknown): Promise<unknown>;
  }
  export function answering(view: { open(): Promise<View>; stop(): void; save(theme: unknown): Promise<string> }): {
    send(question: unknown): Promise<unknown>;
    changed(): void;
  };
}
