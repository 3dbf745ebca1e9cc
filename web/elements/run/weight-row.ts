import type { TensorInfo } from '../../engine/types.ts';
import { keyWords, rowFor } from '../lib/words.ts';
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
  const { trace } = store;
  const slice = sliceOf(pattern, selection);
  const { read } = keyWords(trace);
  const places = pattern.places?.['key'];
  const at = rowFor(trace, pattern, 'query', row);
  // Weights over something else than the words that are read have no place under them.
  if (at < 0 || (!places && slice.columns !== read)) return undefined;
  const values = store.window(slice, { row: at, column: 0, rows: 1, columns: slice.columns });
  if (!values || !places) return values;
  const out = new Float32Array(read);
  for (const [i, word] of places.entries()) if (word >= 0) out[word] = values[i] ?? 0;
  return out;
};
