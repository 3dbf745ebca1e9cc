/** Pictures that somebody draws, and how models look at them. */
import { describe, expect, it } from 'vitest';
import { added, glimpsesOf, gridOf, largestOf } from '../../../../web/site/look/glimpses.ts';
import { readHash, start, writeHash } from '../../../../web/site/look/link.ts';
import { blank, isBlank, readWritten, stroke, written } from '../../../../web/site/look/picture.ts';

const empty = blank(24, 64);
const drawn = stroke(empty, [10, 5], [10, 19]);

describe('a drawn picture', () => {
  it('has a stroke as wide as those of the digits, and leaves what it is made of alone', () => {
    expect(isBlank(empty)).toBe(true);
    const row = Array.from(drawn.values.slice(12 * 64, 13 * 64));
    expect(row.filter((value) => value > 0.5)).toHaveLength(2);
    expect(row.filter((value) => value > 0).length).toBeLessThanOrEqual(4);
    expect(Math.max(...drawn.values)).toBeLessThanOrEqual(1);
    expect(isBlank(stroke(drawn, [10, 0], [10, 23], true))).toBe(true);
    // Beyond its edges there is nothing to draw on.
    expect(isBlank(stroke(empty, [-20, -20], [-10, -10]))).toBe(true);
  });

  it('travels in an address', () => {
    const text = written(drawn);
    expect(text.length).toBeLessThan(500);
    expect(readWritten(text, 24, 64)).toEqual(drawn);
    for (const bad of ['', 'z1537.', 'z1535.', 'g', 'z1536', `${text}0`, 'z9999.z9999.'])
      expect(readWritten(bad, 24, 64), bad).toBeUndefined();
  });

  it("stands in the page's address with everything else", () => {
    const sizes = { examples: 1000, rows: 24, columns: 64 };
    const view = { ...start, picture: drawn, step: 2, hard: 'drawn' as const, seed: 7 };
    expect(readHash(writeHash(view), sizes)).toEqual({ view, ignored: [] });
    const bad = readHash('#example=1000&step=-1&hard=odd&picture=x&colour=red', sizes);
    expect(bad.view).toEqual(start);
    expect(bad.ignored).toHaveLength(5);
  });
});

describe('glimpses', () => {
  it('stand on a grid as square as the pixels', () => {
    expect(gridOf(96, 24, 64)).toEqual({ rows: 6, columns: 16 });
    expect(gridOf(100, 40, 40)).toEqual({ rows: 10, columns: 10 });
  });

  it('say how likely each digit was after those before it, and where hard attention looked', () => {
    const piece = (text: string, logProbability: number, alignment: number[], chances?: number[]) => ({
      id: 2,
      text,
      parent: -1,
      logProbability,
      alignment: Float32Array.from(alignment),
      ...(chances ? { chances: Float32Array.from(chances) } : {}),
    });
    const decoded = (pieces: ReturnType<typeof piece>[]) => ({
      sourcePieces: [],
      text: '',
      pieces,
      score: 0,
      steps: [],
      milliseconds: { read: 0, steps: [] },
    });
    const soft = glimpsesOf(decoded([piece('3', Math.log(0.5), [0.5, 0.5]), piece('', Math.log(0.25), [1, 0])]));
    expect(soft.map(({ share }) => share.toFixed(3))).toEqual(['0.500', '0.500']);
    expect([...added(soft)]).toEqual([1.5, 0.5]);
    const hard = glimpsesOf(decoded([piece('3', 0, [0, 1], [0.25, 0.75]), piece('', 0, [0, 1], [0.5, 0.5])]));
    expect(hard.map(({ place }) => place)).toEqual([1, 1]);
    expect([...added(hard)]).toEqual([0, 2]);
    expect(largestOf(hard.map(({ weights }) => weights))).toBe(0.75);
    expect(largestOf([])).toBe(0);
  });
});
