import { rectOf, type Rect } from '../scene/hit.ts';
import type { Trace } from '../../engine/types.ts';
import type { Placed } from '../scene/placed.ts';
import { activeRow } from '../scene/places.ts';

/** The active row of a matrix that has one. */
export const rowRect = (matrix: Placed, trace: Trace, query: number): Rect | undefined => {
  const { slice } = matrix.spec;
  const row = activeRow(trace, matrix.spec, query);
  if (row < 0) return undefined;
  return rectOf(matrix, { row, rowEnd: row + 1, column: 0, columnEnd: slice.columns });
};
