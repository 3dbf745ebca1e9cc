import type { Step, TensorInfo } from './types.ts';

const wordAxes = new Set(['query', 'key', 'time']);

type Sized = Pick<TensorInfo, 'name' | 'axes' | 'shape'>;
/** By axis: which word stands at each place, -1 where none does. */
export type Places = Record<string, number[]>;

const sizeOf = (info: Sized | undefined, axis: string): number | undefined => info?.shape[info.axes.indexOf(axis)];

const range = (first: number, count: number): number[] => Array.from({ length: count }, (_, i) => first + i);

/** The axis along which a step takes a part of the words, if it does. */
export const cutAxis = (step: Step, tensors: ReadonlyMap<string, Sized>): string | undefined => {
  if (step.op !== 'slice') return undefined;
  const [from, to] = [tensors.get(step.inputs[0] ?? ''), tensors.get(step.output)];
  return to?.axes.find((axis) => wordAxes.has(axis) && sizeOf(from, axis) !== sizeOf(to, axis));
};

/**
 * Of each tensor the axes that do not run over all words in order, with the words they do run over. A part of the words
 * begins somewhere (`begins`, by the name of the part), parts are joined, and every other op passes words on.
 * `texts`: how many words there are in each of the texts that are read.
 */
export const wordPlaces = (
  tensors: readonly Sized[],
  steps: readonly Step[],
  texts: readonly number[],
  begins: ReadonlyMap<string, number>,
): Map<string, Places> => {
  const infos = new Map(tensors.map((info) => [info.name, info]));
  const found = new Map<string, Places>();
  const put = (name: string, axis: string, places: readonly number[]): void => {
    // All words in order need no list.
    if (texts.includes(places.length) && places.every((word, i) => word === i)) return;
    found.set(name, { ...found.get(name), [axis]: [...places] });
  };
  /** Words along an axis, those of all in order as well. */
  const along = (name: string, axis: string): number[] | undefined => {
    const size = sizeOf(infos.get(name), axis);
    if (size === undefined) return undefined;
    return found.get(name)?.[axis] ?? (texts.includes(size) ? range(0, size) : undefined);
  };
  const passOn = (step: Step, axis: string, size: number): void => {
    const joined = step.op === 'concat' ? step.inputs.map((name) => sizeOf(infos.get(name), axis) ?? 0) : [];
    if (joined.length > 1 && joined.every((part) => part < size) && joined.reduce((a, b) => a + b) === size) {
      const parts = step.inputs.map((name, i) => along(name, axis) ?? Array<number>(joined[i]!).fill(-1));
      if (parts.flat().some((word) => word >= 0)) put(step.output, axis, parts.flat());
      return;
    }
    const cut = cutAxis(step, infos) === axis && along(step.inputs[0]!, axis);
    const begin = begins.get(step.output);
    if (cut) {
      if (begin !== undefined) put(step.output, axis, cut.slice(begin, begin + size));
      return;
    }
    // Under its own name or, where that is new, under another: keys are queries that were renamed.
    const names = [axis, ...[...wordAxes].filter((other) => other !== axis)];
    for (const name of names) {
      const given = step.inputs.map((input) => found.get(input)?.[name]).find((places) => places?.length === size);
      if (given) return put(step.output, axis, given);
      if (step.inputs.some((input) => sizeOf(infos.get(input), name) === size)) return;
    }
  };
  for (const step of steps)
    for (const axis of step.axes) if (wordAxes.has(axis)) passOn(step, axis, sizeOf(infos.get(step.output), axis) ?? 0);
  // Masks are made of nothing: whose words they are about shows where they are used.
  for (const step of [...steps].reverse())
    for (const [axis, places] of Object.entries(found.get(step.output) ?? {}))
      for (const name of step.inputs)
        if (!found.get(name)?.[axis] && sizeOf(infos.get(name), axis) === places.length && step.op !== 'concat')
          put(name, axis, places);
  return found;
};
