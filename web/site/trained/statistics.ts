/** What is said of numbers that were measured several times. */

export const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** The value below which a share of the numbers lies, between two of them where it falls between. */
export const quantile = (numbers: readonly number[], share: number): number => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? NaN;
  return below + (place - Math.floor(place)) * ((sorted[Math.ceil(place)] ?? NaN) - below);
};

/** The middle, and between what the middle half lies. */
export interface Spread {
  median: number;
  low: number;
  high: number;
}

export const spread = (numbers: readonly number[]): Spread => ({
  median: quantile(numbers, 0.5),
  low: quantile(numbers, 0.25),
  high: quantile(numbers, 0.75),
});

export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5);
