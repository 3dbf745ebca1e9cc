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

/** Frames of the way forward from the last to the first, each from its results to what they were made from. */
const stepsOf = (forward: Forward, reached: ReadonlySet<string>, of: string): Step[] => {
  const { steps } = forward;
  const readers = new Map<string, string[]>();
  for (const { inputs, output } of steps)
    for (const name of reached.has(output) ? new Set(inputs) : [])
      readers.set(name, [...(readers.get(name) ?? []), output]);
  const made = new Set(steps.map((step) => step.output));
  const seen = new Set<string>();
  const back = (name: string, step: Omit<Step, 'op' | 'inputs' | 'output' | 'axes' | 'latex'>): Step => ({
    ...step,
    op: 'gradient',
    inputs: readers.get(name) ?? [],
    output: name,
    axes: infoOf(forward, name)?.axes ?? [],
    latex: formulas.gradient,
  });
  const frames = framesOf(forward).filter(({ kind }) => kind === 'steps');
  /** Where a weight is read first: all that it was used for lies behind by then. */
  const learned = new Map<Frame, string[]>();
  for (const frame of frames) {
    const fresh = frame.inputs.filter((name) => !made.has(name) && !seen.has(name) && reached.has(name));
    for (const name of fresh) seen.add(name);
    learned.set(frame, fresh);
  }
  return frames.reverse().flatMap((frame) => {
    const label = frame.steps.findLast((step) => step.label !== '')?.label ?? frame.stage;
    const title = t('steps.backward.title', { label });
    const note = t('steps.backward.note', { of });
    const own = frame.steps
      .filter(({ output }) => reached.has(output))
      .reverse()
      .map(({ output, id, scope }) => back(output, { id, scope, stage: `back_${frame.stage}`, label, title, note }));
    const weights = learned.get(frame)!;
    const names = weights.map(nameOf).join(', ');
    const of_ = weights.map((name) =>
      back(name, {
        id: nameOf(name),
        scope: frame.scope,
        stage: `back_${frame.stage}_weights`,
        label: t('steps.weights.label'),
        title: t('steps.weights.title', { names }),
        note: t('steps.weights.note'),
      }),
    );
    return [...own, ...of_];
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
    super(forward, stepsOf(forward, reached, spokenStart(forward, start)), tensors);
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
