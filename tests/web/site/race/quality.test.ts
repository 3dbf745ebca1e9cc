import { describe, expect, it } from 'vitest';
import { pareto, qualityOf } from '../../../../web/site/race/quality.ts';

describe('how often a lane is wrong', () => {
  it('is counted in words and in pieces', () => {
    const { texts, wer, per } = qualityOf([
      { edits: 0, symbols: 5 },
      { edits: 2, symbols: 4 },
      { edits: 0, symbols: 6 },
      { edits: 1, symbols: 5 },
    ]);
    expect(texts).toBe(4);
    expect(wer.share).toBe(0.5);
    expect(per.share).toBeCloseTo(3 / 20);
    expect(wer.low).toBeGreaterThan(0);
    expect(wer.high).toBeLessThan(1);
    expect(per.low).toBeGreaterThanOrEqual(0);
  });

  it('has an interval that holds the truth about 95 times of 100', () => {
    // Words of 4 to 9 sounds; in one word of three each sound is wrong with chance 0.3: 0.1 in all. A generator of its
    // own (Lehmer's), so that the test never changes.
    let state = 12_345;
    const chance = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
    let held = 0;
    for (let trial = 0; trial < 400; ++trial) {
      const words = Array.from({ length: 200 }, () => {
        const symbols = 4 + Math.floor(6 * chance());
        const hard = chance() < 1 / 3;
        const edits = Array.from({ length: symbols }, () => (hard && chance() < 0.3 ? 1 : 0)).reduce<number>(
          (a, b) => a + b,
          0,
        );
        return { edits, symbols };
      });
      const { low, high } = qualityOf(words).per;
      if (low <= 0.1 && 0.1 <= high) ++held;
    }
    expect(held / 400).toBeGreaterThan(0.92);
    expect(held / 400).toBeLessThan(0.98);
  });
});

describe('the line that nobody beats', () => {
  it('goes through the best of both, the fastest first', () => {
    const points = [
      { name: 'slow and right', x: 9, y: 1 },
      { name: 'beaten', x: 5, y: 6 },
      { name: 'between', x: 4, y: 3 },
      { name: 'fast and wrong', x: 1, y: 8 },
      { name: 'as fast, more wrong', x: 4, y: 4 },
    ];
    expect(pareto(points).map(({ name }) => name)).toEqual(['fast and wrong', 'between', 'slow and right']);
  });
});
