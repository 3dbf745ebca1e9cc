import * as format from '../../elements/lib/format.ts';
import { infoOf, patternOf } from '../../elements/lib/frames.ts';
import type { Translate } from '../../elements/lib/locale.ts';
import { placeOf, placeText } from '../../elements/lib/sentences.ts';
import { isPooled } from '../../elements/lib/words.ts';
import { sliceOf, strides, type Selection } from '../../elements/scene/slice.ts';
import type { TensorInfo, Trace } from '../../engine/types.ts';
import { cosine } from './difference.ts';
import type { PairFrame } from './frames.ts';
import { named, type PairTrace } from './pair-trace.ts';
import type { Pair } from './pair.ts';

const indexAt = (shape: readonly number[], flat: number): number[] => {
  const out: number[] = [];
  for (let axis = shape.length - 1, rest = flat; axis >= 0; axis--) {
    const size = shape[axis] ?? 1;
    out.unshift(rest % size);
    rest = Math.floor(rest / size);
  }
  return out;
};

export const placeIn = (pair: PairTrace, name: string, index: readonly number[], t: Translate): string =>
  placeText(placeOf(pair, name, index), t);

const numberAt = (data: Float32Array, shape: readonly number[], index: readonly number[]): number =>
  data[shape.reduce((sum, size, i) => sum * size + (index[i] ?? 0), 0)] ?? 0;

export const valueAt = (pair: Pick<Trace, 'tensor'>, name: string, index: readonly number[]): number => {
  const { data, shape } = pair.tensor(name);
  return numberAt(data, shape, index);
};

export const shown = (value: number, t: Translate): string =>
  value === -Infinity ? t('value.masked') : format.num(value, 3);

/** How two matrices of one tensor differ, in one line. */
export const differenceLine = (pair: PairTrace, tensor: string, t: Translate): string => {
  const difference = pair.difference(tensor);
  const { same, max, moved, at, maskedOnce, data } = difference;
  if (same === 'bits') return t('lab.same.bits');
  if (same === 'rounding') return t('lab.same.rounding', { max: format.num(max) });
  const { shape } = pair.tensor(named('first', tensor));
  const all = data.length;
  if (maskedOnce === moved) return t('lab.moved.masked', { count: moved, all });
  const index = indexAt(shape, at);
  const place = placeIn(pair, named('difference', tensor), index, t);
  const [before, after] = (['first', 'second'] as const).map((which) =>
    shown(valueAt(pair, named(which, tensor), index), t),
  );
  return t('lab.moved', { count: moved, all, place, before: before ?? '', after: after ?? '' });
};

/** Why a tensor stands alone. */
export const aloneLine = (
  pair: Pair,
  tensor: string,
  names: { first: string; second: string },
  t: Translate,
): string => {
  const { first, second } = pair.trace;
  const [a, b] = [infoOf(first, tensor), infoOf(second, tensor)];
  const symbol = a?.symbol ?? b?.symbol ?? tensor;
  if (!a || !b) return t('lab.only', { symbol, name: a ? names.first : names.second });
  if (first.tokens.length !== second.tokens.length)
    return t('lab.uneven', { first: first.tokens.length, second: second.tokens.length });
  const sizes = (info: TensorInfo): string => format.shape(info.shape);
  return sizes(a) === sizes(b)
    ? t('lab.large', { symbol })
    : t('lab.unlike', { symbol, first: sizes(a), second: sizes(b) });
};

/** One row of a tensor, as the selection shows it. */
export const rowOf = (
  trace: Trace,
  info: TensorInfo | undefined,
  selection: Selection,
  row: number,
): Float32Array | undefined => {
  if (!info?.whole || info.shape.some((size) => size === 0)) return undefined;
  const slice = sliceOf(info, selection);
  if (row < 0 || row >= slice.rows) return undefined;
  const { data, shape } = trace.tensor(info.name);
  const step = strides(slice, shape);
  return Float32Array.from(
    { length: slice.columns },
    (_, c) => data[step.offset + row * step.row + c * step.column] ?? 0,
  );
};

/** What a word reads: a share for each word of its own sentence. */
export const weightsOf = (trace: Trace, head: number, row: number): Float32Array | undefined => {
  const pattern = patternOf(trace, '');
  const at = isPooledAt(trace) ? 0 : row;
  const weights = row < 0 ? undefined : rowOf(trace, pattern, { head, query: at }, at);
  return weights?.length === trace.read ? weights : undefined;
};

export const strongest = (values: ArrayLike<number>): number => {
  let best = 0;
  for (let i = 1; i < values.length; i++) if ((values[i] ?? 0) > (values[best] ?? 0)) best = i;
  return best;
};

const wordIn = (trace: Trace, at: number): string => format.token(trace.tokens[at] ?? '');

/** Who reads: a word, or the text as a whole. */
const askerIn = (trace: Trace, at: number, t: Translate): string =>
  isPooledAt(trace) ? t('place.whole') : wordIn(trace, at);

export const isPooledAt = (trace: Trace): boolean => {
  const pattern = patternOf(trace, '');
  return pattern !== undefined && isPooled(trace, pattern.name);
};

/** The weight of the chosen word that moved most. */
export const weightLine = (
  pair: Pair,
  head: number,
  query: number,
  key: string,
  t: Translate,
  names: Record<string, string> = {},
): string => {
  const { first, second } = pair.trace;
  const to = pair.match[query] ?? -1;
  const [before, after] = [weightsOf(first, head, query), weightsOf(second, head, to)];
  if (!before || !after) return '';
  let [best, by] = [-1, 0];
  before.forEach((value, i) => {
    const there = pair.match[i] ?? -1;
    const moved = Math.abs((there >= 0 ? (after[there] ?? 0) : 0) - value);
    if (moved > by) [best, by] = [i, moved];
  });
  // Weights add to 1: a millionth is rounding, and less than a hundredth is not worth a word.
  if (best < 0 || by < 1e-6) return t('lab.quiet', { query: askerIn(first, query, t) });
  if (by < 0.01) return t('lab.still', { query: askerIn(first, query, t), by: format.num(by, 3) });
  const there = pair.match[best] ?? -1;
  return t(key, {
    ...names,
    query: askerIn(first, query, t),
    key: wordIn(first, best),
    before: format.column(before[best] ?? 0, 2),
    after: format.column(there >= 0 ? (after[there] ?? 0) : 0, 2),
  });
};

/** Two words farther apart or nearer, and what that did to their score. */
export const distanceLine = (pair: Pair, head: number, query: number, key: number, t: Translate): string => {
  const { first, second } = pair.trace;
  const [q, k] = [pair.match[query] ?? -1, pair.match[key] ?? -1];
  const scores =
    first.steps.find((step) => step.stage === 'score' && infoOf(first, step.output)?.axes.at(-1) === 'key')?.output ??
    '';
  const last = first.steps.filter((step) => step.stage === 'score').at(-1)?.output ?? scores;
  const [before, after] = [Math.abs(query - key), Math.abs(q - k)];
  if (q < 0 || k < 0 || query === key || before === after) return '';
  const [one, two] = [
    rowOf(first, infoOf(first, last), { head, query }, query)?.[key],
    rowOf(second, infoOf(second, last), { head, query: q }, q)?.[k],
  ];
  if (one === undefined || two === undefined) return '';
  const free = Math.abs(one - two) <= 1e-5 * Math.max(1, Math.abs(one));
  const line = t('lab.distance', {
    query: wordIn(first, query),
    key: wordIn(first, key),
    before,
    after,
    one: format.num(one),
    two: format.num(two),
  });
  return free ? `${line} ${t('lab.distance.free')}` : line;
};

interface Alike {
  symbol: string;
  label: string;
  cosine: number;
}

/** The chosen word's vectors in both sentences: what goes in, and what comes out. */
export const alikeness = (pair: Pair, head: number, query: number): Alike[] => {
  const { first, second } = pair.trace;
  const to = pair.match[query] ?? -1;
  const wanted = pair.frames.flatMap((frame, i) => {
    const info = frame.first && infoOf(first, frame.first.result);
    return info && (i === 0 || info.role === 'output') && info.axes.at(-2) === 'query' ? [{ frame, info }] : [];
  });
  return wanted.flatMap(({ frame, info }) => {
    const one = rowOf(first, info, { head, query }, query);
    const two = rowOf(second, infoOf(second, info.name), { head, query: to }, to);
    return one && two && one.length === two.length
      ? [{ symbol: info.symbol, label: labelFor(frame), cosine: cosine(one, two) }]
      : [];
  });
};

const labelFor = (frame: PairFrame): string => frame.steps.findLast((step) => step.label !== '')?.label ?? frame.stage;
