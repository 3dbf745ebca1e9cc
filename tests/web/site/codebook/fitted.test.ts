import { describe, expect, it } from 'vitest';
import { shapesOf, type Grid } from '../../../../web/site/codebook/fitted.ts';
import { inside, type Point } from '../../../../web/site/codebook/geometry.ts';

const box = { left: -1, top: -1, right: 1, bottom: 1 };
const gridOf = (code: (x: number, y: number) => number): Grid => {
  const [rows, columns] = [60, 64];
  const codes = Int32Array.from({ length: rows * columns }, (_, i) =>
    code(-1 + (2 * ((i % columns) + 0.5)) / columns, -1 + (2 * (Math.floor(i / columns) + 0.5)) / rows),
  );
  return { box, rows, columns, codes };
};
const holds = (parts: readonly Point[][], point: Point) => parts.some((part) => inside(part, point));

describe('shapes of codes in a grid', () => {
  it('have straight borders where codes are cut by lines', () => {
    // The signs of two turned axes: four parts that meet in one point.
    const sign = (x: number, y: number) => Number(0.8 * x + 0.6 * y > 0.1) + 2 * Number(-0.6 * x + 0.8 * y > -0.05);
    const shapes = shapesOf(gridOf(sign));
    expect(shapes.map(({ code }) => code).sort()).toEqual([0, 1, 2, 3]);
    for (const { code, parts } of shapes) {
      expect(parts).toHaveLength(1);
      // Nearer to the border than a field is wide.
      for (const [x, y] of [
        [0.5, -0.45],
        [-0.6, 0.7],
        [0.12, 0.05],
        [0.09, -0.02],
      ] as const)
        expect(holds(parts, [x, y])).toBe(sign(x, y) === code);
    }
  });

  it('are rows of fields where they are not convex', () => {
    const ring = (x: number, y: number) => Number(x * x + y * y < 0.4);
    const shapes = shapesOf(gridOf(ring));
    const outer = shapes.find(({ code }) => code === 0)!;
    expect(outer.parts.length).toBeGreaterThan(1);
    expect(holds(outer.parts, [0, 0])).toBe(false);
    expect(holds(outer.parts, [0.9, 0.9])).toBe(true);
  });

  it('fill the box where there is but one', () => {
    const [only, ...rest] = shapesOf(gridOf(() => 5));
    expect(rest).toEqual([]);
    expect(only).toMatchObject({
      code: 5,
      parts: [
        [
          [-1, -1],
          [1, -1],
          [1, 1],
          [-1, 1],
        ],
      ],
    });
  });
});
