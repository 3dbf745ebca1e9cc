import { abortable } from './abort.ts';
import { unwrap } from './answers.ts';
import type { Answer } from './answers.ts';
import { EngineError, EngineUnavailable, InvalidInput } from './errors.ts';
import type { RunAnswer, Staged, StartAnswer, Unfinished, WithFloats } from './host-api.ts';
import type { LastingHost } from './lasting-host.ts';
import { largestSeed } from './limits.ts';
import { readModelFile } from './model-file.ts';
import { attentionRequest, computeRequest, linearRequest, rotaryRequest } from './numeric.ts';
import type { NumericRequest } from './numeric.ts';
import { TraceClient } from './trace.ts';
import type {
  AttentionArgs,
  AttentionResult,
  Backend,
  Catalog,
  CatalogEntry,
  ComputeArgs,
  Engine,
  LinearAttentionArgs,
  LinearAttentionResult,
  LoadProgress,
  ModelInfo,
  NamedArray,
  NdArray,
  Params,
  RotaryEmbeddingArgs,
  RunInput,
  RunOptions,
  Tokenized,
  Trace,
} from './types.ts';
import { Reading } from './reading.ts';
import { starterId } from './starter.ts';
import {
  show,
  wantFunction,
  wantInteger,
  wantOptions,
  wantOverrides,
  wantParams,
  wantRecord,
  wantSignal,
  wantTensor,
  wantText,
} from './validate.ts';

/** Of layers and heads: above any model, so that the core, which knows the model, says what it has. */
const mostLayers = 1000;

/** Milliseconds of work after which the core looks up: a cancelled run ends, and questions of others are answered. */
const slice = 50;

const inputs = '{text, source?, model?, layer?, head?} or {tensors, tokens?, sourceTokens?}';
const gone = 'the engine has been disposed of';

type RunReply = WithFloats<RunAnswer | Unfinished>;

interface Prepared {
  /** What the request says about the input. */
  fields: Record<string, unknown>;
  tensors: Staged[];
  reading?: Reading;
  tokens?: string[];
  /** Of another text that is read. */
  source?: Reading;
  sourceTokens?: string[];
}

/** A word for each row of a tensor; blanks where nobody named them. */
const wantWords = (argument: string, words: unknown, rows: number, tensor: string): string[] => {
  if (words === undefined) return Array.from({ length: rows }, () => '');
  if (Array.isArray(words) && words.length === rows && words.every((word) => typeof word === 'string')) return words;
  throw new InvalidInput(argument, show(words), `${rows} texts, one per row of ${tensor}`);
};

/** The engine as callers see it: checks what comes in, asks the host, types what goes out. */
export class EngineClient implements Engine {
  readonly catalog: Catalog;
  private readonly loaded = new Map<string, ModelInfo>();
  private disposed = false;

  constructor(
    /** Where the module runs; tests and measurements may ask it directly. */
    readonly host: LastingHost,
    readonly backend: Backend,
    start: StartAnswer,
    private readonly modelBase: string,
  ) {
    this.catalog = start.catalog;
    for (const model of start.models) this.loaded.set(model.id, model);
  }

  get models(): ModelInfo[] {
    return [...this.loaded.values()];
  }

  async run(id: string, input: RunInput, params?: Params, options: RunOptions = {}): Promise<Trace> {
    this.wantAlive();
    const entry = this.wantEntry(id);
    const taken = ['seed', 'overrides', 'signal', 'onProgress'];
    const { seed = 1, overrides, signal, onProgress } = wantOptions('options', options, taken) as RunOptions;
    wantFunction('onProgress', onProgress);
    wantSignal(signal, 'the run');
    wantInteger('seed', seed, 0, largestSeed);
    const full = wantParams(entry, params);
    const { fields, tensors, reading, source, tokens = [], sourceTokens = [] } = this.wantInput(input);
    const edits = overrides === undefined ? {} : { overrides: wantOverrides(overrides) };
    const request = JSON.stringify({ entry: id, params: full, seed, ...fields, ...edits });

    const { answer, floats } = await this.until(
      signal,
      'the run',
      () => this.inSlices(() => this.host.run(request, tensors, slice), signal, onProgress),
      ({ answer: late }) => {
        if (late.ok) this.discard(late.trace);
      },
    );
    const result = unwrap(answer);
    const pieces = reading ? result.pieces.map((piece) => reading.piece(piece)) : undefined;
    const sourcePieces = source && result.source_pieces?.map((piece) => source.piece(piece));
    const origin = {
      entry: id,
      params: full,
      tokens: pieces?.map((piece) => piece.text) ?? tokens,
      read: pieces ? result.read : tokens.length,
      wordStarts: pieces?.map((piece) => piece.wordStart) ?? tokens.map(() => true),
      sourceTokens: sourcePieces?.map((piece) => piece.text) ?? sourceTokens,
      sourceWordStarts: sourcePieces?.map((piece) => piece.wordStart) ?? sourceTokens.map(() => true),
    };
    return new TraceClient(this.host, result, floats, origin, () => this.discard(result.trace)).learnPlaces();
  }

  async tokenize(text: string, model: string = starterId, options: { signal?: AbortSignal } = {}): Promise<Tokenized> {
    this.wantAlive();
    const { signal } = wantOptions('options', options, ['signal']) as typeof options;
    const reading = new Reading(wantText('text', text));
    const id = this.wantModel(model).id;
    const asked = () => this.ask(() => this.host.tokenize(id, reading.sent));
    const { pieces, outside } = unwrap(await this.until(signal, 'cutting the text', asked));
    return { pieces: pieces.map((piece) => reading.piece(piece)), outside };
  }

  async loadModel(
    id: string,
    options: { url?: string; signal?: AbortSignal; onProgress?: (p: LoadProgress) => void } = {},
  ): Promise<ModelInfo> {
    this.wantAlive();
    const what = `loading model ${wantText('id', id)}`;
    const { url, signal, onProgress } = wantOptions('options', options, [
      'url',
      'signal',
      'onProgress',
    ]) as typeof options;
    if (url !== undefined) wantText('url', url);
    wantFunction('onProgress', onProgress);
    wantSignal(signal, what);
    const known = this.loaded.get(id);
    if (known && url === undefined) return known;
    // The id becomes part of an address.
    if (url === undefined && !/^[\w-]+$/.test(id)) throw new InvalidInput('id', show(id), 'letters, digits, _ and -');
    const from = url ?? `${this.modelBase}${id}.bin`;
    const bytes = await readModelFile(id, from, signal, onProgress);
    this.wantAlive();
    const answer = await this.until(signal, what, () =>
      this.ask(() => this.host.loadModel(id, bytes, () => readModelFile(id, from, undefined, () => {}))),
    );
    const { ok: _, ...info } = unwrap(answer) as Answer<ModelInfo> & ModelInfo;
    this.loaded.set(id, info);
    return info;
  }

  async embed(text: string, model: string): Promise<Float32Array> {
    this.wantAlive();
    const { sent } = new Reading(wantText('text', text));
    const id = this.wantModel(model).id;
    const { answer, floats } = await this.ask(() => this.host.embed(id, sent));
    unwrap(answer);
    return floats;
  }

  async attention(args: AttentionArgs): Promise<AttentionResult> {
    const results = await this.numeric(attentionRequest(args), 'y', 'attention', args.signal);
    const { y, present_key: presentKey, present_value: presentValue, qk_matmul: qkMatmul } = results;
    return {
      y: y!,
      ...(presentKey ? { presentKey } : {}),
      ...(presentValue ? { presentValue } : {}),
      ...(qkMatmul ? { qkMatmul } : {}),
    };
  }

  async rotaryEmbedding(args: RotaryEmbeddingArgs): Promise<NdArray> {
    return (await this.numeric(rotaryRequest(args), 'y', 'rotaryEmbedding')).y!;
  }

  async linearAttention(args: LinearAttentionArgs): Promise<LinearAttentionResult> {
    const { y, present_state: presentState } = await this.numeric(linearRequest(args), 'y', 'linearAttention');
    return { y: y!, presentState: presentState! };
  }

  async compute(args: ComputeArgs): Promise<Record<string, NamedArray>> {
    const request = computeRequest(args);
    return (await this.numeric(request, args.outputs[0]!, 'compute', args.signal)) as Record<string, NamedArray>;
  }

  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    this.host.end(new EngineUnavailable(gone));
  }

  /** The work's result, or Cancelled at once; whether the core is still there is looked into behind the caller. */
  private until<T>(
    signal: AbortSignal | undefined,
    what: string,
    work: () => Promise<T>,
    discard?: (late: T) => void,
  ): Promise<T> {
    return abortable(work, signal, what, discard, () => this.host.doubt());
  }

  /** A long run is asked for slice by slice: in between it can be stopped, and others get their turn. */
  private async inSlices(
    begin: () => RunReply | Promise<RunReply>,
    signal: AbortSignal | undefined,
    onProgress: RunOptions['onProgress'],
  ): Promise<WithFloats<RunAnswer>> {
    let reply = await this.ask(begin);
    for (;;) {
      const { answer, floats } = reply;
      if (!answer.ok || !('more' in answer)) return { answer, floats };
      const { trace, progress } = answer;
      try {
        onProgress?.(progress);
        // Beside the page the core must let go of its thread; a worker waits for the next message anyway.
        if (this.backend.place === 'inline') await new Promise((resolve) => setTimeout(resolve, 0));
        this.wantAlive();
        wantSignal(signal, 'the run');
      } catch (error) {
        this.discard(trace);
        throw error;
      }
      reply = await this.ask(() => this.host.proceed(trace, slice));
    }
  }

  private async numeric(
    { request, tensors, out }: NumericRequest,
    main: string,
    what: string,
    signal?: AbortSignal,
  ): Promise<Record<string, NdArray>> {
    this.wantAlive();
    const work = () => this.ask(() => this.host.numeric(request, tensors, out && { name: main, data: out }));
    const { answer, floats } = await this.until(signal, what, work);
    const { outputs } = unwrap(answer);
    const size = floats[main]!.length;
    if (out && floats[main] !== out) throw new InvalidInput('out', `${out.length} floats`, `${size} floats`);
    return Object.fromEntries(
      Object.entries(outputs).map(([name, { shape, axes }]) => [
        name,
        { shape, data: floats[name]!, ...(axes ? { axes } : {}) },
      ]),
    );
  }

  private wantInput(input: RunInput): Prepared {
    const record = wantRecord('input', input, inputs);
    if (!('text' in record || 'tensors' in record)) throw new InvalidInput('input', show(Object.keys(record)), inputs);
    return 'text' in record ? this.wantTextInput(record) : this.wantTensorInput(record);
  }

  private wantTextInput(input: Record<string, unknown>): Prepared {
    const { text, source, model, layer, head } = wantOptions('input', input, [
      'text',
      'source',
      'model',
      'layer',
      'head',
    ]);
    const reading = new Reading(wantText('text', text));
    const other = source === undefined ? undefined : new Reading(wantText('source', source), 'source');
    const fields: Record<string, unknown> = { text: reading.sent, model: this.wantModel(model ?? starterId).id };
    // Whether the mechanism takes one is known to the core, which says so.
    if (other) fields.source = other.sent;
    if (layer !== undefined) fields.layer = wantInteger('layer', layer, 1, mostLayers);
    if (head !== undefined) fields.head = wantInteger('head', head, 1, mostLayers);
    return { fields, tensors: [], reading, ...(other ? { source: other } : {}) };
  }

  private wantTensorInput(input: Record<string, unknown>): Prepared {
    const { tensors, tokens, sourceTokens } = wantOptions('input', input, ['tensors', 'tokens', 'sourceTokens']);
    const given = Object.entries(wantRecord('tensors', tensors, 'an object of {shape, data}'));
    const checked = given.map(([name, value]) => [name, wantTensor(`tensors.${name}`, value, true)] as const);
    const shapes = Object.fromEntries(checked.map(([name, { shape }]) => [name, shape]));
    const rows = shapes.x?.[0];
    if (rows === undefined) throw new InvalidInput('tensors', show(Object.keys(shapes)), 'at least x [query, channel]');
    return {
      fields: { tensors: shapes },
      tensors: checked.map(([name, { data }]) => ({ name, data })),
      tokens: wantWords('tokens', tokens, rows, 'x'),
      sourceTokens: wantWords('sourceTokens', sourceTokens, shapes.source?.[0] ?? 0, 'source'),
    };
  }

  private wantEntry(id: unknown): CatalogEntry {
    const entry = this.catalog.entries.find((one) => one.id === id);
    if (entry) return entry;
    throw new InvalidInput('id', show(id), this.catalog.entries.map((one) => one.id).join(', '));
  }

  private wantModel(id: unknown): ModelInfo {
    const model = this.loaded.get(id as string);
    if (model) return model;
    throw new InvalidInput('model', show(id), `a loaded model: ${[...this.loaded.keys()].join(', ')}`);
  }

  private wantAlive(): void {
    if (this.disposed) throw new EngineUnavailable(gone);
  }

  /** A fault of the core or of its worker, as the typed error it is. */
  private async ask<T>(work: () => T | Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof EngineError) throw error;
      throw new EngineUnavailable(error instanceof Error ? error.message : String(error));
    }
  }

  private discard(trace: number): void {
    if (this.disposed) return;
    try {
      void this.host.dispose(trace);
    } catch {
      // A core that stopped holds nothing.
    }
  }
}
