/** A point of the plane that the encoder's vectors lie in. */
export type Point = readonly [x: number, y: number];

/** A stretch of the plane. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** All points with a·x + b·y ≤ c. */
export interface HalfPlane {
  a: number;
  b: number;
  c: number;
}

export const cornersOf = ({ left, top, right, bottom }: Box): Point[] => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
];

/** What of a convex polygon lies in the half plane (Sutherland & Hodgman 1974). */
export const clip = (polygon: readonly Point[], { a, b, c }: HalfPlane): Point[] => {
  const out: Point[] = [];
  const over = ([x, y]: Point) => a * x + b * y - c;
  for (let i = 0; i < polygon.length; ++i) {
    const [from, to] = [polygon[i]!, polygon[(i + 1) % polygon.length]!];
    const [before, after] = [over(from), over(to)];
    if (before <= 0) out.push(from);
    if (before < 0 !== after < 0 && before !== after && before !== 0 && after !== 0) {
      const share = before / (before - after);
      out.push([from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]);
    }
  }
  return out;
};

/** The points that are nearer to `to` than to `than`: x·(than − to) ≤ (|than|² − |to|²) / 2. */
export const nearerTo = (to: Point, than: Point): HalfPlane => ({
  a: than[0] - to[0],
  b: than[1] - to[1],
  c: (than[0] ** 2 + than[1] ** 2 - to[0] ** 2 - to[1] ** 2) / 2,
});

/** The cell of every site within the box; of sites at the same place the first has it, as the core takes the first. */
export const voronoi = (sites: readonly Point[], box: Box): Point[][] =>
  sites.map((site, i) => {
    let cell = cornersOf(box);
    for (let j = 0; j < sites.length && cell.length; ++j) {
      if (j === i) continue;
      const other = sites[j]!;
      if (other[0] === site[0] && other[1] === site[1]) {
        if (j < i) cell = [];
      } else cell = clip(cell, nearerTo(site, other));
    }
    return cell;
  });

export const inside = (polygon: readonly Point[], [x, y]: Point): boolean => {
  let within = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [[ax, ay], [bx, by]] = [polygon[i]!, polygon[j]!];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within;
  }
  return within;
};

/** The middle of its area; of nothing, undefined. */
export const middleOf = (polygon: readonly Point[]): Point | undefined => {
  let [area, x, y] = [0, 0, 0];
  polygon.forEach(([ax, ay], i) => {
    const [bx, by] = polygon[(i + 1) % polygon.length]!;
    const cross = ax * by - bx * ay;
    area += cross;
    x += (ax + bx) * cross;
    y += (ay + by) * cross;
  });
  return area === 0 ? undefined : [x / (3 * area), y / (3 * area)];
};
