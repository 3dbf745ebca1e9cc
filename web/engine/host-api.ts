import type { Answer, WireNumber } from './answers.ts';
import type { Axis, Catalog, Explanation, ModelInfo, Region, Step, TensorInfo } from './types.ts';

/** What a host needs to begin. Everything in here can be posted to a worker. */
export interface HostSetup {
  flavour: 'simd' | 'simd-threads';
  threads: number;
  parallelThreshold?: number;
  wasm: ArrayBuffer;
  /** The threaded flavour's glue; the other glue is part of the host's script. */
  glueUrl?: string;
  /** Models to load at once, by id. */
  models: Record<string, ArrayBuffer>;
}

/** Floats (or, for masks, 0 and 1 as floats) that go into WASM memory under a name. */
export interface Staged {
  name: string;
  data: Float32Array;
}

export interface Piece {
  /** Byte offsets into the UTF-8 text. */
  begin: number;
  end: number;
  word_start: boolean;
  id: number;
}

type WireTensorInfo = Omit<TensorInfo, 'min' | 'max'> & { min: WireNumber; max: WireNumber; offset: number };

export interface RunAnswer {
  trace: number;
  steps: Step[];
  tensors: WireTensorInfo[];
  pieces: Piece[];
  /** Of the text that is read, where it is another one. */
  source_pieces?: Piece[];
  /** So many of the pieces are read, from the first one on. */
  read: number;
  buffer: number;
  count: number;
  milliseconds: number;
  remarks: string[];
}

/** A run that is not done: `proceed` goes on with it, `dispose` ends it. */
export interface Unfinished {
  trace: number;
  more: true;
  /** Share of the work that is done, 0 to 1. */
  progress: number;
}

export interface StartAnswer {
  catalog: Catalog;
  models: ModelInfo[];
  threads: number;
}

/** Numbers in here may still be words; see `decodeNumber`. */
export type WireExplanation = Explanation;

export interface NumericAnswer {
  outputs: Record<string, { shape: number[]; buffer: number; axes?: Axis[] }>;
}

/** An answer and the floats it speaks of, already copied out of WASM memory. */
export interface WithFloats<T> {
  answer: Answer<T>;
  floats: Float32Array;
}

export interface NumericResult {
  answer: Answer<NumericAnswer>;
  floats: Record<string, Float32Array>;
}

export type Reply<T> = T | Promise<T>;

/**
 * The module behind a door that a worker can stand in: plain data in, plain data out, nothing thrown for bad requests.
 * `CoreHost` is this in the same thread, `remoteHost` is this in a worker.
 */
export interface HostApi {
  start(setup: HostSetup): Promise<Answer<StartAnswer>>;
  /** Works for about so many milliseconds, or to the end where none are given. */
  run(request: string, tensors: Staged[], milliseconds?: number): Reply<WithFloats<RunAnswer | Unfinished>>;
  proceed(trace: number, milliseconds: number): Reply<WithFloats<RunAnswer | Unfinished>>;
  explain(trace: number, tensor: string, index: number[]): Reply<Answer<WireExplanation>>;
  sources(trace: number, tensor: string, index: number[]): Reply<Answer<{ regions: Region[] }>>;
  tile(trace: number, tensor: string, request: string): Reply<WithFloats<{ rows: number; columns: number }>>;
  dispose(trace: number): Reply<void>;
  loadModel(id: string, bytes: Uint8Array): Reply<Answer<ModelInfo>>;
  tokenize(model: string, text: string): Reply<Answer<{ pieces: Piece[]; outside: string[] }>>;
  embed(model: string, text: string): Reply<WithFloats<unknown>>;
  /** `out` receives the named output in place of a fresh array; a worker ignores it, since memory is not shared. */
  numeric(request: string, tensors: Staged[], out?: { name: string; data: Float32Array }): Reply<NumericResult>;
  /** Settings of the threads and what they did; for tests and measurements. */
  configure(request: string): Reply<Answer<Record<string, number>>>;
  /** Bytes of WASM memory; it never shrinks. */
  memory(): Reply<number>;
}
