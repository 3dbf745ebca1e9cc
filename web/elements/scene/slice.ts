import type { Region, TensorInfo } from '../../engine/types.ts';
import { shownAxes } from '../lib/words.ts';

/** Which row, head, ... of a deeper tensor is on show. */
export interface Selection {
  /** From 0. */
  head: number;
  query: number;
}

const tokenAxes = new Set(['query', 'key', 'time', 'piece']);

/** Axes that run over words or the like: their cells are squares with labels, all others are strips of channels. */
export const isTokenAxis = (axis: string): boolean => tokenAxes.has(axis);

/** A matrix out of a tensor: its last two axes, the others fixed; a vector is one row. */
export interface Slice {
  tensor: string;
  /** One index per fixed leading axis. */
  at: number[];
  /** Drawn with rows and columns exchanged. */
  transposed: boolean;
  /** As drawn. */
  rows: number;
  columns: number;
  rowAxis: string;
  columnAxis: string;
  /** Rank of the tensor: 1 means that the drawn row does not exist in its index. */
  rank: number;
}

export const sliceOf = (info: TensorInfo, selection: Selection, transposed = false): Slice => {
  const rank = info.shape.length;
  const at = info.axes.slice(0, Math.max(0, rank - 2)).map((axis, i) => {
    const size = info.shape[i] ?? 1;
    const query = info.places?.[axis]?.indexOf(selection.query) ?? selection.query;
    const wanted = axis === 'head' ? selection.head : axis === 'query' ? query : 0;
    return Math.max(0, Math.min(size - 1, wanted));
  });
  const rows = rank >= 2 ? (info.shape[rank - 2] ?? 1) : 1;
  const columns = rank >= 1 ? (info.shape[rank - 1] ?? 1) : 1;
  const axes = shownAxes(info);
  const rowAxis = rank >= 2 ? (axes[rank - 2] ?? '') : '';
  const columnAxis = rank >= 1 ? (axes[rank - 1] ?? '') : '';
  return transposed
    ? {
        tensor: info.name,
        at,
        transposed,
        rows: columns,
        columns: rows,
        rowAxis: columnAxis,
        columnAxis: rowAxis,
        rank,
      }
    : { tensor: info.name, at, transposed, rows, columns, rowAxis, columnAxis, rank };
};

/** Place in the tensor of a drawn cell. */
export const indexOf = (slice: Slice, row: number, column: number): number[] => {
  const [r, c] = slice.transposed ? [column, row] : [row, column];
  if (slice.rank === 0) return [];
  return slice.rank === 1 ? [c] : [...slice.at, r, c];
};

/** Drawn place of a tensor's cell, if the slice shows it. */
export const cellOf = (slice: Slice, index: readonly number[]): { row: number; column: number } | undefined => {
  if (index.length !== slice.rank) return undefined;
  if (slice.at.some((wanted, i) => index[i] !== wanted)) return undefined;
  const r = slice.rank >= 2 ? (index[slice.rank - 2] ?? 0) : 0;
  const c = slice.rank >= 1 ? (index[slice.rank - 1] ?? 0) : 0;
  return slice.transposed ? { row: c, column: r } : { row: r, column: c };
};

/** Rows and columns as drawn, ends exclusive. */
export interface Box {
  row: number;
  rowEnd: number;
  column: number;
  columnEnd: number;
}

/** What a slice shows of a box of its tensor. */
export const boxOf = (slice: Slice, region: Region): Box | undefined => {
  if (region.tensor !== slice.tensor || region.begin.length !== slice.rank) return undefined;
  if (slice.at.some((wanted, i) => wanted < (region.begin[i] ?? 0) || wanted >= (region.end[i] ?? 0))) return undefined;
  const { rank } = slice;
  const r: [number, number] = rank >= 2 ? [region.begin[rank - 2] ?? 0, region.end[rank - 2] ?? 1] : [0, 1];
  const c: [number, number] = rank >= 1 ? [region.begin[rank - 1] ?? 0, region.end[rank - 1] ?? 1] : [0, 1];
  if (r[1] <= r[0] || c[1] <= c[0]) return undefined;
  const [rows, columns] = slice.transposed ? [c, r] : [r, c];
  return { row: rows[0], rowEnd: rows[1], column: columns[0], columnEnd: columns[1] };
};

/** Offset and strides of the slice within the whole tensor's values. */
export const strides = (slice: Slice, shape: readonly number[]): { offset: number; row: number; column: number } => {
  const width = shape[shape.length - 1] ?? 1;
  let offset = 0;
  let size = 1;
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    if (axis < slice.at.length) offset += (slice.at[axis] ?? 0) * size;
    size *= shape[axis] ?? 1;
  }
  const down = slice.rank >= 2 ? width : 0;
  return slice.transposed ? { offset, row: 1, column: down } : { offset, row: down, column: 1 };
};
