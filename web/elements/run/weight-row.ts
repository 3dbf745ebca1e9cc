import type { TensorInfo } from '../../engine/types.ts';
import { keyWords } from '../lib/words.ts';
import { sliceOf, type Selection } from '../scene/slice.ts';
import type { ValueStore } from '../scene/values.ts';

/** A row of weights with a place for each word that is read. */
export const rowOf = (
  store: ValueStore,
  pattern: TensorInfo,
  selection: Selection,
  row: number,
): Float32Array | undefined => {
  if (pattern.shape.some((size) => size === 0)) return undefined;
  const slice = sliceOf(pattern, selection);
  // Weights over something else than the words that are read have no place under them.
  if (slice.columns !== keyWords(store.trace).read || row >= slice.rows) return undefined;
  return store.window(slice, { row, column: 0, rows: 1, columns: slice.columns });
};
