import type { Staged } from './host-api.ts';
import { InvalidInput } from './errors.ts';
import type {
  Axis,
  AttentionArgs,
  ComputeArgs,
  ComputeOp,
  LinearAttentionArgs,
  NdArray,
  RotaryEmbeddingArgs,
} from './types.ts';
import {
  isBytes,
  isFloats,
  show,
  wantBools,
  wantFlag,
  wantInteger,
  wantNumber,
  wantOneOf,
  wantOptions,
  wantRecord,
  wantShape,
  wantTensor,
  wantText,
} from './validate.ts';

/** A numeric call as the core takes it. */
export interface NumericRequest {
  request: string;
  tensors: Staged[];
  out?: Float32Array;
}

const mostHeads = 1 << 20;
/** Positions travel as floats, which are exact up to here. */
const mostPosition = 1 << 24;

/** Collects staged tensors, their shapes and the options that were given. */
class RequestBuilder {
  private readonly tensors: Staged[] = [];
  private readonly shapes: Record<string, number[]> = {};
  private readonly options: Record<string, unknown> = {};

  required(name: string, value: NdArray): this {
    return this.add(name, wantTensor(name, value, false));
  }

  tensor(name: string, argument: string, value: NdArray | undefined): this {
    return value === undefined ? this : this.add(name, wantTensor(argument, value, false));
  }

  add(name: string, { shape, data }: NdArray): this {
    this.tensors.push({ name, data });
    this.shapes[name] = shape;
    return this;
  }

  option<T>(name: string, value: T | undefined, check: (value: T) => unknown): this {
    if (value !== undefined) this.options[name] = check(value);
    return this;
  }

  needed<T>(name: string, value: T, check: (value: T) => unknown): this {
    this.options[name] = check(value);
    return this;
  }

  build(op: string, out: Float32Array | undefined): NumericRequest {
    if (out !== undefined && !isFloats(out)) throw new InvalidInput('out', show(out), 'a Float32Array');
    const request = JSON.stringify({ op, shapes: this.shapes, options: this.options });
    return { request, tensors: this.tensors, ...(out ? { out } : {}) };
  }
}

const heads = (argument: string) => (value: number) => wantInteger(argument, value, 1, mostHeads);

const wantWholes = (argument: string, values: unknown): Float32Array => {
  const fits =
    Array.isArray(values) && values.every((x) => Number.isInteger(x) && x >= -mostPosition && x <= mostPosition);
  if (!fits) throw new InvalidInput(argument, show(values), `a list of whole numbers up to ${mostPosition}`);
  return Float32Array.from(values as number[]);
};

// prettier-ignore
const names = {
  attention: ['q', 'k', 'v', 'mask', 'pastKey', 'pastValue', 'nonpadKvSeqlen', 'causal', 'qHeads', 'kvHeads', 'scale', 'softcap', 'qkMatmulOutput', 'maskedRows', 'present', 'out', 'signal'] satisfies (keyof AttentionArgs)[],
  rotary: ['x', 'cos', 'sin', 'positionIds', 'interleaved', 'heads', 'rotaryDim', 'out'] satisfies (keyof RotaryEmbeddingArgs)[],
  linear: ['q', 'k', 'v', 'pastState', 'decay', 'beta', 'eraseGate', 'qHeads', 'kvHeads', 'rule', 'scale', 'out'] satisfies (keyof LinearAttentionArgs)[],
  compute: ['tensors', 'steps', 'outputs', 'signal'] satisfies (keyof ComputeArgs)[],
  named: ['shape', 'data', 'axes'],
};

export const attentionRequest = (args: AttentionArgs): NumericRequest => {
  wantOptions('arguments', args, names.attention);
  const builder = new RequestBuilder().required('q', args.q).required('k', args.k).required('v', args.v);
  const { mask } = args;
  if (mask !== undefined && isBytes(wantRecord('mask', mask).data)) {
    const { shape, data } = wantBools('mask', mask);
    builder.add('mask', { shape, data: Float32Array.from(data, (may) => (may ? 1 : 0)) });
    builder.option('mask_kind', 'bool', (kind) => kind);
  } else {
    builder.tensor('mask', 'mask', mask as NdArray | undefined);
  }
  if (args.nonpadKvSeqlen !== undefined) {
    const data = wantWholes('nonpadKvSeqlen', args.nonpadKvSeqlen);
    // To the core an empty list is the same as none.
    if (data.length === 0) throw new InvalidInput('nonpadKvSeqlen', '[]', 'one whole number per batch');
    builder.add('nonpad_kv_seqlen', { shape: [data.length], data });
  }
  return builder
    .tensor('past_key', 'pastKey', args.pastKey)
    .tensor('past_value', 'pastValue', args.pastValue)
    .option('present', args.present, (x) => wantFlag('present', x))
    .option('causal', args.causal, (x) => wantFlag('causal', x))
    .option('q_heads', args.qHeads, heads('qHeads'))
    .option('kv_heads', args.kvHeads, heads('kvHeads'))
    .option('scale', args.scale, (x) => wantNumber('scale', x))
    .option('softcap', args.softcap, (x) => wantNumber('softcap', x))
    .option('qk_matmul_output', args.qkMatmulOutput, (x) => wantOneOf('qkMatmulOutput', x, [0, 1, 2, 3]))
    .option('masked_rows', args.maskedRows, (x) => wantOneOf('maskedRows', x, ['zero', 'nan', 'uniform']))
    .build('attention', args.out);
};

export const rotaryRequest = (args: RotaryEmbeddingArgs): NumericRequest => {
  wantOptions('arguments', args, names.rotary);
  const builder = new RequestBuilder().required('x', args.x).required('cos', args.cos).required('sin', args.sin);
  if (args.positionIds !== undefined) {
    const { shape, data } = wantRecord('positionIds', args.positionIds, '{shape, data: whole numbers}');
    const sizes = wantShape('positionIds.shape', shape);
    builder.add(
      'position_ids',
      wantTensor('positionIds', { shape: sizes, data: wantWholes('positionIds.data', data) }, true),
    );
  }
  return builder
    .option('interleaved', args.interleaved, (x) => wantFlag('interleaved', x))
    .option('heads', args.heads, heads('heads'))
    .option('rotary_dim', args.rotaryDim, (x) => wantInteger('rotaryDim', x, 0, mostHeads))
    .build('rotary_embedding', args.out);
};

export const linearRequest = (args: LinearAttentionArgs): NumericRequest => {
  wantOptions('arguments', args, names.linear);
  return new RequestBuilder()
    .required('q', args.q)
    .required('k', args.k)
    .required('v', args.v)
    .tensor('past_state', 'pastState', args.pastState)
    .tensor('decay', 'decay', args.decay)
    .tensor('beta', 'beta', args.beta)
    .tensor('erase_gate', 'eraseGate', args.eraseGate)
    .needed('q_heads', args.qHeads, heads('qHeads'))
    .needed('kv_heads', args.kvHeads, heads('kvHeads'))
    .option('rule', args.rule, (x) => wantOneOf('rule', x, ['linear', 'gated', 'delta', 'gated_delta']))
    .option('scale', args.scale, (x) => wantNumber('scale', x))
    .build('linear_attention', args.out);
};

/** Names become keys of objects and words in messages. */
const wantName = (argument: string, name: unknown): string => {
  if (!/^[A-Za-z][\w./-]*$/.test(wantText(argument, name)))
    throw new InvalidInput(argument, show(name), 'a letter, then letters, digits and _ . / -');
  return name as string;
};

const wantList = (argument: string, value: unknown, takes: string): unknown[] => {
  if (!Array.isArray(value)) throw new InvalidInput(argument, show(value), takes);
  return value;
};

const wantNames = (argument: string, value: unknown): string[] => {
  const list = wantList(argument, value, 'a list of names');
  list.forEach((name, i) => wantText(`${argument}[${i}]`, name));
  return list as string[];
};

// prettier-ignore
const axes: readonly string[] = ['batch', 'head', 'query', 'key', 'channel', 'model', 'time', 'feature', 'latent', 'piece', 'round', 'bucket', 'one'] satisfies Axis[];

const wantAxis = (argument: string, name: string): void => void wantOneOf(argument, name, axes);

type SettingOf<Op extends string, Any = ComputeOp> = Any extends { op: infer One }
  ? Op extends One
    ? Exclude<keyof Any, 'op'>
    : never
  : never;

const none: readonly never[] = [];
const along = ['along'] as const;
const over = ['over'] as const;
const product = ['over', 'rowsAs'] as const;
const epsilon = ['epsilon'] as const;

/** What each op is told beside its inputs. */
// prettier-ignore
const settingsOf: { [Op in ComputeOp['op']]: readonly SettingOf<Op>[] } = {
  matmul: product, linear: product,
  dot: none, add: none, multiply: none, divide: none, maximum: none, mask: none, gather: none,
  softmax: none, sparsemax: none, entmax15: none, state_scan: none, unit_lower_solve: none,
  top_k: ['take', 'ties'], scale: ['factor'], map: ['function'], layer_norm: epsilon, rms_norm: epsilon,
  reduce_sum: over, reduce_mean: over, reduce_max: over,
  cumulative_sum: along, concat: along, segment_sum: ['along', 'from'], slice: ['along', 'begin', 'end'],
  rearrange: ['order', 'merged', 'name'], rename: ['from', 'to'],
};

const namesAxes: readonly string[] = ['over', 'rowsAs', 'along', 'from', 'to', 'order', 'name'];

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Names are checked here; what they may stand for only the core knows. */
const wantStep = (argument: string, value: unknown): Record<string, unknown> => {
  const step = wantRecord(argument, value, '{op, inputs, output}');
  const op = wantText(`${argument}.op`, step.op);
  // An op that is not there is refused by the core, which says what is.
  if (Object.hasOwn(settingsOf, op))
    wantOptions(argument, step, ['op', 'inputs', 'output', ...settingsOf[op as ComputeOp['op']]]);
  wantNames(`${argument}.inputs`, step.inputs);
  wantName(`${argument}.output`, step.output);
  const given = Object.entries(step).filter(([, setting]) => setting !== undefined);
  for (const [name, setting] of given) {
    if (typeof setting === 'number') wantNumber(`${argument}.${name}`, setting);
    else if (Array.isArray(setting)) wantNames(`${argument}.${name}`, setting);
    else wantText(`${argument}.${name}`, setting);
    if (namesAxes.includes(name)) for (const axis of [setting].flat()) wantAxis(`${argument}.${name}`, String(axis));
  }
  return Object.fromEntries(given.map(([name, setting]) => [snake(name), setting]));
};

export const computeRequest = (args: ComputeArgs): NumericRequest => {
  wantOptions('arguments', args, names.compute);
  const builder = new RequestBuilder();
  const named: Record<string, string[]> = {};
  for (const [name, value] of Object.entries(wantRecord('tensors', args.tensors, 'an object of {shape, data, axes}'))) {
    const argument = `tensors.${wantName('tensors', name)}`;
    const record = wantOptions(argument, value, names.named);
    const tensor = wantTensor(argument, value, false);
    if (tensor.data.length === 0) throw new InvalidInput(`${argument}.shape`, show(tensor.shape), 'sizes of 1 or more');
    builder.add(name, tensor);
    const own = (named[name] = wantNames(`${argument}.axes`, record.axes));
    if (own.length !== tensor.shape.length)
      throw new InvalidInput(`${argument}.axes`, show(own), `a name for each of ${tensor.shape.length} axes`);
    for (const axis of own) wantAxis(`${argument}.axes`, axis);
  }
  const steps = wantList('steps', args.steps, 'a list of {op, inputs, output}');
  const outputs = wantNames('outputs', args.outputs);
  if (outputs.length === 0 || new Set(outputs).size < outputs.length)
    throw new InvalidInput('outputs', show(outputs), 'names of tensors or steps, each once');
  return builder
    .option('axes', named, (x) => x)
    .option('steps', steps, (list) => list.map((step, i) => wantStep(`steps[${i}]`, step)))
    .option('outputs', outputs, (x) => x)
    .build('compute', undefined);
};
