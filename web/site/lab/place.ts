import type { Cell } from '../../elements/lib/hover.ts';
import { infoOf } from '../../elements/lib/frames.ts';
import { indexOf, sliceOf, strides, type Selection } from '../../elements/scene/slice.ts';
import type { PairFrame } from './frames.ts';
import { named, partsOf } from './pair-trace.ts';
import type { Pair } from './pair.ts';
import { strongest } from './says.ts';

/** The number looked at: pinned, or the one of the chosen word's row that moved most. */
export const placeOf = (
  pair: Pair,
  frame: PairFrame,
  selection: Selection,
  pin: Cell | undefined,
  veiled: boolean,
  onShow: string,
): Cell | undefined => {
  const names = onShow.split('|');
  const { first, second } = pair.trace;
  const info = (name: string) => infoOf(first, name) ?? infoOf(second, name);
  const fits = pin && names.includes(pin.tensor) && info(pin.tensor);
  if (fits && fits.shape.length === pin.index.length && pin.index.every((at, i) => at < (fits.shape[i] ?? 0)))
    return pin;
  const tensor = frame.result ? partsOf(frame.result).tensor : (frame.main[0] ?? '');
  const about = info(tensor);
  if (!about?.whole || about.shape.some((size) => size === 0) || about.shape.length === 0) return undefined;
  const slice = sliceOf(about, selection);
  const row = slice.rowAxis === 'query' ? Math.min(slice.rows - 1, selection.query) : 0;
  const comparable = pair.trace.comparable(tensor);
  const moved = comparable && !veiled && !pair.trace.difference(tensor).same;
  const which = moved ? 'difference' : infoOf(first, tensor) ? 'first' : 'second';
  const { data, shape } = pair.trace.tensor(named(which, tensor));
  const step = strides(slice, shape);
  const size = (c: number): number => {
    const value = data[step.offset + row * step.row + c * step.column] ?? 0;
    // Masked in one of the two alone is the largest difference there can be.
    if (value === -Infinity && which === 'difference') return Infinity;
    return Number.isFinite(value) ? Math.abs(value) : 0;
  };
  return {
    tensor,
    index: indexOf(slice, row, strongest(Array.from({ length: slice.columns }, (_, c) => size(c)))),
  };
};
