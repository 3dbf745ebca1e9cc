import type { Explanation, Trace } from '../../engine/types.ts';
import { infoOf, producerOf } from './frames.ts';

/** What the terms of a sum are: a bias stands among them by itself and is counted apart. */

const rowAxes = new Set(['query', 'key', 'time', 'piece']);

/** One number for each channel, the same for every word, that nothing in the record made. */
const isBias = (trace: Trace, tensor: string): boolean =>
  producerOf(trace, tensor) === undefined && infoOf(trace, tensor)?.axes.some((axis) => rowAxes.has(axis)) === false;

const tensorsOf = (one: Explanation): string[] => one.terms.map((term) => term.sources[0]?.tensor ?? '');

/** Do the terms stand along an axis of one tensor? Else they are of several: numbers that stand at the same place. */
export const alongAxis = (one: Explanation): boolean => new Set(tensorsOf(one)).size <= 1;

/** How many terms there are but for biases. */
export const counted = (trace: Trace, one: Explanation): number => {
  if (one.form === 'dot') return one.terms.filter((term) => term.sources.length > 1).length;
  if (one.form !== 'sum' || alongAxis(one)) return one.terms.length;
  return tensorsOf(one).filter((tensor) => !isBias(trace, tensor)).length;
};
