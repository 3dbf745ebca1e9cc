import { describe, expect, it } from 'vitest';
import { clip, cornersOf, inside, middleOf, voronoi, type Point } from '../../../../web/site/codebook/geometry.ts';

const box = { left: 0, top: 0, right: 4, bottom: 2 };
const area = (polygon: readonly Point[]): number =>
  Math.abs(
    polygon.reduce((sum, [x, y], i) => {
      const [nx, ny] = polygon[(i + 1) % polygon.length]!;
      return sum + (x * ny - nx * y) / 2;
    }, 0),
  );

/** Numbers between 0 and 1 that look like chance and are the same each time. */
const draw = (seed: number) => {
  let state = seed;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
};

describe('cells of codes', () => {
  it('are cut along the line half way between two sites', () => {
    const [left, right] = voronoi(
      [
        [1, 1],
        [2, 1],
      ],
      box,
    );
    expect(area(left!)).toBeCloseTo(3);
    expect(area(right!)).toBeCloseTo(5);
    expect(middleOf(left!)![0]).toBeCloseTo(0.75);
  });

  it('cover the box, and each point lies in the cell of its nearest site', () => {
    const next = draw(7);
    const sites = Array.from({ length: 24 }, (): Point => [6 * next() - 1, 4 * next() - 1]);
    const cells = voronoi(sites, box);
    expect(cells.reduce((sum, cell) => sum + area(cell), 0)).toBeCloseTo(8);
    for (let i = 0; i < 300; ++i) {
      const point: Point = [4 * next(), 2 * next()];
      const far = sites.map(([x, y]) => (x - point[0]) ** 2 + (y - point[1]) ** 2);
      expect(inside(cells[far.indexOf(Math.min(...far))]!, point)).toBe(true);
    }
  });

  it('of sites at the same place belong to the first', () => {
    const [first, second] = voronoi(
      [
        [1, 1],
        [1, 1],
      ],
      box,
    );
    expect(area(first!)).toBeCloseTo(8);
    expect(second).toEqual([]);
    expect(middleOf([])).toBeUndefined();
  });

  it('keep what lies on the border of a half plane', () => {
    expect(clip(cornersOf(box), { a: 1, b: 0, c: 4 })).toHaveLength(4);
    expect(area(clip(cornersOf(box), { a: 1, b: 0, c: 0 }))).toBe(0);
  });
});
