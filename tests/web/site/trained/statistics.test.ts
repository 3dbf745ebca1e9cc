import { describe, expect, it } from 'vitest';
import { median, quantile, spread, sum } from '../../../../web/site/trained/statistics.ts';

describe('what is said of numbers measured several times', () => {
  it('is their middle and their middle half', () => {
    expect(sum([1, 2, 3.5])).toBe(6.5);
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(spread([5, 1, 2, 3, 4])).toEqual({ median: 3, low: 2, high: 4 });
    expect(quantile([1, 3], 0.25)).toBe(1.5);
    expect(spread([7])).toEqual({ median: 7, low: 7, high: 7 });
  });
});
