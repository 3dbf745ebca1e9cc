import { rectOf, type Rect } from '../scene/hit.ts';
import type { Placed } from '../scene/placed.ts';

/** The active row of a matrix that has one. */
export const rowRect = (matrix: Placed, query: number): Rect | undefined => {
  const { slice } = matrix.spec;
  if (slice.rowAxis !== 'query') return undefined;
  return rectOf(matrix, { row: query, rowEnd: query + 1, column: 0, columnEnd: slice.columns });
};
