import { wilson } from '../../../scripts/results/interval.mjs';
import type { Edits } from '../../engine/types/decoding.ts';
import type { TrainedMetrics } from '../../engine/types/learning.ts';
import { sum } from '../trained/statistics.ts';

/** A share and the interval that holds the true one 95 times of 100. */
export interface Rate {
  share: number;
  low: number;
  high: number;
}

/** How often a text is wrong, and how many of its pieces. */
export interface Quality {
  /** Texts that were counted. */
  texts: number;
  wer: Rate;
  per: Rate;
}

/** What is known of a shipped model, counted when it was made: of pieces without an interval, since single words are not kept. */
export const shippedQuality = ({ decoded, wrong, per }: TrainedMetrics): Quality | undefined => {
  if (!decoded || wrong === undefined || per === undefined) return undefined;
  const [low, high] = wilson(wrong, decoded) as [number, number];
  return { texts: decoded, wer: { share: wrong / decoded, low, high }, per: { share: per, low: NaN, high: NaN } };
};

/**
 * Words are right or wrong, so Wilson's interval; pieces of one word stand and fall together, so the interval of pieces
 * is that of a ratio of sums over words (Cochran 1977, section 2.11).
 */
export const qualityOf = (all: readonly Edits[]): Quality => {
  const n = all.length;
  const wrong = all.filter(({ edits }) => edits > 0).length;
  const [low, high] = wilson(wrong, n) as [number, number];
  const symbols = sum(all.map((one) => one.symbols));
  const per = sum(all.map((one) => one.edits)) / symbols;
  const squares = sum(all.map(({ edits, symbols: of }) => (edits - per * of) ** 2));
  const deviation = n > 1 ? Math.sqrt((n / (n - 1)) * squares) / symbols : NaN;
  const half = 1.959964 * deviation;
  return {
    texts: n,
    wer: { share: wrong / n, low, high },
    per: { share: per, low: Math.max(0, per - half), high: per + half },
  };
};

/** Of points with two costs, those that nobody beats on both, the cheapest in `x` first. */
export const pareto = <T extends { x: number; y: number }>(points: readonly T[]): T[] => {
  const best: T[] = [];
  for (const point of [...points].sort((a, b) => a.x - b.x || a.y - b.y))
    if (!best.length || point.y < best.at(-1)!.y) best.push(point);
  return best;
};
