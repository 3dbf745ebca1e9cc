import type { Trace } from '../../engine/types.ts';
import { infoOf, isNormalised, isPairs, patternOf, type Frame } from './frames.ts';
import type { Cell } from './hover.ts';
import { placeIn, rowFor, shownAxes, wordOf } from './words.ts';
import { indexOf, sliceOf, type Selection } from '../scene/slice.ts';
import type { ValueStore } from '../scene/values.ts';

/** `auto`: the strongest number of the active row; `none`: nothing. */
export type Pin = 'auto' | 'none' | Cell;

/** `pattern:0,6,7`, as an attribute has it. */
export const parsePin = (text: string): Cell | undefined => {
  const match = /^([\w./-]{1,80}):(\d{1,7}(?:[.,]\d{1,7}){0,5})$/.exec(text);
  return match?.[1] ? { tensor: match[1], index: (match[2] ?? '').split(/[.,]/).map(Number) } : undefined;
};

export const inRange = (trace: Trace, cell: Cell): boolean => {
  const info = infoOf(trace, cell.tensor);
  return (
    !!info && info.shape.length === cell.index.length && cell.index.every((n, i) => n >= 0 && n < (info.shape[i] ?? 0))
  );
};

/** What a frame is about, for a reader who has not pointed at anything. */
const subjectOf = (trace: Trace, frame: Frame): string =>
  // Numbers of pairs are shown alone; otherwise the first of those that stand side by side.
  isPairs(infoOf(trace, frame.result)) ? frame.result : (frame.outputs[0] ?? frame.result);

const strongest = (values: Float32Array, unit: boolean): number => {
  let best = 0;
  for (let i = 1; i < values.length; i++) {
    const [a, b] = [values[i] ?? 0, values[best] ?? 0];
    const better = unit ? a > b : Number.isFinite(a) && (!Number.isFinite(b) || Math.abs(a) > Math.abs(b));
    if (better) best = i;
  }
  return best;
};

const autoPin = (
  store: ValueStore,
  frame: Frame,
  selection: Selection,
  wanted: Map<string, number>,
): Cell | undefined => {
  const info = infoOf(store.trace, subjectOf(store.trace, frame));
  if (!info || info.shape.length === 0 || info.shape.some((size) => size === 0)) return undefined;
  const slice = sliceOf(info, selection);
  const { trace } = store;
  /** Where the words that are looked at stand; the one that asks may not be among them: -1. */
  const along = (axis: string, side: -1 | -2): number | undefined => {
    const [own, word] = [info.axes.at(side) ?? '', wanted.get(axis)];
    if (axis === 'query') return rowFor(trace, info, own, word ?? selection.query);
    const at = word === undefined ? -1 : placeIn(trace, info, own, word);
    return at < 0 ? undefined : at;
  };
  const row = along(slice.rowAxis, -2) ?? Math.min(slice.rows - 1, selection.query);
  const column = along(slice.columnAxis, -1);
  const lacks = info.places?.['query']?.includes(wanted.get('query') ?? selection.query) === false;
  if (lacks || row < 0 || (column !== undefined && column < 0)) return undefined;
  if (column !== undefined) return { tensor: info.name, index: indexOf(slice, row, column) };
  const values = store.window(slice, { row, column: 0, rows: 1, columns: slice.columns });
  if (!values) return undefined;
  return { tensor: info.name, index: indexOf(slice, row, strongest(values, isNormalised(trace, info))) };
};

/** The word that the active one reads most: looked at in every frame with a number per pair. */
const partner = (store: ValueStore, frame: Frame, selection: Selection): Map<string, number> => {
  const pattern = patternOf(store.trace, frame.scope, selection.query);
  if (!pattern || !isPairs(infoOf(store.trace, frame.result)) || pattern.shape.some((size) => size === 0))
    return new Map();
  const slice = sliceOf(pattern, selection);
  const row = rowFor(store.trace, pattern, 'query', selection.query);
  const values = row < 0 ? undefined : store.window(slice, { row, column: 0, rows: 1, columns: slice.columns });
  return values ? new Map([['key', wordOf(store.trace, pattern, 'key', strongest(values, true))]]) : new Map();
};

/** The pinned cell of a frame: a pin that stands elsewhere moves along to the cell with the same words. */
export const resolvePin = (store: ValueStore, frame: Frame, pin: Pin, selection: Selection): Cell | undefined => {
  if (pin === 'none' || frame.kind === 'tokens') return undefined;
  const { trace } = store;
  if (pin === 'auto' || !inRange(trace, pin)) return autoPin(store, frame, selection, partner(store, frame, selection));
  const info = infoOf(trace, pin.tensor);
  const names = new Set([...frame.inputs, ...frame.steps.map((step) => step.output), frame.result]);
  if (names.has(pin.tensor)) return pin;
  const wanted = new Map<string, number>();
  for (const [i, axis] of (info ? shownAxes(info) : []).entries())
    if (info && (axis === 'query' || axis === 'key'))
      wanted.set(axis, wordOf(trace, info, info.axes[i]!, pin.index[i] ?? 0));
  return autoPin(store, frame, selection, wanted);
};
