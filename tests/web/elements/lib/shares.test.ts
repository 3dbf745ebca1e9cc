import { describe, expect, it } from 'vitest';
import { sharesOf } from '../../../../web/elements/lib/shares.ts';

describe('shares of a row', () => {
  it('are the weights themselves where these are within 0 and 1', () => {
    const row = new Float32Array([0.2, 0, 0.8]);
    expect(sharesOf(row)).toBe(row);
    expect(sharesOf(undefined)).toBeUndefined();
  });

  it('are parts of the whole, whatever size and sign the numbers have', () => {
    expect([...sharesOf(new Float32Array([60, -20, 0, -Infinity]))!]).toEqual([0.75, 0.25, 0, 0]);
    expect([...sharesOf(new Float32Array([-Infinity, NaN]))!]).toEqual([0, 0]);
  });
});
