import type { Engine, Params, Trace } from '../../engine/types.ts';
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
  remarks: { key: string; count?: number; list?: string }[];
  /** Of the state that was asked for. */
  key: string;
}

/** One run. */
export interface Spec {
  variant: string;
  text: string;
  model: string;
  layer: number;
  head: number;
  seed: number;
  params: Params;
  overrides: Overrides;
}

/** Why there is no pair. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.kind);
  }
}

/** Longer sentences are run all the same, but the marks of their places are too many to take away one by one. */
const mostPlaceless = 256;

/** A few by name, the rest as dots. */
const listed = (names: readonly string[], most = 4): string =>
  names.length > most ? `${names.slice(0, most).join('; ')}; …` : names.join('; ');

/** The runs that the state asks for, and how they belong together. `arrived`: more of a tensor has come. */
export const pairOf = async (
  engine: Engine,
  state: LabState,
  settled: Settled,
  run: (spec: Spec) => Promise<Trace>,
  key: string,
  signal: AbortSignal,
  arrived: () => void,
): Promise<Pair> => {
  const { first, second, model, layer, head, seed } = settled;
  const base = { model, layer, head, seed };
  const read = async (text: string) => {
    const { pieces, outside } = await engine.tokenize(text, model, { signal });
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
    const store = new ValueStore(trace, arrived);
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
    if (strays.length) remarks.push({ key: 'lab.strays', count: strays.length, list: listed(strays) });
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
};
