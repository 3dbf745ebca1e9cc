import type { Placed } from './placed.ts';
import { isTokenAxis } from './slice.ts';

/** Name and scale on one line; below small matrices the scale stands under the name, clear of its triangle. */
export const legendHeight = { beside: 48, below: 68 };

/** Pairs and results say what their colours mean; operands say it by their own colour. */
export const hasLegend = (matrix: Placed): boolean =>
  matrix.kind === 'main' && (isTokenAxis(matrix.spec.slice.columnAxis) || matrix.spec.result);
