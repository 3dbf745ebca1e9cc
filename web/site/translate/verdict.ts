import { marksOf, type Mark } from '../train/marks.ts';
import type { Known } from './dictionary.ts';

export interface Column {
  mark: Mark;
  /** What is said; absent where something is left out. */
  said?: string;
  /** What should be said; absent where something is too much. */
  right?: string;
}

export interface Verdict {
  columns: Column[];
  /** Fewest changes that put it right. */
  errors: number;
}

const against = (said: readonly string[], way: readonly string[]): Verdict => {
  let [i, j] = [0, 0];
  const columns = marksOf(said, way).map((mark): Column => ({
    mark,
    ...(mark === 'missing' ? {} : { said: said[i++]! }),
    ...(mark === 'extra' ? {} : { right: way[j++]! }),
  }));
  return { columns, errors: columns.filter(({ mark }) => mark !== 'right').length };
};

/** What was said beside the nearest way to say it right. */
export const verdictOf = (said: readonly string[], { ways }: Known): Verdict =>
  ways.map((way) => against(said, way)).reduce((best, one) => (one.errors < best.errors ? one : best));
