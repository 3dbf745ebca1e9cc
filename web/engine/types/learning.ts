// Models that learn: what there is to train, a run that is open, and what it answers.
import type { CatalogEntry, ParamSpec } from './catalog.ts';
import type { Codes, PlaneGrid } from './codes.ts';
import type { DecodedWith, DecoderCall, DecodeWish, DecodeWith, Edits, LearningDecoder } from './decoding.ts';
import type { LoadProgress } from './model.ts';
import type { Backend, EngineOptions } from './engine.ts';
import type { PaintedPixel, PaintWish, Weighed, WeighWish } from './painting.ts';
import type { Params } from './run.ts';
import type { Trace } from './trace.ts';

/** What stands on either side of a task, and so which models take it. */
export type TaskKind = 'sequences' | 'numbers' | 'pictures' | 'documents' | 'pixels' | 'copies';

interface ListedEntry extends Pick<CatalogEntry, 'id' | 'name' | 'family' | 'summary' | 'latex' | 'params'> {
  /** In which it is not what its papers describe. */
  differs: string;
  papers: { title: string; authors: string; year: number; url: string }[];
}

interface LearningEntry extends ListedEntry {
  kind: TaskKind;
}

/** A way to make vectors whole numbers, for models that name a `discretizer`. */
export type LearningDiscretizer = ListedEntry;

export interface LearningModel extends LearningEntry {
  /** Any attention of the catalogue may stand in place of its own (`LearningSetup.mechanism`). */
  takes_mechanism: boolean;
  /** The discretizer that it uses where none is chosen; empty for models that make nothing discrete. */
  discretizer: string;
  /** How its paper trains it, where that differs from the settings' defaults; as text. */
  training: Record<string, string>;
}

export interface LearningTask extends LearningEntry {
  /** The file of data that its examples come from, or empty where they are made by a rule. */
  data: string;
}

export interface LearningCatalog {
  models: LearningModel[];
  tasks: LearningTask[];
  discretizers: LearningDiscretizer[];
  decoders: LearningDecoder[];
  /** Settings of training, the same for all; see `LearningModel.training`. */
  settings: ParamSpec[];
}

/** Everything that a run depends on: the same set-up gives the same digits on every machine. */
export interface LearningSetup {
  model: string;
  /** Of the kind that the model takes. */
  task: string;
  modelParams?: Params;
  taskParams?: Params;
  settings?: Params;
  /**
   * An attention of the catalogue, for models with `takes_mechanism`. It stands wherever a text reads itself; where only
   * the past may be read, in a decoder, one without a causal mask (parameter `mask`) leaves multi-head attention in
   * place. What reads another text is always multi-head attention.
   */
  mechanism?: string;
  mechanismParams?: Params;
  /** A discretizer of the catalogue, for models that name one: in place of that. */
  discretizer?: string;
  discretizerParams?: Params;
  /** Draws the first weights, the batches and dropout. Default 1. */
  seed?: number;
}

/** What stands in a model only where it takes such a thing. */
type ChosenPart = 'mechanism' | 'mechanismParams' | 'discretizer' | 'discretizerParams';

/** One update of the weights. */
export interface LearningUpdate {
  /** From 1. */
  step: number;
  /** Of the batch, with smoothing and penalty. */
  loss: number;
  /** Before clipping. */
  gradientNorm: number;
  rate: number;
}

export interface LearningScore {
  /** A mean over targets, without smoothing. */
  loss: number;
  /** Share of targets that the model finds likeliest when given the right ones before. */
  accuracy: number;
  targets: number;
}

export interface LearningErrors {
  examples: number;
  /** So many are not said as they should be. */
  wrong: number;
  /** Fewest insertions, deletions and substitutions that put them right. */
  edits: number;
  /** Pieces that should have been said. */
  symbols: number;
}

/** A held-out example: ids or numbers, and words where it has some. */
export interface LearningExample {
  /** Of the source. */
  shape: number[];
  source: number[];
  /** With the end. */
  target: number[];
  sourceText?: string;
  targetText?: string;
}

/** A text on its way: one piece, and what stands before it. */
export interface DecodedPiece {
  id: number;
  /** Empty at the end. */
  text: string;
  /** The entry of the step before that it goes on from; -1 in the first step. */
  parent: number;
  /** Of the whole text so far. */
  logProbability: number;
  /** How much of each source piece was read for it; absent where the model has no alignment. */
  alignment?: Float32Array;
  /** Where the alignment is one place: the weights by which it was chosen. */
  chances?: Float32Array;
}

export interface Decoded {
  /** What is read, as the task writes it; empty where it is no text. */
  sourcePieces: string[];
  /** What should be said, where that is known. */
  target?: string;
  /** What is said. */
  text: string;
  /** The same, piece by piece, the end last where one was said. */
  pieces: DecodedPiece[];
  /** The logarithm of its probability. */
  score: number;
  /** Every step of the search, the likeliest first. */
  steps: DecodedPiece[][];
  /** What the calls took, one after another: the source's, then one for each step. */
  milliseconds: { read: number; steps: number[] };
}

/** A held-out example by number, what somebody typed, or drew: brightness 0 to 1, row by row. */
export type LearningInput = { example: number } | { text: string } | { picture: ArrayLike<number> };

/** A word of a judged document. */
export interface JudgedWord {
  /** Where it stands in the text, in UTF-16 units; absent for a held-out example, which has no text. */
  begin?: number;
  end?: number;
  /** Its share of its sentence. */
  weight: number;
  /** Not in the vocabulary: all such words are one to the model. */
  unknown: boolean;
}

export interface JudgedSentence {
  /** Its share of the document. */
  weight: number;
  words: JudgedWord[];
}

/** What a document is, and what that leans on. */
export interface Judged {
  /** Shares that add up to 1. */
  classes: { name: string; share: number }[];
  /** Which of them is likeliest. */
  verdict: number;
  /** As the task cuts the text. */
  sentences: JudgedSentence[];
  /** From here on the text is not read, because the model takes no more; absent where all of it is. */
  cut?: number;
}

export interface TrainOptions {
  /** Trains to this step at most; default: as many as the setting `steps` says. */
  until?: number;
  /** Milliseconds of work after which the caller hears of it and can stop. Default 100. */
  slice?: number;
  signal?: AbortSignal;
  /** Called after each slice with what it did. */
  onUpdates?: (updates: LearningUpdate[]) => void;
}

/** d(a number of the trace) / d(every cell of every tensor that it was made from), by the tensor's name. */
export type Gradients = ReadonlyMap<string, Float32Array>;

/** One way on which a number moves the start: through a cell that was made from it. */
export interface GradientTerm {
  /** The tensor that was made from the number, and its cell. */
  tensor: string;
  index: number[];
  /** d(that cell) / d(the number). */
  slope: number;
  /** d(start) / d(that cell). */
  upstream: number;
}

/** Where a gradient comes from: the products of slope and upstream add up to it. */
export interface GradientExplanation {
  /** d(start) / d(the number). */
  value: number;
  /** The largest products first; slopes of 0 are left out. Of the start itself there are none. */
  terms: GradientTerm[];
}

/** A model's trace can also be walked backwards. */
export interface LearningTrace extends Trace {
  /**
   * Gradients of one number, the start: of `tensor`'s cell, by default of the loss. A tensor of several numbers needs
   * the cell. What the start was not made from is not in the answer.
   *
   * @throws InvalidInput for a tensor that the trace does not have, or a cell outside of it.
   */
  gradients(tensor?: string, cell?: number[]): Promise<Gradients>;
  /**
   * The terms of one gradient of the start that `gradients` was asked for last.
   *
   * @throws InvalidInput for a tensor that those gradients do not reach.
   */
  explainGradient(tensor: string, cell: number[]): Promise<GradientExplanation>;
}

/** Why training came back. */
export type TrainEnd = 'done' | 'until' | 'paused';

/**
 * A run that is open. While it trains, everything else may be asked of it: answers come between two slices.
 *
 * @throws Diverged where a loss, a gradient or what an update makes of the weights is no finite number; the weights are
 *   as before that step, `undo` goes further back.
 */
export interface LearningRun {
  readonly setup: Required<Omit<LearningSetup, ChosenPart>> & Pick<LearningSetup, ChosenPart>;
  /** Numbers that are learned. */
  readonly parameters: number;
  /** Examples that are never trained on. */
  readonly heldOut: number;
  /** Updates so far. */
  readonly step: number;
  readonly training: boolean;
  train(options?: TrainOptions): Promise<TrainEnd>;
  /** Lets the slice that is on its way end, and `train` return `paused`. */
  pause(): Promise<void>;
  /** From the next step on. */
  setRate(rate: number): Promise<void>;
  /**
   * Parameters of the discretizer from the next step on; what is not named stays as it is, and `setup` follows.
   *
   * @throws InvalidInput for those that decide what the run is made of or how it began.
   */
  setDiscretizer(params: Params): Promise<void>;
  /** Held-out examples from `begin` to before `end`; default: all. Each piece is asked for with the right ones before it. */
  score(begin?: number, end?: number): Promise<LearningScore>;
  /** As `score`, but each text is said from its beginning, whatever is wrong in it. */
  errors(begin?: number, end?: number): Promise<LearningErrors>;
  example(example: number): Promise<LearningExample>;
  /** With a `seed`, models that settle on one place draw it by its chance instead of taking the likeliest. */
  decode(input: LearningInput, beam?: number, seed?: number): Promise<Decoded>;
  /** For models of documents. */
  judge(input: LearningInput): Promise<Judged>;
  /** Of models of pixels: draws what is missing, a pixel each time it is asked for the next; then gives the pictures. */
  paint(wish: PaintWish): AsyncGenerator<PaintedPixel, number[][]>;
  /** Of models of pixels: how likely pictures are, and one of them by that. */
  weigh(wish: WeighWish): Promise<Weighed>;
  /** Of models that make pictures of codes: held-out ones by number; default: all. */
  codes(examples?: readonly number[]): Promise<Codes>;
  /** Of such models: what is drawn from codes, row by row, of one or several pictures. */
  fromCodes(codes: ArrayLike<number>): Promise<Float32Array[]>;
  /** Of such models, where vectors have two numbers: the code of the middle of each field, row by row. */
  cells(grid: PlaneGrid): Promise<Int32Array>;
  /**
   * One example as the stepper takes it, forwards and backwards, all positions in one pass; `query` runs over what is
   * said, `source` over what is read. A text is said first, and then followed.
   */
  trace(input: LearningInput): Promise<LearningTrace>;
  /** A safetensors file: everything that training goes on from, or the weights alone. */
  save(what?: 'checkpoint' | 'weights'): Promise<Uint8Array>;
  /** Takes what `save` gave, of the same model; the step that it stands at. */
  restore(file: Uint8Array): Promise<number>;
  /** Back to the last state that was kept, every 50 steps; the step that it stands at. */
  undo(): Promise<number>;
  close(): void;
}

/** How trained weights came about: what `attention-train` writes beside them. */
export interface TrainedManifest {
  /** The words of the run. */
  command: string;
  model: string;
  task: string;
  /** Empty where the model has its own. */
  mechanism: string;
  mechanism_params?: Params;
  discretizer?: string;
  discretizer_params?: Params;
  model_params: Params;
  task_params: Params;
  settings: Params;
  seed: number;
  /** Numbers that were learned. */
  parameters: number;
  /** Of the weights file. */
  precision: 'i8' | 'f16' | 'f32';
  bytes: number;
  /** A checksum of all weights after 200 updates. */
  hash_200: string;
  /** The data of the task, when it was trained. */
  data: { bytes: number; crc32: number };
  /** On so many threads. */
  seconds: number;
  threads: number;
  /** Updates. */
  steps: number;
  /** Of the weights as they are shipped, on held-out examples. */
  metrics: TrainedMetrics;
}

export interface TrainedMetrics {
  /** Scored with the right pieces before each. */
  examples: number;
  loss: number;
  accuracy: number;
  /** Said from their beginning: how many, how many of them wrong, and the shares of wrong ones and of wrong pieces. */
  decoded?: number;
  wrong?: number;
  edits?: number;
  symbols?: number;
  wer?: number;
  per?: number;
  by_length?: { length: number; examples: number; wrong: number; edits: number; symbols: number }[];
}

/** A run that stands where training ended, and how it got there. */
export interface TrainedRun {
  run: LearningRun;
  manifest: TrainedManifest;
}

export interface LearningOptions extends Pick<EngineOptions, 'threads' | 'inline' | 'parallelThreshold'> {
  /** Where the tasks' data are; default: beside the script. Ends with a slash. */
  dataBase?: string;
}

export interface LearningEngine {
  readonly backend: Backend;
  readonly catalog: LearningCatalog;
  /** Mechanisms that may stand in models with `takes_mechanism`. */
  readonly mechanisms: CatalogEntry[];
  /** The settings that a model is trained with unless something else is said. */
  settingsOf(model: string): Params;
  open(
    setup: LearningSetup,
    options?: { signal?: AbortSignal; onProgress?: (progress: LoadProgress) => void },
  ): Promise<LearningRun>;
  /**
   * Opens a run with the weights in `folder`, an address that holds `manifest.json` and `weights.safetensors`;
   *
   * @throws ModelLoadFailed where a file is missing or not what it should be, DataLoadFailed, Cancelled.
   */
  openTrained(
    folder: string,
    options?: { signal?: AbortSignal; onProgress?: (progress: LoadProgress) => void },
  ): Promise<TrainedRun>;
  /** What stands beside the weights in `folder`, without the weights. */
  manifestOf(folder: string, options?: { signal?: AbortSignal }): Promise<TrainedManifest>;
  /**
   * Lets a decoder say what it is given, some calls each time it is asked for more; then gives the whole. Whoever stops
   * asking ends it.
   *
   * @throws InvalidInput for runs that the decoder cannot use, or that do not go together; Cancelled.
   */
  decodeWith(wish: DecodeWish): AsyncGenerator<DecoderCall[], DecodedWith>;
  /** What a decoder gets wrong of the held-out examples from `begin` to before `end`, one after another. */
  errorsWith(wish: DecodeWith, begin: number, end: number): Promise<Edits[]>;
  /** Bytes of memory that the core has taken. */
  memory(): Promise<number>;
  /** Ends everything at once, whatever it is doing. */
  dispose(): void;
}
