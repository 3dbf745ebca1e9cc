import { infoOf } from '../../../elements/lib/frames.ts';
import type { Region, Step, TensorInfo, Trace } from '../../../engine/types.ts';

/**
 * What an op does beyond its inputs' and output's axes. The record does not spell it out, but the op itself answers for
 * every cell how it was made and from where, and that says it all.
 */
export type Facts = Readonly<Record<string, number | string | number[]>>;

type Probe = (asked: Asked) => Promise<Facts>;

interface Asked {
  trace: Trace;
  step: Step;
  inputs: TensorInfo[];
  output: TensorInfo;
}

const zeros = (info: TensorInfo): number[] => info.shape.map(() => 0);

const sourcesOf = async ({ trace, step, inputs }: Asked, index: number[], input: number): Promise<Region[]> => {
  const regions = await trace.sources(step.output, index);
  return regions.filter((region) => region.tensor === inputs[input]?.name);
};

/** Facts of the explanation of the first cell: the same for every cell where they belong to the op. */
const told: Probe = async ({ trace, step, output }) => (await trace.explain(step.output, zeros(output))).facts;

/** The order in which the input's axes stand in the output; those merged into its last one are told apart by asking. */
const order: Probe = async (asked) => {
  const { inputs, output } = asked;
  const { axes, shape } = inputs[0]!;
  const kept = output.axes.slice(0, -1);
  const merged = axes.map((_, i) => i).filter((i) => !kept.includes(axes[i]!));
  const inner: number[] = [];
  // Axes of one entry can stand anywhere.
  const open = new Set(merged.filter((i) => shape[i]! > 1));
  let stride = 1;
  while (open.size > 1) {
    const [from] = await sourcesOf(asked, [...zeros(output).slice(0, -1), stride], 0);
    const moved = [...open].find((i) => (from?.begin[i] ?? 0) > 0);
    if (moved === undefined) throw new Error(`${asked.step.output}: the order of its axes cannot be told`);
    open.delete(moved);
    inner.unshift(moved);
    stride *= shape[moved]!;
  }
  const ones = merged.filter((i) => shape[i]! <= 1);
  return { order: [...kept.map((axis) => axes.indexOf(axis)), ...ones, ...open, ...inner] };
};

const start: Probe = async (asked) => {
  const [from] = await sourcesOf(asked, zeros(asked.output), 0);
  return { start: from?.begin ?? zeros(asked.output) };
};

/** The axis along which the last cell has several sources; -1 where each has one, and a running sum is what it runs over. */
const along: Probe = async (asked) => {
  const last = asked.output.shape.map((size) => size - 1);
  const [from] = await sourcesOf(asked, last, 0);
  return { along: from?.begin.findIndex((begin, i) => from.end[i]! - begin > 1) ?? -1 };
};

/** How far the other channel of the first pair is. */
const partner: Probe = async (asked) => {
  const regions = await sourcesOf(asked, zeros(asked.output), 0);
  return { partner: Math.max(1, ...regions.map((region) => region.begin.at(-1) ?? 0)) };
};

/** Which of the further inputs there are: an eraser mixes the features of the keys, a decay does not. */
const memory: Probe = async (asked) => {
  const last = asked.output.shape.map((size) => size - 1);
  const keys = await sourcesOf(asked, last, 0);
  const feature = asked.inputs[0]!.shape.length - 1;
  const erases = keys.some((region) => region.end[feature]! - region.begin[feature]! > 1);
  return { decay: asked.inputs.length - 2 - (erases ? 1 : 0), eraser: erases ? 1 : 0 };
};

const probes: Readonly<Record<string, Probe>> = {
  scale: told,
  layer_norm: told,
  rms_norm: told,
  within: told,
  top_k: told,
  rearrange: order,
  slice: start,
  cumulative_sum: along,
  rotate: partner,
  state_scan: memory,
};

export const factsOf = async (trace: Trace, step: Step): Promise<Facts> => {
  const output = infoOf(trace, step.output);
  const inputs = step.inputs.flatMap((name) => infoOf(trace, name) ?? []);
  const probe = probes[step.op];
  return probe && output && output.shape.every((size) => size > 0) ? probe({ trace, step, inputs, output }) : {};
};
