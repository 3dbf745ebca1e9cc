import type { Codes } from '../../engine/types/codes.ts';

export interface Uses {
  counts: (code: number) => number;
  largest: number;
  /** Not one vector of the window took it; before the first update nothing is known. */
  dead: (code: number) => boolean;
}

/** How the latest batches used the codes. */
export const usesOf = ({ use }: Codes): Uses => {
  const counts = (code: number) => use.counts[code] ?? 0;
  return {
    counts,
    largest: use.counts.reduce((most, one) => Math.max(most, one), 0),
    dead: (code) => use.batches > 0 && use.counts.length > 0 && counts(code) === 0,
  };
};

/** Codes from the one that is used most to the one that is used least. */
export const byUse = ({ use }: Codes): number[] =>
  Array.from(use.counts, (_, code) => code).sort((a, b) => use.counts[b]! - use.counts[a]! || a - b);

export const percent = (part: number, whole: number): string => (whole ? ((100 * part) / whole).toFixed(1) : '0');
