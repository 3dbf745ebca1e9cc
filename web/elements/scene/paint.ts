import { pixel, type Rgb } from '../lib/color.ts';
import type { Placed } from './placed.ts';
import { isClosed, pixelsOf, place, rampIndex, type Ramp } from './scale.ts';
import type { Values } from './values.ts';

/** Heat maps as pixels: time grows with the area on screen, not with the number of cells. */

export interface Paint {
  ramp: Ramp;
  zero: Rgb;
  ink: Rgb;
  edge: Rgb;
  /** Rows or columns that are no source of the active row fall to half strength. */
  dim?: { along: 'row' | 'column'; keep: number };
}

const half = 128;
/** Diagonals six device-independent pixels apart. */
const hatchStep = 6;

/** Device pixel edges of n cells from `start`: each cell ends where the next begins, without blur. */
export const edges = (start: number, pitch: number, count: number, ratio: number): Int32Array =>
  Int32Array.from({ length: count + 1 }, (_, i) => Math.round((start + i * pitch) * ratio));

/** -1: hatched; otherwise the place on the ramp. */
const indexFor = (matrix: Placed, value: number): number => {
  const { scale } = matrix.spec;
  if (isClosed(scale, value)) return -1;
  if (scale.kind === 'mask') return half;
  return rampIndex(place(scale, value));
};

/** Of the cells under one pixel the farthest from zero is shown. */
const strongest = (values: Values, from: number, to: number): number => {
  let best = values[from] ?? 0;
  for (let i = from + 1; i < to; i++) {
    const value = values[i] ?? 0;
    if (!Number.isFinite(best) || Math.abs(value) > Math.abs(best)) best = Number.isFinite(value) ? value : best;
  }
  return best;
};

/** Paints one matrix into a pixel buffer `stride` wide. */
export const paintMatrix = (
  buffer: Uint32Array,
  stride: number,
  matrix: Placed,
  values: Values,
  paint: Paint,
  ratio: number,
): void => {
  const { window } = matrix;
  const xs = edges(matrix.x, matrix.pitchX, window.columns, ratio);
  const ys = edges(matrix.y, matrix.pitchY, window.rows, ratio);
  const gap = matrix.gap ? Math.max(1, Math.round(ratio)) : 0;
  const full = pixelsOf(paint.ramp);
  const pale = pixelsOf(paint.ramp, 128);
  const line = pixel(paint.edge, 200);
  const ground = pixel(paint.zero, 255);
  const step = Math.round(hatchStep * ratio);
  const thick = Math.max(1, Math.round(ratio));
  const height = buffer.length / stride;

  for (let r = 0; r < window.rows; r++) {
    const top = ys[r] ?? 0;
    const bottom = Math.max(top + (window.rows > 1 && (ys[r + 1] ?? 0) > top ? 1 : 0), (ys[r + 1] ?? 0) - gap);
    // Several rows on one pixel line: the first that claims it is shown, the strongest of its cells across.
    if (bottom <= top || top >= height) continue;
    const dimRow = paint.dim?.along === 'row' && paint.dim.keep !== window.row + r;
    let hatched = false;
    for (let c = 0; c < window.columns;) {
      const left = xs[c] ?? 0;
      let end = c + 1;
      while (end < window.columns && (xs[end] ?? 0) === left) end++;
      const right = Math.max(left + 1, (xs[end] ?? 0) - gap);
      const at = indexFor(matrix, strongest(values, r * window.columns + c, r * window.columns + end));
      const dim =
        dimRow ||
        (paint.dim?.along === 'column' &&
          !(paint.dim.keep >= window.column + c && paint.dim.keep < window.column + end));
      if (at < 0) hatched = true;
      const color = at < 0 ? ground : ((dim ? pale : full)[at] ?? 0);
      buffer.fill(color, top * stride + left, top * stride + right);
      c = end;
    }
    const begin = xs[0] ?? 0;
    const finish = xs[window.columns] ?? 0;
    for (let y = top + 1; y < bottom && y < height; y++)
      buffer.copyWithin(y * stride + begin, top * stride + begin, top * stride + finish);
    if (!hatched) continue;
    for (let c = 0; c < window.columns; c++) {
      if (indexFor(matrix, values[r * window.columns + c] ?? 0) >= 0) continue;
      for (let y = top; y < bottom && y < height; y++)
        for (let x = xs[c] ?? 0; x < (xs[c + 1] ?? 0) - gap; x++)
          if ((x + y) % step < thick) buffer[y * stride + x] = line;
    }
  }
};

/** Sign is never colour alone: from 12 px on a negative cell carries a dash. */
export const dashes = (matrix: Placed, values: Values, printed: number): { x: number; y: number; width: number }[] => {
  if (matrix.spec.scale.kind !== 'signed' || matrix.pitchX < 12 || matrix.pitchY < 12) return [];
  const width = Math.min(8, matrix.pitchX * 0.3);
  const out: { x: number; y: number; width: number }[] = [];
  for (let r = 0; r < matrix.window.rows; r++) {
    // A row that prints its figures has their minus signs.
    if (matrix.window.row + r === printed) continue;
    for (let c = 0; c < matrix.window.columns; c++) {
      const value = values[r * matrix.window.columns + c] ?? 0;
      // A cell that looks like zero needs no sign.
      if (!(value < 0) || isClosed(matrix.spec.scale, value) || place(matrix.spec.scale, value) > -0.02) continue;
      out.push({
        x: matrix.x + (c + 0.5) * matrix.pitchX - matrix.gap / 2 - width / 2,
        y: matrix.y + (r + 0.5) * matrix.pitchY - matrix.gap / 2,
        width,
      });
    }
  }
  return out;
};
