import type { Step, TensorInfo } from './types.ts';

/** The scope of what is made of the text that is read, before it meets the text that asks. */
export const sourceScope = 'source';

type Of = 'text' | 'source';
type Texts = Map<string, Of>;

const wordAxes = new Set(['query', 'key', 'time']);

/** Whose words the axes of a result are: an axis keeps its text, and under a new name it does so as well. */
const resultTexts = (axes: readonly string[], inputs: readonly { axes: readonly string[]; of: Texts }[]): Texts => {
  const out: Texts = new Map();
  for (const axis of axes) {
    if (!wordAxes.has(axis)) continue;
    const same = inputs.flatMap(({ of }) => of.get(axis) ?? []);
    const gone = inputs.flatMap((input) => [...input.of].flatMap(([own, of]) => (axes.includes(own) ? [] : [of])));
    // An axis that no input has is one that goes on under a new name.
    const from = inputs.some((input) => input.axes.includes(axis)) ? same : gone;
    if (from.length) out.set(axis, from.includes('source') ? 'source' : 'text');
  }
  return out;
};

/** Tensors that meet in a step meet along the axes that they share. */
const agree = (names: readonly string[], axesOf: Map<string, readonly string[]>, texts: Map<string, Texts>): void => {
  for (const axis of wordAxes) {
    const those = names.filter((name) => axesOf.get(name)?.includes(axis));
    const of = those.map((name) => texts.get(name)?.get(axis)).find((one) => one !== undefined);
    for (const name of of ? those : []) if (!texts.get(name)?.has(axis)) texts.get(name)?.set(axis, of!);
  }
};

/**
 * Of each tensor the axes that run over the words of another text than the one that asks. The record does not say so,
 * but it begins with both texts, and every op passes on whose words its rows are.
 */
export const sourceAxes = (
  tensors: readonly Pick<TensorInfo, 'name' | 'axes'>[],
  steps: readonly Step[],
): Map<string, string[]> => {
  const texts = new Map<string, Texts>();
  const axesOf = new Map(tensors.map(({ name, axes }) => [name, axes]));
  const made = new Map(steps.map((step) => [step.output, step]));
  for (const { name, axes } of tensors) {
    const inputs = made.get(name)?.inputs ?? [];
    const known = inputs.map((input) => ({ axes: axesOf.get(input) ?? [], of: texts.get(input) ?? new Map() }));
    const given = name === sourceScope || name.startsWith(`${sourceScope}/`);
    // One row for each word of a text; a mask, with pairs of them, is about words that only its use tells.
    const rows = axes.includes('query') && !axes.includes('key');
    // A text that models learn to read stands along the keys from the beginning.
    const keys = given && axes.includes('key') && !axes.includes('query');
    const leaf = (): Texts => new Map(rows ? [['query', given ? 'source' : 'text']] : keys ? [['key', 'source']] : []);
    texts.set(name, inputs.length ? resultTexts(axes, known) : leaf());
  }
  // Masks and some weights are made of nothing: whose words they are about shows where they are used, last things first.
  for (const step of [...steps].reverse()) agree([...step.inputs, step.output], axesOf, texts);
  for (const step of steps) agree([...step.inputs, step.output], axesOf, texts);
  return new Map(
    [...texts].flatMap(([name, of]) => {
      const axes = [...of].flatMap(([axis, text]) => (text === 'source' ? [axis] : []));
      return axes.length ? [[name, axes] as const] : [];
    }),
  );
};
