import type { Placed, Scene } from './placed.ts';

/** Questions to a laid out scene: what stands where. */

export interface Hit {
  matrix: Placed;
  row: number;
  column: number;
}

/** The cell under a point: a handful of comparisons, however many cells there are. */
export const hitTest = (scene: Scene, x: number, y: number): Hit | undefined => {
  for (const matrix of scene.matrices) {
    if (x < matrix.x || y < matrix.y || x >= matrix.x + matrix.width || y >= matrix.y + matrix.height) continue;
    const row = matrix.window.row + Math.min(matrix.window.rows - 1, Math.floor((y - matrix.y) / matrix.pitchY));
    const column =
      matrix.window.column + Math.min(matrix.window.columns - 1, Math.floor((x - matrix.x) / matrix.pitchX));
    return { matrix, row, column };
  }
  return undefined;
};

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where a box of cells stands, cut to what is on show; undefined when none of it is. */
export const rectOf = (
  matrix: Placed,
  box: { row: number; rowEnd: number; column: number; columnEnd: number },
): Rect | undefined => {
  const { window } = matrix;
  const r0 = Math.max(box.row, window.row);
  const r1 = Math.min(box.rowEnd, window.row + window.rows);
  const c0 = Math.max(box.column, window.column);
  const c1 = Math.min(box.columnEnd, window.column + window.columns);
  if (r1 <= r0 || c1 <= c0) return undefined;
  return {
    x: matrix.x + (c0 - window.column) * matrix.pitchX,
    y: matrix.y + (r0 - window.row) * matrix.pitchY,
    width: (c1 - c0) * matrix.pitchX - matrix.gap,
    height: (r1 - r0) * matrix.pitchY - matrix.gap,
  };
};

/** Every n-th label where all would touch. The chosen one is always shown, its neighbours make room. */
export const thinned = (first: number, count: number, pitch: number, need: number, chosen: number): number[] => {
  const every = Math.max(1, Math.ceil(need / pitch));
  const out: number[] = [];
  for (let i = first; i < first + count; i++) {
    if (i === chosen || ((i - first) % every === 0 && (every === 1 || Math.abs(i - chosen) >= every))) out.push(i);
  }
  return out;
};
