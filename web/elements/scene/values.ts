import type { Tile, Trace } from '../../engine/types.ts';
import { strides, type Slice } from './slice.ts';

/** A window of a slice as drawn, row-major. */
export interface Window {
  row: number;
  column: number;
  rows: number;
  columns: number;
}

export type Values = Float32Array;

/** A slice at thumbnail size. */
export interface Pooled {
  rows: number;
  columns: number;
  data: Values;
}

const transpose = (data: Float32Array, rows: number, columns: number): Float32Array => {
  const out = new Float32Array(data.length);
  for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) out[c * rows + r] = data[r * columns + c] ?? 0;
  return out;
};

/** Tiles that were asked for, kept for the trace's life; a page turned back and forth asks once. */
const mostTiles = 64;

/**
 * Numbers of one trace for drawing: at once where the tensor was copied, by tiles where it is too large for that.
 * `arrived` is called when a tile that was missing is there.
 */
export class ValueStore {
  readonly trace: Trace;
  readonly #arrived: () => void;
  readonly #tiles = new Map<string, Float32Array | 'asked'>();
  readonly #pooled = new Map<string, Pooled>();

  constructor(trace: Trace, arrived: () => void) {
    this.trace = trace;
    this.#arrived = arrived;
  }

  #whole(name: string): boolean {
    return this.trace.tensors.find((info) => info.name === name)?.whole ?? false;
  }

  /** Undefined while a tile is on its way. */
  window(slice: Slice, window: Window): Values | undefined {
    const { row, column, rows, columns } = window;
    if (!this.#whole(slice.tensor)) return this.#tile(slice, window, [1, 1]);
    const { data, shape } = this.trace.tensor(slice.tensor);
    const step = strides(slice, shape);
    const out = new Float32Array(rows * columns);
    for (let r = 0; r < rows; r++) {
      const from = step.offset + (row + r) * step.row + column * step.column;
      for (let c = 0; c < columns; c++) out[r * columns + c] = data[from + c * step.column] ?? 0;
    }
    return out;
  }

  /**
   * The slice at a glance: each number stands for a box of cells, the largest magnitude wins. The same question has the
   * same object for its answer, so that thumbnails know that they are drawn already.
   */
  overview(slice: Slice, most: number): Pooled | undefined {
    const key = [slice.tensor, slice.at, slice.transposed, most].join('|');
    const seen = this.#pooled.get(key) ?? this.#pool(slice, most);
    if (seen) this.#pooled.set(key, seen);
    return seen;
  }

  #pool(slice: Slice, most: number): Pooled | undefined {
    const pool: [number, number] = [Math.ceil(slice.rows / most), Math.ceil(slice.columns / most)];
    const rows = Math.ceil(slice.rows / pool[0]);
    const columns = Math.ceil(slice.columns / pool[1]);
    const all = { row: 0, column: 0, rows: slice.rows, columns: slice.columns };
    if (!this.#whole(slice.tensor)) {
      const data = this.#tile(slice, all, pool);
      return data && { rows, columns, data };
    }
    const { data, shape } = this.trace.tensor(slice.tensor);
    return { rows, columns, data: pooled(data, strides(slice, shape), slice, pool, rows, columns) };
  }

  /** One number; undefined while its tile is on its way. */
  at(slice: Slice, row: number, column: number): number | undefined {
    return this.window(slice, { row, column, rows: 1, columns: 1 })?.[0];
  }

  #tile(slice: Slice, window: Window, pool: [number, number]): Values | undefined {
    const rows: [number, number] = [window.row, window.row + window.rows];
    const columns: [number, number] = [window.column, window.column + window.columns];
    const key = [slice.tensor, slice.at, slice.transposed, rows, columns, pool].join('|');
    const known = this.#tiles.get(key);
    if (known !== undefined) return known === 'asked' ? undefined : known;
    this.#tiles.set(key, 'asked');
    if (this.#tiles.size > mostTiles) this.#tiles.delete(this.#tiles.keys().next().value as string);
    const request = slice.transposed
      ? { at: slice.at, rows: columns, columns: rows, pool: [pool[1], pool[0]] as [number, number] }
      : { at: slice.at, rows, columns, pool };
    void this.trace.tile(slice.tensor, request).then(
      (tile: Tile) => {
        this.#tiles.set(key, slice.transposed ? transpose(tile.data, tile.rows, tile.columns) : tile.data);
        this.#arrived();
      },
      // A disposed trace answers with an error: nobody is waiting for its numbers any more.
      () => this.#tiles.delete(key),
    );
    return undefined;
  }
}

const pooled = (
  data: Float32Array,
  step: { offset: number; row: number; column: number },
  slice: Slice,
  pool: [number, number],
  rows: number,
  columns: number,
): Values => {
  // Masked cells lose against any number.
  const out = new Float32Array(rows * columns).fill(-Infinity);
  for (let r = 0; r < slice.rows; r++) {
    const to = Math.floor(r / pool[0]) * columns;
    let from = step.offset + r * step.row;
    for (let c = 0; c < slice.columns; c++, from += step.column) {
      const value = data[from] ?? 0;
      const cell = to + Math.floor(c / pool[1]);
      const best = out[cell] ?? -Infinity;
      if (Number.isFinite(value) && (best === -Infinity || Math.abs(value) > Math.abs(best))) out[cell] = value;
    }
  }
  return out;
};
