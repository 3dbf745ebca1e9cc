/**
 * What wasm/bindings.cpp gives: text in, text out, floats through views.
 *
 * A view (`Float32Array`, `Uint8Array`) stands over WASM memory and is dead after the next call, because memory may
 * grow and move: fill it or copy it at once, never keep it.
 */
export interface CoreModule {
  catalog(): string;
  configure(json: string): string;
  /** A view of `count` floats to fill; the next `run` or `numeric` takes it under this name. */
  stage(name: string, count: number): Float32Array;
  /** A view of `count` bytes to fill; the next `load_model` takes them. */
  stage_bytes(count: number): Uint8Array;
  /** A view of `count` floats that an answer speaks of. */
  floats(address: number, count: number): Float32Array;
  /** After so many milliseconds of work the answer may be that there is more to do; `proceed` then goes on. */
  run(json: string, milliseconds: number): string;
  proceed(trace: number, milliseconds: number): string;
  explain(trace: number, tensor: string, index: string): string;
  sources(trace: number, tensor: string, index: string): string;
  tile(trace: number, tensor: string, request: string): string;
  dispose(trace: number): void;
  load_model(id: string): string;
  tokenize(model: string, text: string): string;
  embed(model: string, text: string): string;
  /** Not in the figure's flavour. */
  numeric?(json: string): string;
}

/** What Emscripten's factory takes; its glue wants nothing else from us. */
export interface ModuleArguments {
  wasmBinary: ArrayBuffer;
  /** Asked for the address of the bytes even where they are given. */
  locateFile: (name: string) => string;
  /** The glue's own address, from which threads start. */
  mainScriptUrlOrBlob?: string;
  /** How many threads must stand ready (threaded flavour only). */
  poolSize?: number;
  print?: (line: string) => void;
  printErr?: (line: string) => void;
}

/** The default export of Emscripten's glue. */
export type ModuleFactory = (args: ModuleArguments) => Promise<CoreModule>;
