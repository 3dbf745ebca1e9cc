import type { Staged } from './host-api.ts';
import { InvalidInput } from './errors.ts';
import type { AttentionArgs, ComputeArgs, LinearAttentionArgs, NdArray, RotaryEmbeddingArgs } from './types.ts';
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
  const builder = new RequestBuilder()
    .tensor('q', 'q', args.q ?? null!)
    .tensor('k', 'k', args.k ?? null!)
    .tensor('v', 'v', args.v ?? null!);
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
  const builder = new RequestBuilder()
    .tensor('x', 'x', args.x ?? null!)
    .tensor('cos', 'cos', args.cos ?? null!)
    .tensor('sin', 'sin', args.sin ?? null!);
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
    .tensor('q', 'q', args.q ?? null!)
    .tensor('k', 'k', args.k ?? null!)
    .tensor('v', 'v', args.v ?? null!)
    .tensor('past_state', 'pastState', args.pastState)
    .tensor('decay', 'decay', args.decay)
    .tensor('beta', 'beta', args.beta)
    .tensor('erase_gate', 'eraseGate', args.eraseGate)
    .option('q_heads', args.qHeads ?? null!, heads('qHeads'))
    .option('kv_heads', args.kvHeads ?? null!, heads('kvHeads'))
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

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** What is the same for every op is checked here; what an op takes only the core knows. */
const wantStep = (argument: string, value: unknown): Record<string, unknown> => {
  const step = wantRecord(argument, value, '{op, inputs, output}');
  wantText(`${argument}.op`, step.op);
  wantNames(`${argument}.inputs`, step.inputs);
  wantName(`${argument}.output`, step.output);
  const given = Object.entries(step).filter(([, setting]) => setting !== undefined);
  for (const [name, setting] of given) {
    if (typeof setting === 'number') wantNumber(`${argument}.${name}`, setting);
    else if (Array.isArray(setting)) wantNames(`${argument}.${name}`, setting);
    else wantText(`${argument}.${name}`, setting);
  }
  return Object.fromEntries(given.map(([name, setting]) => [snake(name), setting]));
};

export const computeRequest = (args: ComputeArgs): NumericRequest => {
  wantOptions('arguments', args, names.compute);
  const builder = new RequestBuilder();
  const axes: Record<string, string[]> = {};
  for (const [name, value] of Object.entries(wantRecord('tensors', args.tensors, 'an object of {shape, data, axes}'))) {
    const argument = `tensors.${wantName('tensors', name)}`;
    const record = wantOptions(argument, value, names.named);
    const tensor = wantTensor(argument, value, false);
    if (tensor.data.length === 0) throw new InvalidInput(`${argument}.shape`, show(tensor.shape), 'sizes of 1 or more');
    builder.add(name, tensor);
    axes[name] = wantNames(`${argument}.axes`, record.axes);
    if (axes[name].length !== tensor.shape.length)
      throw new InvalidInput(`${argument}.axes`, show(axes[name]), `a name for each of ${tensor.shape.length} axes`);
  }
  const steps = wantList('steps', args.steps, 'a list of {op, inputs, output}');
  const outputs = wantNames('outputs', args.outputs);
  if (outputs.length === 0 || new Set(outputs).size < outputs.length)
    throw new InvalidInput('outputs', show(outputs), 'names of tensors or steps, each once');
  return builder
    .option('axes', axes, (x) => x)
    .option('steps', steps, (list) => list.map((step, i) => wantStep(`steps[${i}]`, step)))
    .option('outputs', outputs, (x) => x)
    .build('compute', undefined);
};
