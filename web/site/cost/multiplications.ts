import { infoOf } from '../../elements/lib/frames.ts';
import { sourceScope } from '../../engine/source-axes.ts';
import type { Step, TensorInfo, Trace } from '../../engine/types.ts';
import { say } from '../words.ts';

/**
 * How many numbers are multiplied or divided, read off the shapes of the record. Additions, comparisons and functions
 * such as exp are not counted, as in the papers' own counts.
 */

const product = (sizes: readonly number[]): number => sizes.reduce((count, size) => count * size, 1);

type Count = (output: TensorInfo, inputs: readonly TensorInfo[]) => number;

const cells =
  (each: number): Count =>
  (output) =>
    each * product(output.shape);
const none = cells(0);
const once = cells(1);

/** Each cell is a sum of products along the first input's last axis. */
const sums: Count = (output, [x]) => product(output.shape) * (x?.shape.at(-1) ?? 0);

/** For each op of the record. */
const counts: Readonly<Record<string, Count>> = {
  matmul: sums,
  // The axes that the output lacks are added up.
  dot: (_, [x]) => product(x?.shape ?? [0]),
  mix_heads: (output, [x]) => product(output.shape) * (x?.shape[0] ?? 0),
  multiply: once,
  scale: once,
  divide: once,
  // The share of the sum.
  softmax: once,
  // Square, divide by the deviation, gain.
  layer_norm: cells(3),
  rms_norm: cells(3),
  mean: once,
  // Cosine and sine.
  rotate: cells(2),
  // Half the distance to the threshold, squared.
  entmax15: cells(2),
  sparsemax: none,
  reciprocal: once,
  sigmoid: once,
  silu: cells(2),
  // Along and down.
  monotonic_reach: cells(2),
  // Written; what was there decays; an eraser reads and writes once more.
  state_scan: (output, inputs) => product(output.shape) * (1 + Math.max(0, inputs.length - 2)),
  // Half a square of rows by columns.
  unit_lower_solve: (output) => (product(output.shape) * Math.max(0, (output.shape.at(-2) ?? 1) - 1)) / 2,
};

/** Ops that move, choose, compare, add or look up, and do not multiply. */
const free = new Set(
  (
    'leaf add mask band_mask rule_mask rule_table rename rearrange concat slice gather pick repeat unfold within top_k ' +
    'choose_largest choose_by_draw straight_through sum max maximum cumulative_sum segment_sum bucket_sum ' +
    'exp log tanh relu leaky_relu elu elu_plus_one gelu gelu_tanh sqrt floor positive absolute softplus log_sigmoid'
  ).split(' '),
);

interface StepCount {
  step: Step;
  multiplications: number;
  /** False: an op that is not in the table, counted as nothing. */
  known: boolean;
}

export const countStep = (trace: Trace, step: Step): StepCount => {
  const output = infoOf(trace, step.output);
  const inputs = step.inputs.flatMap((name) => infoOf(trace, name) ?? []);
  const count = counts[step.op];
  const known = count !== undefined || free.has(step.op) || step.inputs.length === 0;
  return { step, multiplications: count && output ? count(output, inputs) : 0, known };
};

export interface Part {
  label: string;
  multiplications: number;
}

interface Counted {
  total: number;
  /** Neighbouring steps of one stage, as the rail of the figure has them; those that multiply nothing are left out. */
  parts: Part[];
  /** Ops that could not be counted. */
  unknown: string[];
}

/** What is made of another text that is read stands apart from the same work on the text that asks. */
const labelOf = ({ label, scope }: Step): string =>
  label && scope === sourceScope ? say('cost.part.read', { label }) : label;

export const countTrace = (trace: Trace): Counted => {
  const all = trace.steps.map((step) => countStep(trace, step));
  const parts: (Part & { key: string })[] = [];
  for (const { step, multiplications } of all) {
    const key = `${step.scope}/${step.stage}`;
    const last = parts.at(-1);
    const label = labelOf(step);
    if (last?.key === key) {
      last.multiplications += multiplications;
      last.label = label || last.label;
    } else parts.push({ key, label: label || step.stage, multiplications });
  }
  return {
    total: all.reduce((sum, one) => sum + one.multiplications, 0),
    parts: parts
      .filter((part) => part.multiplications > 0)
      .map(({ label, multiplications }) => ({ label, multiplications })),
    unknown: [...new Set(all.filter((one) => !one.known).map((one) => one.step.op))],
  };
};

/** Bytes of what the steps made: every tensor of the run but what came in. */
export const bytesOf = (trace: Trace): number =>
  trace.steps.reduce((sum, { output, inputs }) => {
    const info = inputs.length ? infoOf(trace, output) : undefined;
    return sum + (info ? 4 * product(info.shape) : 0);
  }, 0);
