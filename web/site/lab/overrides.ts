import type { CellEdit, TensorInfo, Trace } from '../../engine/types.ts';
import { isPairs, patternOf, producerOf, infoOf } from '../../elements/lib/frames.ts';
import { isTokenAxis } from '../../elements/scene/slice.ts';
import { writeCellNumber } from './number.ts';
import { record, type Edits } from './state.ts';

export type Overrides = Record<string, CellEdit[]>;

/** All places of a shape, some axes held fast. */
const everyIndex = (shape: readonly number[], fixed: Readonly<Record<number, readonly number[]>>): number[][] =>
  shape.reduce<number[][]>(
    (all, size, axis) =>
      all.flatMap((index) => (fixed[axis] ?? Array.from({ length: size }, (_, i) => i)).map((at) => [...index, at])),
    [[]],
  );

/** Marks of place that the model adds to its vectors: numbers of the method itself, one row for each word. */
export const placesOf = (trace: Trace): TensorInfo | undefined =>
  trace.tensors.find(
    (info) =>
      info.origin === 'fixed' && info.dtype === 'f32' && info.axes.length === 2 && isTokenAxis(info.axes[0] ?? ''),
  );

/** The same vectors without them. `words` of the sentence that is run. */
export const withoutPlaces = (info: TensorInfo, words: number): Overrides => ({
  [info.name]: everyIndex([words, ...info.shape.slice(1)], {}).map((index) => ({ index, value: 0 })),
});

/** What decides who is read: the mask where there is one, else what the weights are made from. */
const gateOf = (trace: Trace): { info: TensorInfo; closed: number } | undefined => {
  const mask = trace.tensors.find((info) => info.dtype === 'mask' && isPairs(info));
  if (mask) return { info: mask, closed: 0 };
  const pattern = patternOf(trace, '');
  const scores = (pattern ? (producerOf(trace, pattern.name)?.inputs ?? []) : [])
    .map((input) => infoOf(trace, input))
    .find((info) => isPairs(info));
  return scores && { info: scores, closed: -Infinity };
};

/** Nobody reads these words any more. Undefined where the mechanism weighs no pairs of words. */
export const hiding = (trace: Trace, keys: readonly number[], words: number): Overrides | undefined => {
  const gate = gateOf(trace);
  if (!gate) return undefined;
  const { info, closed } = gate;
  const shape = info.shape.map((size, i) => (isTokenAxis(info.axes[i] ?? '') ? words : size));
  return {
    [info.name]: everyIndex(shape, { [shape.length - 1]: keys }).map((index) => ({ index, value: closed })),
  };
};

export const joined = (...all: (Overrides | undefined)[]): Overrides => {
  const out: Overrides = record();
  for (const one of all)
    for (const [name, cells] of Object.entries(one ?? {})) out[name] = [...(out[name] ?? []), ...cells];
  return out;
};

/** Edits that this trace has cells for; what a link or another mechanism left over is named. */
export const editsFor = (trace: Trace, edits: Edits): { overrides: Overrides; strays: string[] } => {
  const overrides: Overrides = record();
  const strays: string[] = [];
  for (const [tensor, cells] of Object.entries(edits)) {
    const info = infoOf(trace, tensor);
    for (const [at, value] of Object.entries(cells)) {
      const index = at.split(',').map(Number);
      const fits = info?.shape.length === index.length && index.every((n, i) => n >= 0 && n < (info.shape[i] ?? 0));
      const takes = info?.dtype !== 'mask' || value === 0 || value === 1;
      if (fits && takes) (overrides[tensor] ??= []).push({ index, value });
      else strays.push(`${tensor}:${at}=${writeCellNumber(value)}`);
    }
  }
  return { overrides, strays };
};
