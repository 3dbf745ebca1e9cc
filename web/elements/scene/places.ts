import type { Trace } from '../../engine/types.ts';
import { placeIn, rowFor, wordOf } from '../lib/words.ts';
import type { MatrixSpec } from './spec.ts';

/** Which words the rows and columns of a drawn matrix are. */

/** As the record calls it. */
const axisOf = ({ info, slice }: MatrixSpec, side: 'row' | 'column'): string =>
  info.axes.at((side === 'row') === slice.transposed ? -1 : -2) ?? '';

export const wordAlong = (trace: Trace, spec: MatrixSpec, side: 'row' | 'column', at: number): number =>
  wordOf(trace, spec.info, axisOf(spec, side), at);

export const placeAlong = (trace: Trace, spec: MatrixSpec, side: 'row' | 'column', word: number): number =>
  placeIn(trace, spec.info, axisOf(spec, side), word);

/** The row of the word that asks; -1 where it has none. */
export const activeRow = (trace: Trace, spec: MatrixSpec, query: number): number =>
  spec.slice.rowAxis === 'query' ? rowFor(trace, spec.info, axisOf(spec, 'row'), query) : -1;
