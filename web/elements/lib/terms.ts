import type { Explanation, Term, Trace } from '../../engine/types.ts';
import { infoOf, producerOf } from './frames.ts';

/** What the terms of a sum are: a bias stands among them by itself and is counted apart. */

const rowAxes = new Set(['query', 'key', 'time', 'piece']);

/** One number for each channel, the same for every word, that nothing in the record made. */
const isBias = (trace: Trace, tensor: string): boolean =>
  producerOf(trace, tensor) === undefined && infoOf(trace, tensor)?.axes.some((axis) => rowAxes.has(axis)) === false;

const tensorsOf = (term: Term): string => term.sources.map((source) => source.tensor).join(' ');

const isBiasTerm = (trace: Trace, { sources }: Term): boolean =>
  sources.length === 1 && isBias(trace, sources[0]!.tensor);

/** Do the terms stand along an axis of the same tensors? Else they are of several: numbers at the same place. */
export const alongAxis = (trace: Trace, one: Explanation): boolean => {
  const others = one.form === 'dot' ? one.terms.filter((term) => !isBiasTerm(trace, term)) : one.terms;
  return new Set(others.map(tensorsOf)).size <= 1;
};

/** How many terms there are but for biases. */
export const counted = (trace: Trace, one: Explanation): number => {
  if (one.form !== 'dot' && (one.form !== 'sum' || alongAxis(trace, one))) return one.terms.length;
  return one.terms.filter((term) => !isBiasTerm(trace, term)).length;
};
