import type { Rgb } from '../../elements/lib/color.ts';
import * as format from '../../elements/lib/format.ts';
import type { Palette } from '../../elements/lib/palette.ts';
import { colorAt, endsOf, isClosed, place, ticksOf } from '../../elements/scene/scale.ts';
import type { Matrix } from './matrix.ts';

/** A matrix as a picture that stands by itself: colours, words, ends of the scale, no style sheet. */

const font = "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', sans-serif";
const size = 12;
/** Average width of a character of that size. */
const character = 6.2;
const pad = 16;
/** The picture's longer side without words; a cell is at most so large. */
const side = 560;
const largestCell = 28;

export const hex = ([r, g, b]: Rgb): string => `#${((1 << 24) | (r << 16) | (g << 8) | b).toString(16).slice(1)}`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const round = (value: number): string => String(Number(value.toFixed(2)));

const colorOf = (matrix: Matrix, palette: Palette, value: number): string => {
  const { scale } = matrix;
  if (isClosed(scale, value)) return 'url(#closed)';
  return hex(colorAt(palette.ramps[matrix.letter], scale.kind === 'mask' ? 0 : place(scale, value)));
};

/** Neighbours of one colour are one rectangle: a mask of a thousand words is a few thousand of them, not a million. */
const cells = (matrix: Matrix, palette: Palette, w: number, h: number): string[] => {
  const out: string[] = [];
  for (let r = 0; r < matrix.rows; r++)
    for (let c = 0; c < matrix.columns;) {
      const color = colorOf(matrix, palette, matrix.data[r * matrix.columns + c]!);
      let end = c + 1;
      while (end < matrix.columns && colorOf(matrix, palette, matrix.data[r * matrix.columns + end]!) === color) end++;
      out.push(
        `<rect x="${round(c * w)}" y="${round(r * h)}" width="${round((end - c) * w)}" height="${round(h)}" fill="${color}"/>`,
      );
      c = end;
    }
  return out;
};

/** White lines between cells, where cells are large enough to have them. */
const lines = (matrix: Matrix, w: number, h: number, ground: string): string => {
  const path: string[] = [];
  if (w >= 6) for (let c = 1; c < matrix.columns; c++) path.push(`M${round(c * w)} 0V${round(matrix.rows * h)}`);
  if (h >= 6) for (let r = 1; r < matrix.rows; r++) path.push(`M0 ${round(r * h)}H${round(matrix.columns * w)}`);
  return path.length ? `<path d="${path.join('')}" stroke="${ground}" stroke-width="1"/>` : '';
};

const legend = (matrix: Matrix, palette: Palette, width: number): string[] => {
  const words = ticksOf(matrix.scale);
  if (!words.length) return [];
  const [from, to] = endsOf(matrix.scale);
  const steps = 48;
  const bar = Array.from({ length: steps }, (_, i) => {
    const at = from + ((to - from) * i) / (steps - 1);
    return `<rect x="${round((i * width) / steps)}" width="${round(width / steps + 0.3)}" height="10" fill="${hex(colorAt(palette.ramps[matrix.letter], at))}"/>`;
  });
  const anchors = ['start', 'middle', 'end'];
  const text = words.map(
    (word, i) => `<text x="${round((i * width) / 2)}" y="24" text-anchor="${anchors[i]}">${escaped(word)}</text>`,
  );
  return [...bar, ...text];
};

export interface Drawn {
  svg: string;
  width: number;
  height: number;
}

/** More cells than this are drawn as pixels: as rectangles they would be megabytes of text. */
const mostRectangles = 20_000;

/** `pixels`: the matrix as a picture of one pixel per cell, where there is a canvas to make it. */
export const svgOf = (
  matrix: Matrix,
  palette: Palette,
  ground: Rgb,
  pixels?: (matrix: Matrix, palette: Palette) => string,
): Drawn => {
  const { rows, columns, rowWords, columnWords, info } = matrix;
  const square = Math.min(largestCell, side / Math.max(rows, columns));
  // Channels are strips: as many as fit, each as wide as a pixel or more.
  const strips = columnWords.length === 0;
  const w = strips ? Math.min(largestCell, side / columns) : square;
  const h = strips ? Math.min(largestCell, side / rows) : square;
  const words = (list: readonly string[], room: number) =>
    room >= size * 0.9 ? list.map((word) => format.short(word, 14)) : [];
  const [beside, above] = [words(rowWords, h), words(columnWords, w)];
  const wordRoom = (list: readonly string[]) => Math.max(0, ...list.map((word) => [...word].length)) * character;
  const left = pad + (beside.length ? wordRoom(beside) + 8 : 0);
  // Slanted by 45 degrees.
  const slant = above.length ? wordRoom(above) * 0.71 + 12 : 0;
  const top = pad + 24 + slant;
  const [wide, high] = [columns * w, rows * h];
  const bar = Math.min(160, Math.max(96, wide));
  const width = Math.ceil(left + Math.max(wide + slant, bar, 200) + pad);
  const height = Math.ceil(top + high + (ticksOf(matrix.scale).length ? 48 : 0) + pad);
  const ink = hex(palette.ink);
  const title = [info.symbol && info.symbol !== info.name ? `${info.symbol}, ${info.name}` : info.name, matrix.part];
  const said = title.filter(Boolean).join(', ');
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${font}" font-size="${size}" fill="${ink}">`,
    `<title>${escaped(said)}</title>`,
    `<defs><pattern id="closed" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6" fill="${hex(palette.zero)}"/><path d="M-1 1l2-2M0 6l6-6M5 7l2-2" stroke="${hex(palette.edge)}"/></pattern></defs>`,
    `<rect width="${width}" height="${height}" fill="${hex(ground)}"/>`,
    `<text x="${pad}" y="${pad + 10}" font-weight="700">${escaped(said)}</text>`,
    ...beside.map(
      (word, r) =>
        `<text x="${round(left - 8)}" y="${round(top + (r + 0.5) * h + 4)}" text-anchor="end">${escaped(word)}</text>`,
    ),
    ...above.map(
      (word, c) =>
        `<text transform="translate(${round(left + (c + 0.5) * w)} ${round(top - 6)}) rotate(-45)">${escaped(word)}</text>`,
    ),
    `<g transform="translate(${round(left)} ${round(top)})" shape-rendering="crispEdges">`,
    ...(pixels && rows * columns > mostRectangles
      ? [
          `<image width="${round(wide)}" height="${round(high)}" preserveAspectRatio="none" image-rendering="pixelated" href="${pixels(matrix, palette)}"/>`,
        ]
      : cells(matrix, palette, w, h)),
    lines(matrix, w, h, hex(ground)),
    '</g>',
    `<g transform="translate(${round(left)} ${round(top + high + 16)})">`,
    ...legend(matrix, palette, bar),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
  return { svg, width, height };
};
