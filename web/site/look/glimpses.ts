import type { Decoded } from '../../engine/types/learning.ts';

/** One look of a model: what it names after it, and where it looked. */
export interface Glimpse {
  /** Empty at the end. */
  text: string;
  /** How likely what is named is, after what was named before. */
  share: number;
  /** How much each place counts, or could have been looked at. */
  weights: Float32Array;
  /** The place that was looked at, where it is one. */
  place?: number;
}

export const glimpsesOf = ({ pieces }: Pick<Decoded, 'pieces'>): Glimpse[] => {
  let before = 0;
  return pieces.map(({ text, logProbability, alignment = new Float32Array(), chances }) => {
    const share = Math.exp(logProbability - before);
    before = logProbability;
    return {
      text,
      share,
      weights: chances ?? alignment,
      ...(chances ? { place: alignment.indexOf(Math.max(...alignment)) } : {}),
    };
  });
};

/** Rows and columns of so many places over a picture: as square as its pixels are. */
export const gridOf = (places: number, rows: number, columns: number): { rows: number; columns: number } => {
  const across = Math.max(1, Math.round(Math.sqrt((places * columns) / rows)));
  return { rows: Math.max(1, Math.round(places / across)), columns: across };
};

/** How much each place is looked at in all: what the doubly stochastic term of the paper draws towards 1. */
export const added = (glimpses: readonly Glimpse[]): Float32Array => {
  const sum = new Float32Array(glimpses[0]?.weights.length ?? 0);
  for (const { weights, place } of glimpses)
    if (place === undefined) weights.forEach((weight, i) => (sum[i] = sum[i]! + weight));
    else sum[place] = sum[place]! + 1;
  return sum;
};

/** The end of a scale that holds all of these. */
export const largestOf = (all: readonly Float32Array[]): number =>
  Math.max(0, ...all.map((weights) => weights.reduce((most, weight) => Math.max(most, weight), 0)));
