/**
 * The contract between the engine and everything above it.
 *
 * Elements and pages are written against these types alone: they know a catalogue and traces, never a
 * mechanism's id, a pointer or Embind. All arrays are row-major; axis names are fixed words
 * (`batch`, `head`, `query`, `key`, `channel`, `time`, `feature`, `latent`, `round`, `bucket`, `piece`).
 */

import type { ParamsById } from '../generated/catalog-types.ts';

// ---------------------------------------------------------------- catalogue

/** One parameter of a mechanism, with everything a control, a link validator and a docs page need. */
export interface ParamSpec {
  id: string;
  label: string;
  /** One line, plain words: what changes when this moves. */
  doc: string;
  kind: 'number' | 'integer' | 'choice' | 'flag';
  default: number | string | boolean;
  /** Inclusive bounds; `number` and `integer` only. */
  min?: number;
  max?: number;
  step?: number;
  scale?: 'linear' | 'log';
  /** `choice` only. */
  choices?: { value: string; label: string; doc: string }[];
  /** Shown and used only while another parameter has one of these values. */
  when?: { param: string; values: string[] };
}

/**
 * A mechanism or a model: one file in the core, one entry here. What there is to read about it (papers, laws, slots,
 * costs) does not travel with the core: it stands in `catalog.json` beside the engine.
 */
export interface CatalogEntry {
  id: string;
  kind: 'variant' | 'model';
  name: string;
  family: string;
  summary: string;
  /** LaTeX with the roles marked by \q{} \k{} \v{} \a{} \z{}. */
  latex: string;
  params: ParamSpec[];
  /** Another text may be read than the one that asks (`RunInput.source`). */
  takes_source?: boolean;
  /** The mechanism that the others are described against. */
  base?: boolean;
  /** Models only: what a page can offer before the weights are there. */
  model?: { layers: number; heads: number[]; bytes: number };
}

export interface Catalog {
  version: 1;
  entries: CatalogEntry[];
}

// ---------------------------------------------------------------- runs

export type Params = Record<string, number | string | boolean>;

export interface NdArray {
  shape: number[];
  data: Float32Array;
}

/** What a run works on. Text needs a loaded model (`starter` is always there). */
export type RunInput =
  | {
      text: string;
      /**
       * Another text that is read: `text` asks, and keys and values are of this one. Without it the text reads itself.
       * Only for mechanisms with `takes_source`; others refuse it.
       */
      source?: string;
      /** `starter` (default) or the id of a model loaded with `loadModel`. */
      model?: string;
      /** From 1. Mechanisms take this layer's input and, where the shapes fit, its trained projections. */
      layer?: number;
      /** From 1. Which head's projections a single-head mechanism takes. */
      head?: number;
    }
  | {
      /**
       * `x` [query, channel] is needed; `source`, in the same form, is what is read instead of x; further names (`w_q`,
       * ...) replace seeded ones.
       */
      tensors: Record<string, NdArray>;
      /** A word for each row of `x`, for labels. */
      tokens?: string[];
      /** A word for each row of `source`. */
      sourceTokens?: string[];
    };

/** A number put into a cell by hand. */
export interface CellEdit {
  index: number[];
  value: number;
}

export interface RunOptions {
  /** Seeds every weight that is not given or trained. Default 1. */
  seed?: number;
  /** Ends the run within about 50 ms, wherever it stands. */
  signal?: AbortSignal;
  /**
   * Cells put in by hand, by the tensor's name in the trace: inputs, weights and any result on the way. What follows is
   * computed from them. `-Infinity` closes a score; masks take 0 and 1.
   */
  overrides?: Record<string, CellEdit[]>;
  /** Called while a run takes longer than that, with the share of the work that is done, from 0 to 1. */
  onProgress?: (share: number) => void;
}

export type Role = 'query' | 'key' | 'value' | 'weights' | 'output' | 'none';

/** One row of the trace's table. */
export interface TensorInfo {
  name: string;
  /** The symbol of the papers, for labels: `Q`, `K`, `S`, `A`, ... */
  symbol: string;
  role: Role;
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

export interface CellRef {
  tensor: string;
  index: number[];
  value: number;
}

export interface Term {
  value: number;
  sources: CellRef[];
}

/**
 * How one number came about, as computed. `form` says how terms make the value:
 * - `leaf`       no terms: given, trained, seeded or fixed
 * - `copy`       value = the only source
 * - `dot`        term = product of its sources; value = sum of terms in order
 * - `sum`        value = sum of the terms' single sources
 * - `product`    value = product of the terms' single sources
 * - `scale`      value = source * facts.factor; further facts (`width`, `temperature`) say what the factor is made of
 * - `mask`       sources = [score, mask]; value = score where the mask is 1, else -inf
 * - `softmax`    term m = exp(source_m - facts.max); value = terms[facts.own].value / facts.sum
 * - `map`        value = facts.fn applied to the source (tanh, exp, relu, sigmoid, gelu, ...)
 * - `layer_norm` value = (source[facts.own] - facts.mean) * facts.inverse_deviation * gain + bias
 * - `rms_norm`   the same with mean 0 and no bias; in both, terms = the row, then gain (then bias)
 * - `mean`       value = sum of the terms' sources / facts.count
 * - `gather`     sources = [table cell, id]; value = the table cell
 * - `edited`     no terms: put in by hand (`overrides`); facts.computed is what would stand there
 * - `choice`     terms = the row; facts.by = `largest`, or `draw` and the draw is one more term; value = 1 where facts.own
 *                is facts.chosen (-1: nothing), else 0
 * - `quotient`   value = first source / second source, 0 where that is 0
 * - `max`        value = the largest of the terms' single sources
 * - `rank`       terms = the row; value = 1 where facts.before is less than facts.take, else 0: so many of the row are
 *                larger than source[facts.own], those that equal it and come first among them unless facts.ties is 1
 * - `entmax`     terms = the row; value = max((source[facts.own] - facts.max) * facts.scale - facts.threshold, 0) to the
 *                power facts.power, the threshold such that the row adds up to 1; facts.support cells lie above it
 *
 * A source may be an earlier cell of the tensor itself: recurrences go on from their own results.
 */
export interface Explanation {
  tensor: string;
  index: number[];
  value: number;
  op: string;
  form: string;
  terms: Term[];
  /** Named numbers of the computation; `fn` is the one text. */
  facts: Record<string, number | string>;
  /** The input cell that stands at the same place: the next line upwards in a derivation. */
  principal?: CellRef;
  /** A sentence where the arithmetic alone would puzzle (for example a fully masked row). */
  remark?: string;
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

// ---------------------------------------------------------------- engine

export interface Backend {
  flavour: 'simd' | 'simd-threads';
  threads: number;
  /** `worker` or `inline`, and in words why this flavour and place were chosen. */
  place: 'worker' | 'inline';
  why: string;
}

export interface EngineOptions {
  /** 1 = never use threads; default: the machine's, where the page is cross-origin isolated. */
  threads?: number;
  /** Never start a worker. Default false. */
  inline?: boolean;
  /** Where model files are; default: beside the script. */
  modelBase?: string;
  /** Work below this many multiply-adds stays on one thread; 0 forces threads (tests). */
  parallelThreshold?: number;
}

export interface ModelInfo {
  id: string;
  layers: number;
  /** Heads per layer. */
  heads: number[];
  /** Which [layer, head] pairs can be used; the starter has one. */
  available: [number, number][];
  bytes: number;
  examples: ModelExample[];
}

/** A sentence with something worth a look, checked against the weights by a test. */
export interface ModelExample {
  text: string;
  layer: number;
  head: number;
  /** Token index that the page should select. */
  query: number;
  /** What to see, one line. */
  says: string;
  /** Suggestion: what to try next, one line. */
  tries: string;
}

export interface TokenPiece {
  text: string;
  /** Offsets into the text in UTF-16 units. */
  begin: number;
  end: number;
  wordStart: boolean;
  id: number;
}

export interface Tokenized {
  pieces: TokenPiece[];
  /** Words that the loaded vocabulary cannot write (starter only). Empty when all is well. */
  outside: string[];
}

export interface LoadProgress {
  loaded: number;
  /** 0 when the server does not say. */
  total: number;
}

export interface Engine {
  readonly backend: Backend;
  readonly catalog: Catalog;
  readonly models: ModelInfo[];
  /** With an id of the catalogue this was built from, editors offer the parameters and their words; any text will do. */
  run<Id extends keyof ParamsById>(
    id: Id,
    input: RunInput,
    params?: ParamsById[Id],
    options?: RunOptions,
  ): Promise<Trace>;
  run(id: string, input: RunInput, params?: Params, options?: RunOptions): Promise<Trace>;
  tokenize(text: string, model?: string): Promise<Tokenized>;
  loadModel(
    id: string,
    options?: { url?: string; signal?: AbortSignal; onProgress?: (p: LoadProgress) => void },
  ): Promise<ModelInfo>;
  /** The embedding of a text by a loaded model; of a text longer than the model reads, of its beginning. */
  embed(text: string, model: string): Promise<Float32Array>;
  /** ONNX Attention, opset 24. */
  attention(args: AttentionArgs): Promise<AttentionResult>;
  /** ONNX RotaryEmbedding, opset 23. */
  rotaryEmbedding(args: RotaryEmbeddingArgs): Promise<NdArray>;
  /** ONNX LinearAttention, opset 27. */
  linearAttention(args: LinearAttentionArgs): Promise<LinearAttentionResult>;
  /**
   * Any list of the ops that mechanisms are made of, over tensors whose axes have names: two tensors meet along the axes
   * that they share. Attention in three steps:
   *
   * ```ts
   * const { z } = await engine.compute({
   *   tensors: {
   *     q: { shape: [2, 4], axes: ['query', 'channel'], data: queries },
   *     k: { shape: [3, 4], axes: ['key', 'channel'], data: keys },
   *     v: { shape: [3, 4], axes: ['key', 'channel'], data: values },
   *   },
   *   steps: [
   *     { op: 'matmul', inputs: ['q', 'k'], over: 'channel', output: 'scores' },
   *     { op: 'softmax', inputs: ['scores'], output: 'pattern' },
   *     { op: 'matmul', inputs: ['pattern', 'v'], over: 'key', output: 'z' },
   *   ],
   *   outputs: ['z'],
   * });
   * ```
   *
   * @throws InvalidInput that names the tensor or the step: `tensors.q.axes`, `steps[1].inputs`.
   */
  compute(args: ComputeArgs): Promise<Record<string, NamedArray>>;
  dispose(): void;
}

export type BoolArray = { shape: number[]; data: Uint8Array };

export interface AttentionArgs {
  q: NdArray;
  k: NdArray;
  v: NdArray;
  /** Boolean (1 = attend) or added to the scores. */
  mask?: NdArray | BoolArray;
  pastKey?: NdArray;
  pastValue?: NdArray;
  /** Per batch: how many keys are real. */
  nonpadKvSeqlen?: number[];
  causal?: boolean;
  qHeads?: number;
  kvHeads?: number;
  scale?: number;
  softcap?: number;
  /** Which scores to return as well: raw, after softcap, after the mask, after softmax. */
  qkMatmulOutput?: 0 | 1 | 2 | 3;
  /** What a fully masked row becomes. Default `zero`. */
  maskedRows?: 'zero' | 'nan' | 'uniform';
  /** Return the keys and values as a cache where there was none; with a past they are always returned. */
  present?: boolean;
  /** Filled and returned instead of a fresh array: a fresh one costs more than a small attention. */
  out?: Float32Array;
  signal?: AbortSignal;
}

export interface AttentionResult {
  y: NdArray;
  presentKey?: NdArray;
  presentValue?: NdArray;
  qkMatmul?: NdArray;
}

export interface RotaryEmbeddingArgs {
  x: NdArray;
  cos: NdArray;
  sin: NdArray;
  positionIds?: { shape: number[]; data: number[] };
  interleaved?: boolean;
  heads?: number;
  rotaryDim?: number;
  out?: Float32Array;
}

export interface LinearAttentionArgs {
  q: NdArray;
  k: NdArray;
  v: NdArray;
  pastState?: NdArray;
  decay?: NdArray;
  beta?: NdArray;
  /** Delta rules: multiplies the key where it reads the state. */
  eraseGate?: NdArray;
  qHeads: number;
  kvHeads: number;
  rule?: 'linear' | 'gated' | 'delta' | 'gated_delta';
  scale?: number;
  out?: Float32Array;
}

export interface LinearAttentionResult {
  y: NdArray;
  presentState: NdArray;
}

/** What an axis may be called. Names decide how tensors meet; what they mean is up to the caller. */
export type Axis =
  | 'batch'
  | 'head'
  | 'query'
  | 'key'
  | 'channel'
  | 'model'
  | 'time'
  | 'feature'
  | 'latent'
  | 'piece'
  | 'round'
  | 'bucket'
  | 'one';

/** A tensor with a name for each of its axes. */
export interface NamedArray extends NdArray {
  axes: Axis[];
}

/** An op and its settings; `core/graph/ops/ops.h` says of each what it computes. */
export type ComputeOp =
  /** Sums over the first one's last axis. `rowsAs` renames the last of its other axes in the result. */
  | { op: 'matmul' | 'linear'; over: Axis; rowsAs?: Axis }
  | { op: 'dot' | 'add' | 'multiply' | 'divide' | 'maximum' | 'mask' | 'gather' }
  | { op: 'softmax' | 'sparsemax' | 'entmax15' }
  /** 1 for the `take` largest of each row, else 0; of equal ones at the end of the line all, or the first. */
  | { op: 'top_k'; take: number; ties: 'all' | 'first' }
  | { op: 'scale'; factor: number }
  | {
      op: 'map';
      function:
        | 'exp'
        | 'log'
        | 'tanh'
        | 'sigmoid'
        | 'relu'
        | 'silu'
        | 'elu'
        | 'gelu'
        | 'gelu_tanh'
        | 'square_root'
        | 'elu_plus_one'
        | 'softplus'
        | 'log_sigmoid'
        | 'floor'
        | 'positive'
        | 'absolute'
        | 'leaky_relu'
        | 'reciprocal';
    }
  | { op: 'layer_norm' | 'rms_norm'; epsilon: number }
  | { op: 'reduce_sum' | 'reduce_mean' | 'reduce_max'; over: Axis }
  | { op: 'cumulative_sum'; along: Axis }
  /** Sums between two places of `along`; the axis of the earlier one is called `from`. */
  | { op: 'segment_sum'; along: Axis; from: Axis }
  /** Keys and values, then perhaps a decay, then perhaps an eraser. */
  | { op: 'state_scan' }
  | { op: 'unit_lower_solve' }
  /** The axes in another order, the last `merged` of them made one, called `name`. */
  | { op: 'rearrange'; order: Axis[]; merged?: number; name?: Axis }
  | { op: 'rename'; from: Axis; to: Axis }
  | { op: 'concat'; along: Axis }
  | { op: 'slice'; along: Axis; begin: number; end: number };

/** One op on tensors or earlier outputs; its own output has a name that nothing else has. */
export type ComputeStep = ComputeOp & { inputs: string[]; output: string };

export interface ComputeArgs {
  /** By name. Finite numbers; -Infinity too, as in a mask that is added. */
  tensors: Record<string, NamedArray>;
  steps: ComputeStep[];
  /** Names of the steps or tensors to return. */
  outputs: string[];
  signal?: AbortSignal;
}
