import { describe, expect, it } from 'vitest';
import { cosine, differenceOf, reachOf } from '../../../../web/site/lab/difference.ts';

const floats = (...values: number[]): Float32Array => Float32Array.from(values);

describe('the difference of two runs', () => {
  it('is the second less the first, cell by cell, with its largest and its count', () => {
    const one = differenceOf(floats(1, 2, 3), floats(1, 4, 2));
    expect([...one.data]).toEqual([0, 2, -1]);
    expect(one).toMatchObject({ max: 2, at: 1, moved: 2, same: false });
    expect(reachOf(one, 4)).toBe(2);
  });

  it('tells the same bits from the same but for rounding', () => {
    expect(differenceOf(floats(1, -2), floats(1, -2)).same).toBe('bits');
    const near = differenceOf(floats(100, 1), floats(100.00001, 1));
    expect(near.same).toBe('rounding');
    // Rounding must not fill the scale.
    expect(reachOf(near, 100)).toBe(100);
    expect(differenceOf(floats(1, 1), floats(1.001, 1)).same).toBe(false);
  });

  it('hatches what only one of the two masks, and finds no difference where both do', () => {
    const one = differenceOf(floats(-Infinity, -Infinity, 1), floats(-Infinity, 2, 1));
    expect([...one.data]).toEqual([0, -Infinity, 0]);
    expect(one).toMatchObject({ maskedOnce: 1, moved: 1, same: false, max: 0 });
  });

  it('knows how alike two vectors are', () => {
    expect(cosine([1, 2], [2, 4])).toBeCloseTo(1, 12);
    expect(cosine([1, 0], [0, 3])).toBe(0);
    expect(cosine([1, 0], [-2, 0])).toBe(-1);
    expect(cosine([0, 0], [1, 1])).toBe(0);
  });
});
