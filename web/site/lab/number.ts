import type { Read } from '../link/read-param.ts';

/** The engine computes with floats: what is larger is infinite there. */
const largest = 3.4028234663852886e38;

// As in all links: no hex, no blanks, no "Infinity".
const decimal = /^-?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

/** A number that a cell takes, from a link, a file or the field: one rule for all three. */
export const readCellNumber = (text: string): Read<number> => {
  if (text === '-inf') return { value: -Infinity };
  if (!decimal.test(text)) return { problem: 'is not a number' };
  const value = Number(text);
  return Math.abs(value) <= largest ? { value } : { problem: 'is outside −3.4e38 to 3.4e38' };
};

export const writeCellNumber = (value: number): string => (value === -Infinity ? '-inf' : String(value));
