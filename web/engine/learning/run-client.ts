import { decodeNumber } from '../answers.ts';
import type { Answer } from '../answers.ts';
import { Cancelled, InvalidInput } from '../errors.ts';
import { largestSeed } from '../limits.ts';
import type { Codes, PlaneGrid } from '../types/codes.ts';
import type {
  Decoded,
  Judged,
  LearningErrors,
  LearningExample,
  LearningInput,
  LearningRun,
  LearningScore,
  LearningTrace,
  LearningUpdate,
  TrainEnd,
  TrainOptions,
} from '../types/learning.ts';
import type { PaintedPixel, PaintWish, Weighed, WeighWish } from '../types/painting.ts';
import type { Params } from '../types.ts';
import { wellFormed } from '../utf8.ts';
import {
  isBytes,
  show,
  wantFunction,
  wantInteger,
  wantNumber,
  wantNumbers,
  wantOneOf,
  wantOptions,
  wantSignal,
  wantText,
} from '../validate.ts';
import { unwrapLearning } from './answers.ts';
import type { ExampleAnswer, JudgeAnswer, OpenAnswer, ScoreAnswer, TraceAnswer, WireUpdate } from './answers.ts';
import { cellsOf, codesOf, fromCodes } from './codes.ts';
import { decodedOf } from './decoded.ts';
import { judgedOf } from './judged.ts';
import type { LearningHostApi } from './host-api.ts';
import { paint, weigh } from './painting.ts';
import { LearningTraceClient } from './trace-client.ts';

/** What a run needs of the engine that opened it. */
export interface RunPlace {
  host: LearningHostApi;
  /** Beside the page the core must let go of its thread between two slices; a worker waits for the next message anyway. */
  inline: boolean;
  ask<T>(work: () => T | Promise<T>): Promise<T>;
  close(run: number): void;
  /** Parameters as the run's discretizer takes them, the others as given by `present`. */
  wantDiscretizer(present: Params, change: Params): Params;
}

/** Above any number of steps that the core takes. */
const mostSteps = 1e9;
/** Milliseconds: ten pictures a second, and nobody waits longer to be heard. */
const slice = 100;
const mostBeams = 16;

const updateOf = ({ step, loss, gradient_norm: norm, rate }: WireUpdate): LearningUpdate => ({
  step,
  loss: decodeNumber(loss),
  gradientNorm: decodeNumber(norm),
  rate,
});

export class RunClient implements LearningRun {
  readonly parameters: number;
  readonly heldOut: number;
  /** What the core calls it. */
  readonly run: number;
  private at = 0;
  private closed = false;
  private wished: 'train' | 'pause' = 'pause';
  private trained: Promise<unknown> | undefined;

  constructor(
    private readonly place: RunPlace,
    opened: OpenAnswer,
    public setup: LearningRun['setup'],
    private readonly model: string,
  ) {
    this.run = opened.run;
    this.parameters = opened.parameters;
    this.heldOut = opened.held_out;
  }

  get step(): number {
    return this.at;
  }

  get training(): boolean {
    return this.trained !== undefined;
  }

  async train(options: TrainOptions = {}): Promise<TrainEnd> {
    this.wantOpen();
    wantOptions('options', options, ['until', 'slice', 'signal', 'onUpdates']);
    const { until = mostSteps, slice: milliseconds = slice, signal, onUpdates } = options;
    wantInteger('until', until, 0, mostSteps);
    wantInteger('slice', milliseconds, 0, 60_000);
    wantFunction('onUpdates', onUpdates);
    wantSignal(signal, 'training');
    if (this.trained) throw new InvalidInput('train', 'a run that is training', 'a run that is not');
    this.wished = 'train';
    const work = this.inSlices(until, milliseconds, signal, onUpdates);
    this.trained = work.catch(() => {});
    try {
      return await work;
    } finally {
      this.trained = undefined;
    }
  }

  async pause(): Promise<void> {
    this.wished = 'pause';
    await this.trained;
  }

  async setRate(rate: number): Promise<void> {
    await this.learn('set', { rate: wantNumber('rate', rate) });
  }

  async setDiscretizer(params: Params): Promise<void> {
    const wanted = this.place.wantDiscretizer(this.setup.discretizerParams ?? {}, params);
    await this.learn('set', { discretizer_params: wanted });
    this.setup = { ...this.setup, discretizerParams: wanted };
  }

  async score(begin = 0, end = this.heldOut): Promise<LearningScore> {
    const { loss, accuracy, targets } = await this.learn<ScoreAnswer>('score', this.wantRange(begin, end));
    return { loss: decodeNumber(loss), accuracy, targets };
  }

  async errors(begin = 0, end = this.heldOut): Promise<LearningErrors> {
    const { examples, wrong, edits, symbols } = await this.learn<LearningErrors>('errors', this.wantRange(begin, end));
    return { examples, wrong, edits, symbols };
  }

  async example(example: number): Promise<LearningExample> {
    const answer = await this.learn<ExampleAnswer>('example', this.wantInput({ example }));
    const { shape, source, target, source_text: sourceText, target_text: targetText } = answer;
    return {
      shape,
      source,
      target,
      ...(sourceText === undefined ? {} : { sourceText }),
      ...(targetText === undefined ? {} : { targetText }),
    };
  }

  async decode(input: LearningInput, beam = 1, seed?: number): Promise<Decoded> {
    const fields = {
      ...this.wantInput(input),
      beam: wantInteger('beam', beam, 1, mostBeams),
      ...(seed === undefined ? {} : { seed: wantInteger('seed', seed, 0, largestSeed) }),
    };
    const { answer, floats } = await this.ask('decode', fields);
    return decodedOf(unwrapLearning(answer as never), floats);
  }

  async judge(input: LearningInput): Promise<Judged> {
    const answer = await this.learn<JudgeAnswer>('judge', this.wantInput(input));
    return judgedOf(answer, 'text' in input ? wellFormed(input.text) : '');
  }

  paint(wish: PaintWish): AsyncGenerator<PaintedPixel, number[][]> {
    return paint(this.#asked, wish);
  }

  async weigh(wish: WeighWish): Promise<Weighed> {
    return weigh(this.#asked, wish);
  }

  async codes(examples?: readonly number[]): Promise<Codes> {
    return codesOf(this.#asked, examples);
  }

  async fromCodes(codes: ArrayLike<number>): Promise<Float32Array[]> {
    return fromCodes(this.#asked, codes);
  }

  async cells(grid: PlaneGrid): Promise<Int32Array> {
    return cellsOf(this.#asked, grid);
  }

  async trace(input: LearningInput): Promise<LearningTrace> {
    const { answer, floats } = await this.ask('trace', this.wantInput(input));
    const {
      trace,
      steps,
      tensors,
      milliseconds,
      source_pieces: source = [],
      target_pieces: target = [],
    } = unwrapLearning(answer as Answer<TraceAnswer>);
    const { host } = this.place;
    const record = { trace, steps, tensors, pieces: [], read: 0, buffer: 0, count: 0, milliseconds, remarks: [] };
    const origin = {
      entry: this.model,
      params: this.setup.modelParams,
      tokens: target,
      read: target.length,
      wordStarts: target.map(() => true),
      sourceTokens: source,
      sourceWordStarts: source.map(() => true),
    };
    return new LearningTraceClient(host, record, floats, origin, () => void host.dispose(trace));
  }

  async save(what: 'checkpoint' | 'weights' = 'checkpoint'): Promise<Uint8Array> {
    this.wantOpen();
    wantOneOf('what', what, ['checkpoint', 'weights']);
    const request = JSON.stringify({ call: 'save', run: this.run, what });
    const { answer, bytes } = await this.place.ask(() => this.place.host.file(request));
    unwrapLearning(answer);
    return bytes;
  }

  async restore(file: Uint8Array): Promise<number> {
    if (!isBytes(file)) throw new InvalidInput('file', show(file), 'a Uint8Array');
    return this.stepOf(await this.learn<{ step: number }>('restore', {}, file));
  }

  async undo(): Promise<number> {
    return this.stepOf(await this.learn<{ step: number }>('undo', {}));
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.wished = 'pause';
    this.place.close(this.run);
  }

  private async inSlices(
    until: number,
    milliseconds: number,
    signal: AbortSignal | undefined,
    onUpdates: TrainOptions['onUpdates'],
  ): Promise<TrainEnd> {
    const { host, inline } = this.place;
    while (this.wished === 'train') {
      if (this.at >= until) return 'until';
      const { done, failed } = await this.place.ask(() => host.advance(this.run, milliseconds, until));
      if (this.closed) return 'paused';
      const updates = done.updates.map(updateOf);
      this.at = updates.at(-1)?.step ?? this.at;
      if (updates.length) onUpdates?.(updates);
      if (failed) unwrapLearning(failed);
      if (done.done) return 'done';
      if (signal?.aborted) throw new Cancelled('training');
      if (inline) await new Promise((resolve) => setTimeout(resolve, 0));
    }
    return 'paused';
  }

  private stepOf({ step }: { step: number }): number {
    this.at = step;
    return step;
  }

  private wantRange(begin: number, end: number): { begin: number; end: number } {
    const last = wantInteger('end', end, 0, this.heldOut);
    return { begin: wantInteger('begin', begin, 0, last), end: last };
  }

  /** The request's field for what a call is about. */
  wantInput(input: LearningInput): Record<string, unknown> {
    const { example, text, picture } = wantOptions('input', input, ['example', 'text', 'picture']);
    if (text !== undefined) return { text: wellFormed(wantText('text', text)) };
    if (picture !== undefined) return { picture: wantNumbers('picture', picture) };
    return { example: wantInteger('example', example, 0, Math.max(this.heldOut - 1, 0)) };
  }

  wantOpen(): void {
    if (this.closed) throw new InvalidInput('run', 'a run that is closed', 'a run that is open');
  }

  readonly #asked = (call: string, fields: Record<string, unknown>) => this.ask(call, fields);

  private ask(call: string, fields: Record<string, unknown>, bytes?: Uint8Array) {
    this.wantOpen();
    const request = JSON.stringify({ call, run: this.run, ...fields });
    return this.place.ask(() => this.place.host.learn(request, bytes));
  }

  private async learn<T>(call: string, fields: Record<string, unknown>, bytes?: Uint8Array): Promise<T> {
    return unwrapLearning((await this.ask(call, fields, bytes)).answer as Answer<T>);
  }
}
