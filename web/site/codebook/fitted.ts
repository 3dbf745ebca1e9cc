import { clip, cornersOf, inside, type Box, type HalfPlane, type Point } from './geometry.ts';

/** The code of each field of a grid over a stretch of the plane. */
export interface Grid {
  box: Box;
  rows: number;
  columns: number;
  codes: Int32Array;
}

/** What of the plane takes one code. */
export interface Shape {
  code: number;
  /** One polygon where its borders are straight, else rows of fields. */
  parts: Point[][];
  middle: Point;
}

/** Fewer fields than these along a border do not tell which way it runs. */
const fewest = 6;
/** A polygon stands for the fields of a code where so few of all are on the wrong side, and so few of those at its border. */
const [wrongInside, wrongAtBorder] = [0.03, 0.35];

const placeIn = ({ box, rows, columns }: Grid, row: number, column: number): Point => [
  box.left + ((column + 0.5) / columns) * (box.right - box.left),
  box.top + ((row + 0.5) / rows) * (box.bottom - box.top),
];

/** Between any two codes that meet: the middles of their common edges. */
const meetings = (grid: Grid): Map<string, Point[]> => {
  const { rows, columns, codes } = grid;
  const all = new Map<string, Point[]>();
  const meet = (at: number, row: number, column: number, other: number, down: number, across: number) => {
    const [a, b] = [codes[at]!, codes[other]!];
    if (a === b) return;
    const [p, q] = [placeIn(grid, row, column), placeIn(grid, row + down, column + across)];
    const name = a < b ? `${a} ${b}` : `${b} ${a}`;
    const points = all.get(name);
    const middle: Point = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
    if (points) points.push(middle);
    else all.set(name, [middle]);
  };
  for (let row = 0; row < rows; ++row)
    for (let column = 0; column < columns; ++column) {
      const at = row * columns + column;
      if (column + 1 < columns) meet(at, row, column, at + 1, 0, 1);
      if (row + 1 < rows) meet(at, row, column, at + columns, 1, 0);
    }
  return all;
};

/** The line that fits points best, by the squares of their distances from it; `within` lies on its inner side. */
const lineThrough = (points: readonly Point[], within: Point): HalfPlane => {
  const mean = (axis: 0 | 1) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  let [xx, xy, yy] = [0, 0, 0];
  for (const [px, py] of points) {
    xx += (px - x) ** 2;
    xy += (px - x) * (py - y);
    yy += (py - y) ** 2;
  }
  // Along the line the points spread most; its normal is a quarter turn from there.
  const along = Math.atan2(2 * xy, xx - yy) / 2;
  const [a, b] = [-Math.sin(along), Math.cos(along)];
  const c = a * x + b * y;
  return a * within[0] + b * within[1] <= c ? { a, b, c } : { a: -a, b: -b, c: -c };
};

/** Rows of fields, as they are. */
const runsOf = (grid: Grid, code: number): Point[][] => {
  const { box, rows, columns, codes } = grid;
  const [width, height] = [(box.right - box.left) / columns, (box.bottom - box.top) / rows];
  const runs: Point[][] = [];
  for (let row = 0; row < rows; ++row)
    for (let column = 0; column < columns; ++column) {
      if (codes[row * columns + column] !== code) continue;
      const from = column;
      while (column + 1 < columns && codes[row * columns + column + 1] === code) ++column;
      const [left, top] = [box.left + from * width, box.top + row * height];
      runs.push(cornersOf({ left, top, right: box.left + (column + 1) * width, bottom: top + height }));
    }
  return runs;
};

const agrees = (grid: Grid, code: number, polygon: readonly Point[], allowed: number): boolean => {
  let wrong = 0;
  for (let row = 0; row < grid.rows; ++row)
    for (let column = 0; column < grid.columns; ++column)
      if (inside(polygon, placeIn(grid, row, column)) !== (grid.codes[row * grid.columns + column] === code)) ++wrong;
  return wrong <= allowed;
};

/**
 * The shapes of all codes in a grid. Their borders are straight in every method that cuts the plane by lines; then lines
 * are fitted to what the grid shows of them, and each shape is what they enclose.
 */
export const shapesOf = (grid: Grid): Shape[] => {
  const places = new Map<number, Point[]>();
  grid.codes.forEach((code, i) => {
    const place = placeIn(grid, Math.floor(i / grid.columns), i % grid.columns);
    const known = places.get(code);
    if (known) known.push(place);
    else places.set(code, [place]);
  });
  // A field's middle may lie so far on the wrong side of a line that runs through it.
  const slack = Math.max((grid.box.right - grid.box.left) / grid.columns, (grid.box.bottom - grid.box.top) / grid.rows);
  const borders = [...meetings(grid)].map(([name, points]) => ({ codes: name.split(' ').map(Number), points }));
  return [...places].map(([code, points]) => {
    const middle: Point = [0, 1].map(
      (axis) => points.reduce((sum, point) => sum + point[axis]!, 0) / points.length,
    ) as unknown as Point;
    let polygon = cornersOf(grid.box);
    let edge = 0;
    for (const border of borders) {
      if (!border.codes.includes(code)) continue;
      edge += border.points.length;
      if (border.points.length < fewest) continue;
      const line = lineThrough(border.points, middle);
      // Where corners meet, two codes touch along a few fields whose line says nothing: it would cut the code's own.
      const lost = points.filter(([x, y]) => line.a * x + line.b * y > line.c + slack).length;
      if (lost <= wrongInside * points.length) polygon = clip(polygon, line);
    }
    const allowed = wrongInside * points.length + wrongAtBorder * edge;
    return { code, middle, parts: agrees(grid, code, polygon, allowed) ? [polygon] : runsOf(grid, code) };
  });
};
