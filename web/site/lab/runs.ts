import type { Engine, Params, Trace } from '../../engine/types.ts';
import { tell, type Story } from '../../elements/lib/story.ts';
import type { Problem } from '../../elements/run/session.ts';
import { ValueStore } from '../../elements/scene/values.ts';
import { pairFrames, type PairFrame } from './frames.ts';
import { editsFor, hiding, joined, placesOf, withoutPlaces, type Overrides } from './overrides.ts';
import { PairTrace } from './pair-trace.ts';
import type { Settled } from './settle.ts';
import type { LabState } from './state.ts';
import { common, fullOrder, inPlaces, matched, rewritten, wordsOf, type Word } from './words.ts';

/** Two finished runs, and how their words belong together. */
export interface Pair {
  trace: PairTrace;
  store: ValueStore;
  frames: PairFrame[];
  /** Of the first sentence. */
  words: Word[];
  order: number[];
  /** For each piece of the first sentence its place in the second, or -1. */
  match: number[];
  /** Words stand in another order: rows can meet by word or by place. */
  matchable: boolean;
  /** The two sentences as they were run. */
  texts: { first: string; second: string };
  /** The model marks places in its vectors, and can be asked not to. */
  marked: boolean;
  /** What could not be done, as keys of the table of words. */
  remarks: { key: string; count?: number }[];
  /** Of the state that was asked for. */
  key: string;
}

interface Spec {
  variant: string;
  text: string;
  model: string;
  layer: number;
  head: number;
  seed: number;
  params: Params;
  overrides: Overrides;
}

class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.kind);
  }
}

/** A wait shorter than this goes unnoticed. */
const noticed = 300;

/** Longer sentences are run all the same, but the marks of their places are too many to take away one by one. */
const mostPlaceless = 256;

/** Runs what the state asks for, keeps what it has, gives back what nobody shows any more. The newest request wins. */
export class Runs {
  readonly #changed: () => void;
  #abort = new AbortController();
  #ticket = 0;
  #kept = new Map<string, Trace>();
  #asked = '';
  #busy: ReturnType<typeof setTimeout> | undefined;
  pair: Pair | undefined;
  problem: Problem | undefined;
  running = false;
  progress: number | undefined;
  /** Rises with every new pair and every tile that arrives. */
  version = 0;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  update(engine: Engine, state: LabState, settled: Settled): void {
    const { mode, against, order, changed, masked, placeless, byPlace, edits } = state;
    const { first, second, text, model, layer, head, seed } = settled;
    const own =
      mode === 'perturb' ? { against, order, changed, masked, placeless, byPlace } : mode === 'edit' ? { edits } : {};
    const key = JSON.stringify([
      mode,
      first.entry.id,
      first.params,
      second.entry.id,
      second.params,
      text,
      model,
      layer,
      head,
      seed,
      own,
    ]);
    if (key === this.#asked) return;
    this.#asked = key;
    void this.#run(engine, state, settled, key);
  }

  async #run(engine: Engine, state: LabState, settled: Settled, key: string): Promise<void> {
    const ticket = ++this.#ticket;
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    this.running = true;
    this.progress = undefined;
    clearTimeout(this.#busy);
    this.#busy = setTimeout(() => {
      this.progress = 0;
      this.#changed();
    }, noticed);
    const used = new Map<string, Trace>();
    const run = async (spec: Spec): Promise<Trace> => {
      const own = JSON.stringify(spec);
      const known = used.get(own) ?? this.#kept.get(own);
      const { variant, params, seed, overrides, ...input } = spec;
      const options = { seed, signal, onProgress: (share: number) => this.#tell(ticket, share) };
      const edited = Object.keys(overrides).length ? { overrides } : {};
      const trace = known ?? (await engine.run(variant, input, params, { ...options, ...edited }));
      used.set(own, trace);
      return trace;
    };
    let pair: Pair | undefined;
    let problem: Problem | undefined;
    try {
      pair = await this.#pair(engine, state, settled, run, key);
    } catch (error) {
      problem = problemOf(error);
    }
    if (ticket !== this.#ticket) {
      for (const [spec, trace] of used) if (this.#kept.get(spec) !== trace) trace.dispose();
      return;
    }
    clearTimeout(this.#busy);
    this.running = false;
    this.progress = undefined;
    this.problem = problem;
    if (pair) this.#show(pair, used);
    else for (const [spec, trace] of used) if (this.#kept.get(spec) !== trace) trace.dispose();
    this.#changed();
  }

  #tell(ticket: number, share: number): void {
    if (ticket !== this.#ticket || this.progress === undefined) return;
    this.progress = share;
    this.#changed();
  }

  #show(pair: Pair, used: Map<string, Trace>): void {
    for (const [spec, trace] of this.#kept) if (used.get(spec) !== trace) trace.dispose();
    this.#kept = used;
    this.pair = pair;
    this.version++;
  }

  async #pair(
    engine: Engine,
    state: LabState,
    settled: Settled,
    run: (spec: Spec) => Promise<Trace>,
    key: string,
  ): Promise<Pair> {
    const { first, second, model, layer, head, seed } = settled;
    const base = { model, layer, head, seed };
    const read = async (text: string) => {
      const { pieces, outside } = await engine.tokenize(text, model);
      if (outside.length) throw new Refused({ kind: 'outside', words: outside });
      if (!pieces.length) throw new Refused({ kind: 'empty' });
      return { pieces, words: wordsOf(text, pieces) };
    };
    const { words, pieces } = await read(settled.text);
    const one = { ...base, variant: first.entry.id, params: first.params, text: settled.text, overrides: {} };
    const plain = await run(one);
    const order = fullOrder(
      words.length,
      state.mode === 'perturb' && state.against === undefined ? state.order : undefined,
    );
    const identity = pieces.map((_, i) => i);
    const remarks: Pair['remarks'] = [];
    const places = placesOf(plain);
    const done = (a: Trace, b: Trace, match: number[], text: string, arranged: readonly number[] | undefined): Pair => {
      const trace = new PairTrace(a, b, arranged);
      const store = new ValueStore(trace, () => {
        this.version++;
        this.#changed();
      });
      return {
        trace,
        store,
        frames: pairFrames(trace),
        words,
        order,
        match,
        matchable: false,
        texts: { first: settled.text, second: text },
        marked: places !== undefined,
        remarks,
        key,
      };
    };
    if (state.mode === 'compare') {
      const other = await run({ ...one, variant: second.entry.id, params: second.params });
      return done(plain, other, identity, settled.text, undefined);
    }
    if (state.mode === 'edit') {
      const { overrides, strays } = editsFor(plain, state.edits);
      if (strays) remarks.push({ key: 'lab.strays', count: strays });
      return done(plain, await run({ ...one, params: second.params, overrides }), identity, settled.text, undefined);
    }
    // Perturb: another sentence, or this one with other words, another order, words that nobody reads.
    const same =
      state.against === undefined && Object.keys(state.changed).length === 0 && order.every((from, i) => from === i);
    const parts = rewritten(words, order, state.changed);
    const text = same ? settled.text : (state.against ?? parts.join(' '));
    const after = await read(text);
    const placed = same ? words : inPlaces(parts, after.words);
    const tokens = (list: typeof pieces): string[] => list.map((piece) => piece.text.trim());
    const match =
      state.against === undefined ? matched(words, placed, order) : common(tokens(pieces), tokens(after.pieces));
    const placeless =
      state.placeless && places !== undefined && Math.max(pieces.length, after.pieces.length) <= mostPlaceless;
    if (state.placeless && places && !placeless) remarks.push({ key: 'lab.placeless.long', count: mostPlaceless });
    const without = (count: number): Overrides => (placeless && places ? withoutPlaces(places, count) : {});
    const hidden = state.against === undefined ? (state.masked ?? []) : [];
    const keys = hidden.flatMap((word) => {
      const to = placed[order.indexOf(word)];
      return to ? Array.from({ length: to.end - to.begin }, (_, k) => to.begin + k) : [];
    });
    const closed = keys.length ? hiding(plain, keys, after.pieces.length) : {};
    if (!closed) remarks.push({ key: 'lab.nomask' });
    const a = placeless ? await run({ ...one, overrides: without(pieces.length) }) : plain;
    const b = await run({ ...one, text, overrides: joined(without(after.pieces.length), closed) });
    const whole = match.length === after.pieces.length && match.every((to) => to >= 0);
    const moved = match.some((to, from) => to !== from);
    return {
      ...done(a, b, match, text, whole && moved && !state.byPlace ? match : undefined),
      matchable: whole && moved,
    };
  }

  again(): void {
    this.#asked = '';
    this.#changed();
  }

  stop(): void {
    this.#abort.abort();
  }

  close(): void {
    this.#ticket++;
    clearTimeout(this.#busy);
    this.#abort.abort();
    for (const trace of this.#kept.values()) trace.dispose();
    this.#kept.clear();
    this.pair = undefined;
    this.#asked = '';
    this.running = false;
  }
}

const problemOf = (error: unknown): Problem => {
  if (error instanceof Refused) return error.problem;
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return name === 'Cancelled' ? { kind: 'stopped' } : { kind: 'error', name, message };
};

/** Where a number of each run comes from: asked anew when pair or place changes. */
export class Stories {
  readonly #changed: () => void;
  #key = '';
  /** Of the pair as shown, and of each run by itself. */
  shown: Story | undefined;
  first: Story | undefined;
  second: Story | undefined;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  ask(pair: PairTrace, name: string | undefined, tensor: string, index: readonly number[]): void {
    const key = name === undefined ? '' : `${pair.id}|${name}|${index.join()}`;
    if (key === this.#key) return;
    this.#key = key;
    if (name === undefined) {
      this.shown = this.first = this.second = undefined;
      return;
    }
    const has = (trace: Trace): boolean =>
      trace.tensors.some(
        (info) =>
          info.name === tensor &&
          info.shape.length === index.length &&
          index.every((at, i) => at < (info.shape[i] ?? 0)),
      );
    const of = (trace: Trace, place: readonly number[]): Promise<Story> | undefined =>
      has(trace) ? tell(trace, { tensor, index: [...place] }) : undefined;
    Promise.all([
      tell(pair, { tensor: name, index: [...index] }),
      of(pair.first, index),
      of(pair.second, pair.placeInSecond(tensor, index)),
    ]).then(
      ([shown, first, second]) => {
        if (this.#key !== key) return;
        [this.shown, this.first, this.second] = [shown, first, second];
        this.#changed();
      },
      // The pair was replaced while it was asked.
      () => undefined,
    );
  }
}
