import type { Engine, Params, RunInput, Trace } from '../../engine/types.ts';
import { framesOf, type Frame } from '../lib/frames.ts';
import { ValueStore } from '../scene/values.ts';

export interface Request {
  variant: string;
  text: string;
  /** Another text that is read. */
  source?: string;
  model: string;
  layer: number;
  head: number;
  seed: number;
  params: Params;
}

/** Why there is no new figure, in a form that the page can say and act on. */
export type Problem =
  /** `source`: it is the text to be read. */
  | { kind: 'empty'; source?: true }
  | { kind: 'outside'; words: string[] }
  | { kind: 'stopped' }
  | { kind: 'error'; name: string; message: string };

/** What is known of a request's texts without a run. */
interface Pieces {
  key: string;
  outside: string[];
  /** Pieces of the text that asks, and of one that is read. */
  counts: number[];
}

const textsOf = ({ text, source }: Request): string[] => (source === undefined ? [text] : [text, source]);

const piecesKey = (request: Request): string => JSON.stringify([request.model, ...textsOf(request)]);

/** A wait shorter than this goes unnoticed: a bar that comes and goes at once would only flicker. */
const noticed = 300;

/** What the engine is asked to run. */
export const inputOf = ({ text, source, model, layer, head }: Request): RunInput => ({
  text,
  ...(source === undefined ? {} : { source }),
  model,
  layer,
  head,
});

export const requestKey = (request: Request): string => JSON.stringify(request);

/**
 * One figure's runs. The newest request wins; the trace on show stays until its successor is there, and every trace is
 * given back.
 */
export class Session {
  readonly #changed: () => void;
  #abort = new AbortController();
  #ticket = 0;
  #busy: ReturnType<typeof setTimeout> | undefined;
  #tokenized: Pieces | undefined;

  engine: Engine | undefined;
  trace: Trace | undefined;
  store: ValueStore | undefined;
  frames: Frame[] = [];
  /** The request behind the trace on show. */
  shown: Request | undefined;
  running = false;
  /** Share of the work that is done, once a run takes long enough to be noticed. */
  progress: number | undefined;
  problem: Problem | undefined;
  /** Rises with every new trace and every tile that arrives. */
  version = 0;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  async run(engine: Engine, request: Request): Promise<void> {
    const ticket = ++this.#ticket;
    this.#abort.abort();
    this.#abort = new AbortController();
    this.engine = engine;
    this.running = true;
    this.progress = undefined;
    if (this.problem?.kind === 'stopped') this.problem = undefined;
    // Only what takes long enough to be noticed is announced.
    let share = 0;
    clearTimeout(this.#busy);
    this.#busy = setTimeout(() => {
      this.progress = share;
      this.#changed();
    }, noticed);
    const onProgress = (done: number): void => {
      share = done;
      if (ticket !== this.#ticket || this.progress === undefined) return;
      this.progress = done;
      this.#changed();
    };
    let problem: Problem | undefined;
    let trace: Trace | undefined;
    try {
      // Known pieces are not waited for: the run is on its way before the figure is drawn with the new wishes.
      const { outside, counts } = this.#pieces(request) ?? (await this.#tokenize(engine, request));
      if (ticket !== this.#ticket) return;
      if (outside.length) problem = { kind: 'outside', words: outside };
      else if (counts[0] === 0) problem = { kind: 'empty' };
      else if (counts[1] === 0) problem = { kind: 'empty', source: true };
      else {
        trace = await engine.run(request.variant, inputOf(request), request.params, {
          seed: request.seed,
          signal: this.#abort.signal,
          onProgress,
        });
      }
    } catch (error) {
      if (ticket !== this.#ticket) return;
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      problem = name === 'Cancelled' ? { kind: 'stopped' } : { kind: 'error', name, message };
    }
    if (ticket !== this.#ticket) {
      trace?.dispose();
      return;
    }
    clearTimeout(this.#busy);
    this.running = false;
    this.progress = undefined;
    this.problem = problem;
    if (trace) this.#show(trace, request);
    this.#changed();
  }

  #pieces(request: Request): Pieces | undefined {
    return this.#tokenized?.key === piecesKey(request) ? this.#tokenized : undefined;
  }

  async #tokenize(engine: Engine, request: Request): Promise<Pieces> {
    const { signal } = this.#abort;
    const all = await Promise.all(textsOf(request).map((text) => engine.tokenize(text, request.model, { signal })));
    const outside = [...new Set(all.flatMap((one) => one.outside))];
    return (this.#tokenized = { key: piecesKey(request), outside, counts: all.map(({ pieces }) => pieces.length) });
  }

  /** Shows a record that is ready, of whatever made it, who also gives it back: what is not in it is not shown. */
  give(trace: Trace): void {
    this.#ticket++;
    this.running = false;
    this.#show(trace, undefined);
    this.frames = this.frames.filter((frame) => frame.kind === 'steps');
  }

  #giveBack(): void {
    if (this.shown) this.trace?.dispose();
  }

  #show(trace: Trace, request: Request | undefined): void {
    this.#giveBack();
    this.trace = trace;
    this.shown = request;
    this.frames = framesOf(trace);
    this.version++;
    this.store = new ValueStore(trace, () => {
      if (this.trace !== trace) return;
      this.version++;
      this.#changed();
    });
  }

  /** The visitor will not wait, whatever the engine does; what is on show stays. */
  stop(): void {
    this.#abort.abort();
    this.#ticket++;
    clearTimeout(this.#busy);
    this.running = false;
    this.progress = undefined;
    this.problem = { kind: 'stopped' };
    this.#changed();
  }

  /** The figure leaves the page: stop what runs and give everything back. */
  close(): void {
    this.#ticket++;
    clearTimeout(this.#busy);
    this.#abort.abort();
    this.#giveBack();
    this.trace = undefined;
    this.store = undefined;
    this.shown = undefined;
    this.frames = [];
    this.running = false;
    this.progress = undefined;
  }
}
