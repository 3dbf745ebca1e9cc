import type { TensorInfo, Trace } from '../../engine/types.ts';
import { infoOf } from './frames.ts';

export interface Words {
  tokens: readonly string[];
  /** So many of them are read. */
  read: number;
}

/** Traces that join several runs know more than one sentence. */
export interface Worded extends Trace {
  wordsIn(tensor: string): Words;
  pooled(tensor: string): boolean;
}

const asked = new WeakMap<Trace, boolean>();

const hasQueries = (trace: Trace): boolean => {
  const known = asked.get(trace) ?? trace.steps.some((step) => infoOf(trace, step.output)?.role === 'query');
  asked.set(trace, known);
  return known;
};

/** One row for a text of several words, and no query was made of any of them: the text as a whole asks. */
export const isPooled = (trace: Trace | Worded, tensor: string): boolean => {
  if ('pooled' in trace) return trace.pooled(tensor);
  const info = infoOf(trace, tensor);
  return info?.shape[info.axes.indexOf('query')] === 1 && trace.tokens.length > 1 && !hasQueries(trace);
};

/** Another text is read than the one that asks. */
export const readsOther = ({ sourceTokens }: Trace): boolean => sourceTokens.length > 0;

/** The words along an axis of a tensor: those of the text that asks, or of another one that is read. */
export const wordsIn = (trace: Trace | Worded, tensor: string, axis: string): Words => {
  if ('wordsIn' in trace) return trace.wordsIn(tensor);
  if (!infoOf(trace, tensor)?.source?.includes(axis)) return trace;
  return { tokens: trace.sourceTokens, read: trace.sourceTokens.length };
};

/** The word at a place of an axis, from 0; what is no word is below 0: `~place`. */
export const wordOf = (trace: Trace, info: TensorInfo, axis: string, at: number): number => {
  const places = info.places?.[axis];
  if (!places) return info.shape[info.axes.indexOf(axis)] === wordsIn(trace, info.name, axis).read ? at : ~at;
  const word = places[at] ?? -1;
  return word < 0 ? ~at : word;
};

/** The place of a word, or of what is no word; -1 where the axis has none. */
export const placeIn = (trace: Trace, info: TensorInfo, axis: string, word: number): number => {
  const at = word < 0 ? ~word : (info.places?.[axis]?.indexOf(word) ?? word);
  const size = info.shape[info.axes.indexOf(axis)] ?? 0;
  return at >= 0 && at < size && wordOf(trace, info, axis, at) === word ? at : -1;
};

/** The row of the word that asks. Rows that are no words, such as a learned query, ask for every word. */
export const rowFor = (trace: Trace, info: TensorInfo, axis: string, query: number): number => {
  const at = placeIn(trace, info, axis, query);
  const size = info.shape[info.axes.indexOf(axis)] ?? 1;
  return at < 0 && wordOf(trace, info, axis, 0) < 0 ? Math.min(size - 1, query) : at;
};

/** The words that are read, one per key. */
export const keyWords = (trace: Trace): Words =>
  readsOther(trace) ? { tokens: trace.sourceTokens, read: trace.sourceTokens.length } : trace;

/** An axis as it is shown: words of another text that is read are keys from the first, whatever the record calls them. */
const shownAxis = ({ source }: Pick<TensorInfo, 'source'>, axis: string): string =>
  axis === 'query' && source?.includes(axis) ? 'key' : axis;

export const shownAxes = (info: TensorInfo): string[] => info.axes.map((axis) => shownAxis(info, axis));
