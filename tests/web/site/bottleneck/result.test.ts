import { describe, expect, it } from 'vitest';
import { byLength } from '../../../../scripts/results/bottleneck.mjs';

const run = (by_length: object[]) => ({ metrics: { by_length } }) as never;

describe('a run by length', () => {
  it('adds up the lengths of a group, and leaves out groups without phrases', () => {
    const [short, ...rest] = byLength(
      run([
        { length: 3, examples: 10, wrong: 2, edits: 3, symbols: 30 },
        { length: 8, examples: 30, wrong: 8, edits: 17, symbols: 170 },
      ]),
    );
    expect(rest).toEqual([]);
    expect(short).toMatchObject({ from: 1, to: 8, examples: 40, errors: 0.1 });
    expect(short!.sounds.right).toBeCloseTo(0.9, 12);
    expect(short!.phrases.right).toBeCloseTo(0.75, 12);
    for (const { right, low, high } of [short!.sounds, short!.phrases]) {
      expect(low).toBeLessThan(right);
      expect(high).toBeGreaterThan(right);
    }
  });

  it('holds shares between 0 and 1 where more is wrong than there is', () => {
    const [one] = byLength(run([{ length: 20, examples: 5, wrong: 5, edits: 90, symbols: 60 }]));
    expect(one!.errors).toBe(1.5);
    expect(one!.sounds).toMatchObject({ right: 0, low: 0 });
    expect(one!.sounds.high).toBeLessThan(1);
  });
});
