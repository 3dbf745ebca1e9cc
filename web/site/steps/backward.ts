import type { Cell } from '../../elements/lib/hover.ts';
import { framesOf, infoOf, type Frame } from '../../elements/lib/frames.ts';
import { nameOf } from '../../elements/pieces/stage-labels.ts';
import type { Explanation, NdArray, Region, Step, TensorInfo, Trace } from '../../engine/types.ts';
import type { Gradients, LearningTrace } from '../../engine/types/learning.ts';
import formulas from './formulas.json' with { type: 'json' };
import type { Forward } from './forward.ts';
import { TraceView } from './trace-view.ts';
import { t } from './words.ts';

/** `loss`, `scores[1, 2, 3]`: places count from 1. */
export const startName = (trace: Trace, { tensor, index }: Cell): string => {
  const many = (infoOf(trace, tensor)?.shape ?? []).some((size) => size > 1);
  return `${nameOf(tensor)}${many ? `[${index.map((at) => at + 1).join(', ')}]` : ''}`;
};

/** In a sentence. */
export const spokenStart = (trace: Trace, start: Cell): string =>
  start.tensor === 'loss' ? t('steps.loss') : startName(trace, start);

const tensorsOf = (forward: Forward, gradients: Gradients, of: string): TensorInfo[] =>
  forward.tensors.flatMap((info) => {
    const data = gradients.get(info.name);
    if (!data || info.dtype === 'mask') return [];
    // Centred on 0 whatever the signs: whether a number raises the loss or lowers it is the first thing to be seen.
    const max = data.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    // Targets are picked by, not computed with.
    if (max === 0 && info.origin && info.origin !== 'trained') return [];
    const { origin: _, edited: __, ...rest } = info;
    return [
      {
        ...rest,
        min: -max,
        max,
        symbol: `∂${info.symbol}`,
        label: t('steps.gradient', { of, name: nameOf(info.name) }),
      },
    ];
  });

type Words = Pick<Step, 'id' | 'scope' | 'stage' | 'label' | 'title' | 'note'>;

/** Where a leaf is read first: all that it was used for lies behind by then. */
const leavesOf = (forward: Forward, frames: readonly Frame[], reached: ReadonlySet<string>): Map<Frame, string[]> => {
  const seen = new Set(forward.steps.map((step) => step.output));
  return new Map(
    frames.map((frame) => {
      const fresh = frame.inputs.filter((name) => !seen.has(name) && reached.has(name));
      for (const name of fresh) seen.add(name);
      return [frame, fresh];
    }),
  );
};

/** Frames of the way forward from the last to the first, each from its results to what they were made from. */
const stepsOf = (forward: Forward, reached: ReadonlySet<string>, start: Cell): Step[] => {
  const of = spokenStart(forward, start);
  const readers = new Map<string, string[]>();
  for (const { inputs, output } of forward.steps)
    for (const name of reached.has(output) ? new Set(inputs) : [])
      readers.set(name, [...(readers.get(name) ?? []), output]);
  const back = (output: string, words: Words): Step => ({
    ...words,
    op: 'gradient',
    inputs: readers.get(output) ?? [],
    output,
    axes: infoOf(forward, output)?.axes ?? [],
    latex: formulas.gradient,
  });
  const frames = framesOf(forward).filter(({ kind }) => kind === 'steps');
  const leaves = leavesOf(forward, frames, reached);
  return frames.reverse().flatMap((frame) => {
    const { scope, stage } = frame;
    const label = frame.steps.findLast((step) => step.label !== '')?.label ?? stage;
    const made = { scope, stage: `back_${stage}`, label, title: t('steps.backward.title', { label }) };
    const first = { scope, stage: 'back_start', label: nameOf(start.tensor), title: t('steps.start.title') };
    const own = frame.steps
      .filter(({ output }) => reached.has(output))
      .reverse()
      .map(({ output, id }) => {
        const words = output === start.tensor ? first : made;
        return back(output, { ...words, id, note: t('steps.backward.note', { of }) });
      });
    const ofLeaves = (kind: 'weights' | 'given'): Step[] => {
      const learned = (name: string): boolean => infoOf(forward, name)?.origin === 'trained';
      const all = leaves.get(frame)!.filter((name) => learned(name) === (kind === 'weights'));
      const title = t(`steps.${kind}.title`, { names: all.map(nameOf).join(', ') });
      const words = { scope, stage: `back_${stage}_${kind}`, label: t(`steps.${kind}.label`), title };
      const note = kind === 'weights' ? t('steps.weights.note') : t('steps.backward.note', { of });
      return all.map((name) => back(name, { ...words, id: nameOf(name), note }));
    };
    return [...own, ...ofLeaves('weights'), ...ofLeaves('given')];
  });
};

/** Cells beside each other in a row make one box. */
const boxesOf = (cells: readonly Cell[]): Region[] => {
  const last = ({ index }: Cell): number => index.at(-1) ?? 0;
  const row = ({ tensor, index }: Cell): string => `${tensor}:${index.slice(0, -1).join()}`;
  const inOrder = [...cells].sort((a, b) => last(a) - last(b));
  const boxes = new Map<string, Region[]>();
  for (const cell of inOrder) {
    const known = boxes.get(row(cell)) ?? [];
    boxes.set(row(cell), known);
    const box = known.at(-1);
    const end = cell.index.map((at) => at + 1);
    if (box && box.end.at(-1) === last(cell)) box.end = end;
    else known.push({ tensor: cell.tensor, begin: cell.index, end });
  }
  return [...boxes.values()].flat();
};

/** The way back through a record, as a record: each tensor is its gradient, each number a sum of slopes times upstream. */
export class Backward extends TraceView<Forward> {
  override readonly id: number;
  readonly #known = new Map<string, Promise<Explanation>>();

  private constructor(
    forward: Forward,
    readonly start: Cell,
    private readonly gradients: Gradients,
  ) {
    const of = startName(forward, start);
    const tensors = tensorsOf(forward, gradients, of);
    const reached = new Set(tensors.map((info) => info.name));
    super(forward, stepsOf(forward, reached, start), tensors);
    // Below 0: no record has such a number.
    this.id = -1 - forward.id;
  }

  static async from(forward: Forward, start: Cell): Promise<Backward> {
    return new Backward(forward, start, await forward.of.gradients(start.tensor, start.index));
  }

  private get learning(): LearningTrace {
    return this.of.of;
  }

  override tensor(name: string): NdArray {
    const data = this.gradients.get(name);
    if (!data) throw new Error(`no gradient reaches ${name}`);
    return { shape: infoOf(this, name)?.shape ?? [], data };
  }

  override explain(name: string, index: number[]): Promise<Explanation> {
    const key = `${name}:${index.join()}`;
    const known = this.#known.get(key) ?? this.#ask(name, index);
    this.#known.set(key, known);
    return known;
  }

  /** Finding the ways on takes long for a number that many were made from: only those are lit that somebody asked for. */
  override async sources(name: string, index: number[]): Promise<Region[]> {
    const known = await this.#known.get(`${name}:${index.join()}`);
    return boxesOf((known?.terms ?? []).flatMap(({ sources: [, cell] }) => cell ?? []));
  }

  async #ask(tensor: string, index: number[]): Promise<Explanation> {
    const { value, terms } = await this.learning.explainGradient(tensor, index);
    return {
      tensor,
      index,
      value,
      op: 'gradient',
      form: 'gradient',
      facts: { of: spokenStart(this.of, this.start) },
      terms: terms.map(({ slope, upstream, ...cell }) => ({
        value: slope * upstream,
        sources: [
          { tensor: '', index: [], value: slope },
          { tensor: cell.tensor, index: cell.index, value: upstream },
        ],
      })),
    };
  }
}
