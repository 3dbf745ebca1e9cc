import type { Staged } from './host-api.ts';
import { InvalidInput } from './errors.ts';
import type { AttentionArgs, LinearAttentionArgs, NdArray, RotaryEmbeddingArgs } from './types.ts';
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
