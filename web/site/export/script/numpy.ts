import { isIdentity, type Call } from './call.ts';
import type { Language } from './language.ts';

const aligned = (call: Call, input: number): string => {
  const { order, index } = call.aligned(input);
  const name = call.names[input]!;
  return `${isIdentity(order) ? name : `${name}.transpose(${order.join(', ')})`}${index}`;
};

const both = (sign: string) => (call: Call) => call.names.map((_, i) => aligned(call, i)).join(` ${sign} `);

const product = (call: Call): string => {
  const sum = `np.einsum("${call.subscripts}", ${call.names[0]}, ${call.names[1]})`;
  return call.names.length > 2 ? `${sum} + ${aligned(call, 2)}` : sum;
};

const rearranged = (call: Call): string => {
  const order = call.numbers('order');
  const turned = isIdentity(order) ? call.x : `${call.x}.transpose(${order.join(', ')})`;
  return call.output.shape.length === order.length ? turned : `${turned}.reshape${call.shape}`;
};

export const numpy: Language = {
  id: 'numpy',
  name: 'NumPy',
  imports: ['import numpy as np'],
  load: (file) => `np.load("${file}")`,
  leaf: (key) => `leaves["${key}"]`,
  inline: (values) => `np.array(${values}, dtype=np.float32)`,
  difference: (ours, theirs) => `np.abs(${ours} - ${theirs}).max()`,
  helpers: {
    softmax: `def softmax(scores):  # a row without any open key weighs 0
    largest = scores.max(-1, keepdims=True)
    terms = np.exp(scores - np.where(np.isfinite(largest), largest, 0))
    total = terms.sum(-1, keepdims=True)
    return terms / np.where(total > 0, total, 1)`,
    layer_norm: `def layer_norm(x, gain, bias, epsilon):
    return (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + epsilon) * gain + bias`,
    rms_norm: `def rms_norm(x, gain, epsilon):
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + epsilon) * gain`,
    erf: `erf = np.vectorize(__import__("math").erf, otypes=[np.float32])`,
  },
  ops: {
    matmul: product,
    dot: product,
    add: both('+'),
    multiply: both('*'),
    scale: (call) => `${call.x} * ${call.number('factor')}`,
    mask: (call) => `np.where(${aligned(call, 1)} > 0, ${call.x}, -np.inf)`,
    softmax: ({ x }) => `softmax(${x})`,
    layer_norm: (call) => `layer_norm(${call.names.join(', ')}, ${call.number('epsilon')})`,
    rms_norm: (call) => `rms_norm(${call.names.join(', ')}, ${call.number('epsilon')})`,
    exp: ({ x }) => `np.exp(${x})`,
    log: ({ x }) => `np.log(${x})`,
    tanh: ({ x }) => `np.tanh(${x})`,
    sigmoid: ({ x }) => `1 / (1 + np.exp(-${x}))`,
    relu: ({ x }) => `np.maximum(${x}, 0)`,
    silu: ({ x }) => `${x} / (1 + np.exp(-${x}))`,
    elu: ({ x }) => `np.where(${x} > 0, ${x}, np.expm1(np.minimum(${x}, 0)))`,
    gelu: ({ x }) => `0.5 * ${x} * (1 + erf(${x} / 2**0.5))`,
    gelu_tanh: ({ x }) => `0.5 * ${x} * (1 + np.tanh((2 / np.pi)**0.5 * (${x} + 0.044715 * ${x}**3)))`,
    sqrt: ({ x }) => `np.sqrt(${x})`,
    sum: (call) => `${call.x}.sum(${call.lost})`,
    mean: (call) => `${call.x}.mean(${call.lost})`,
    rearrange: rearranged,
    rename: ({ x }) => x,
    gather: ({ names }) => `${names[0]}[${names[1]}.astype(int)]`,
    concat: (call) => `np.concatenate([${call.names.join(', ')}], ${call.changed})`,
    slice: (call) => `${call.x}${call.cut}`,
  },
};
