/** Pictures as levels row by row, and what of them is to be drawn: pure arithmetic. */

/** A square picture: each pixel's level, 0 for blank paper. */
export interface Picture {
  side: number;
  /** So many levels there are; the last is full ink. */
  levels: number;
  pixels: readonly number[];
}

/** A rectangle of pixels. */
export interface Hole {
  left: number;
  top: number;
  width: number;
  height: number;
}

export type Way = 'half' | 'hole' | 'double';
export const ways: readonly Way[] = ['half', 'hole', 'double'];

export const unknown = -1;

/** Ink of a level, from 0 to 1. */
export const inkOf = (level: number, levels: number): number => level / (levels - 1);

const inHole = ({ left, top, width, height }: Hole, row: number, column: number): boolean =>
  column >= left && column < left + width && row >= top && row < top + height;

/** The picture with −1 where something is to be drawn. */
export const wishOf = ({ side, pixels }: Picture, way: Way, kept: number, hole: Hole): number[] =>
  pixels.map((level, i) => {
    const [row, column] = [Math.floor(i / side), i % side];
    const drawn = way === 'double' || (way === 'half' ? row >= kept : inHole(hole, row, column));
    return drawn ? unknown : level;
  });

/** Half the height and width: a mean of two by two pixels' ink, from 0 to 1. */
export const halved = ({ side, levels, pixels }: Picture): number[] => {
  const half = side / 2;
  return Array.from({ length: half * half }, (_, i) => {
    const corner = 2 * Math.floor(i / half) * side + 2 * (i % half);
    const four = [corner, corner + 1, corner + side, corner + side + 1];
    return four.reduce((sum, at) => sum + inkOf(pixels[at] ?? 0, levels), 0) / 4;
  });
};

/** Known pixels that come after one to be drawn: a model that draws in this order has not seen them. */
export const laterKnown = (wish: readonly number[]): number[] => {
  const first = wish.indexOf(unknown);
  return first < 0 ? [] : wish.flatMap((level, i) => (i > first && level !== unknown ? [i] : []));
};

export const missing = (wish: readonly number[]): number[] =>
  wish.flatMap((level, i) => (level === unknown ? [i] : []));

/** As large as it may be and inside the picture: one pixel at least, and never all of it. */
export const fitted = (hole: Hole, side: number): Hole => {
  const clamp = (value: number, low: number, high: number) => Math.min(Math.max(Math.round(value), low), high);
  const width = clamp(hole.width, 1, side);
  const height = clamp(hole.height, 1, side);
  return { width, height, left: clamp(hole.left, 0, side - width), top: clamp(hole.top, 0, side - height) };
};

/** A path of squares: one for each pixel that is meant. */
export const squares = (pixels: Iterable<number>, side: number): string => {
  let path = '';
  for (const i of pixels) path += `M${i % side} ${Math.floor(i / side)}h1v1h-1z`;
  return path;
};

/** Pixels by their level, blank ones left out. */
export const byLevel = (pixels: readonly number[], levels: number): number[][] => {
  const groups: number[][] = Array.from({ length: levels }, () => []);
  pixels.forEach((level, i) => level > 0 && groups[level]?.push(i));
  return groups;
};

const digits = '0123456789abcdef';

/** A digit of 16 for each pixel: what an address carries. */
export const written = (pixels: readonly number[]): string => pixels.map((level) => digits[level]).join('');

export const readWritten = (text: string, side: number, levels: number): number[] | undefined => {
  const pixels = [...text].map((letter) => digits.indexOf(letter));
  return pixels.length === side * side && pixels.every((level) => level >= 0 && level < levels) ? pixels : undefined;
};
