// What a run leaves: its record, tensor by tensor and step by step.
import type { Explanation } from './explanation.ts';
import type { NdArray, Params } from './run.ts';

export type Role = 'query' | 'key' | 'value' | 'weights' | 'output' | 'none';

/** One row of the trace's table. */
export interface TensorInfo {
  name: string;
  /** The symbol of the papers, for labels: `Q`, `K`, `S`, `A`, ... */
  symbol: string;
  role: Role;
  /** What legends call it, where that is not its name. */
  label?: string;
  shape: number[];
  axes: string[];
  /** `mask` holds 0 and 1 (1 = may be read). */
  dtype: 'f32' | 'mask';
  /** False: too large to copy; ask for tiles. */
  whole: boolean;
  /** Finite extremes over the whole tensor; both 0 when it is empty or not yet known (`whole` false). */
  min: number;
  max: number;
  /** Leaves only: where the numbers come from. */
  origin?: 'given' | 'trained' | 'seeded' | 'fixed';
  /** So many of its cells were put in by hand (`overrides`). */
  edited?: number;
  /** Those of its axes that run over `sourceTokens`; absent where the text reads itself. */
  source?: string[];
  /** Of axes that do not run over all words in order: the word at each place, from 0; -1 where there is none. */
  places?: Record<string, number[]>;
}

/** One recorded operation, in the order of computation. */
export interface Step {
  /** Unique within its scope: q k v scores scaled_scores masked_scores pattern z out ... */
  id: string;
  /** `` or `layer_1`, ... : the block of a deeper model this step belongs to; `source`: what becomes of another text that is read. */
  scope: string;
  /** Consecutive steps with the same scope and stage make one frame of the stepper. */
  stage: string;
  /** Short name of the frame for the rail: `softmax`. */
  label: string;
  /** Headline of the frame: `Softmax turns scores into weights`. */
  title: string;
  /** One plain sentence. */
  note: string;
  op: string;
  /** Tensor names. */
  inputs: string[];
  output: string;
  axes: string[];
  latex: string;
}

/** A box of cells of one tensor: begin inclusive, end exclusive, one entry per axis. */
export interface Region {
  tensor: string;
  begin: number[];
  end: number[];
}

/** Part of a tensor: the leading axes fixed by `at`, a window of the last two, optionally pooled for an overview. */
export interface TileRequest {
  /** One index per leading axis (all but the last two). */
  at: number[];
  rows: [number, number];
  columns: [number, number];
  /** Cells per output cell along rows and columns; the largest magnitude wins. Default [1, 1]. */
  pool?: [number, number];
}

export interface Tile {
  rows: number;
  columns: number;
  data: Float32Array;
}

export interface Trace {
  readonly id: number;
  readonly entry: string;
  readonly params: Params;
  /** The words of the input as shown, one per query position; `` for given tensors without tokens. */
  readonly tokens: string[];
  /** So many of the tokens are read, from the first one on: a model may leave out the end of a long text. */
  readonly read: number;
  /** For each token: does it begin a new word? Pieces of one word touch. */
  readonly wordStarts: boolean[];
  /** The words of another text that is read, one per key; empty where the text reads itself. */
  readonly sourceTokens: string[];
  /** As `wordStarts`, for those. */
  readonly sourceWordStarts: boolean[];
  readonly steps: Step[];
  readonly tensors: TensorInfo[];
  /** Milliseconds the core took, measured around the computation alone. */
  readonly milliseconds: number;
  /** Plain sentences that the page should show: seeded weights, rows with nothing to read, pieces left out. */
  readonly remarks: string[];
  /** The copied values; throws InvalidInput for unknown names and for tensors that are not `whole`. */
  tensor(name: string): NdArray;
  tile(name: string, request: TileRequest): Promise<Tile>;
  sources(name: string, index: number[]): Promise<Region[]>;
  explain(name: string, index: number[]): Promise<Explanation>;
  dispose(): void;
}
