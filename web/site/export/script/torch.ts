import { isIdentity, type Call } from './call.ts';
import type { Language } from './language.ts';

const aligned = (call: Call, input: number): string => {
  const { order, index } = call.aligned(input);
  const name = call.names[input]!;
  return `${isIdentity(order) ? name : `${name}.permute(${order.join(', ')})`}${index}`;
};

const both = (sign: string) => (call: Call) => call.names.map((_, i) => aligned(call, i)).join(` ${sign} `);

const product = (call: Call): string => {
  const sum = `torch.einsum("${call.subscripts}", ${call.names[0]}, ${call.names[1]})`;
  return call.names.length > 2 ? `${sum} + ${aligned(call, 2)}` : sum;
};

const rearranged = (call: Call): string => {
  const order = call.numbers('order');
  const turned = isIdentity(order) ? call.x : `${call.x}.permute(${order.join(', ')})`;
  return call.output.shape.length === order.length ? turned : `${turned}.reshape${call.shape}`;
};

export const torch: Language = {
  id: 'torch',
  name: 'PyTorch',
  imports: ['import numpy as np', 'import torch', 'import torch.nn.functional as F'],
  load: (file) => `np.load("${file}")`,
  leaf: (key) => `torch.from_numpy(leaves["${key}"])`,
  inline: (values) => `torch.tensor(${values})`,
  difference: (ours, theirs) => `(${ours} - ${theirs}).abs().max().item()`,
  helpers: {
    softmax: `def softmax(scores):  # a row without any open key weighs 0
    return torch.nan_to_num(torch.softmax(scores, -1))`,
  },
  ops: {
    matmul: product,
    dot: product,
    add: both('+'),
    multiply: both('*'),
    scale: (call) => `${call.x} * ${call.number('factor')}`,
    mask: (call) => `${call.x}.masked_fill(${aligned(call, 1)} == 0, -float("inf"))`,
    softmax: ({ x }) => `softmax(${x})`,
    layer_norm: (call) =>
      `F.layer_norm(${call.x}, ${call.names[1]}.shape, ${call.names.slice(1).join(', ')}, ${call.number('epsilon')})`,
    rms_norm: (call) =>
      `${call.x} * torch.rsqrt((${call.x}**2).mean(-1, keepdim=True) + ${call.number('epsilon')}) * ${call.names[1]}`,
    exp: ({ x }) => `torch.exp(${x})`,
    log: ({ x }) => `torch.log(${x})`,
    tanh: ({ x }) => `torch.tanh(${x})`,
    sigmoid: ({ x }) => `torch.sigmoid(${x})`,
    relu: ({ x }) => `torch.relu(${x})`,
    silu: ({ x }) => `F.silu(${x})`,
    elu: ({ x }) => `F.elu(${x})`,
    gelu: ({ x }) => `F.gelu(${x})`,
    gelu_tanh: ({ x }) => `F.gelu(${x}, approximate="tanh")`,
    sqrt: ({ x }) => `torch.sqrt(${x})`,
    sum: (call) => `${call.x}.sum(${call.lost})`,
    mean: (call) => `${call.x}.mean(${call.lost})`,
    rearrange: rearranged,
    rename: ({ x }) => x,
    gather: ({ names }) => `${names[0]}[${names[1]}.long()]`,
    concat: (call) => `torch.cat([${call.names.join(', ')}], ${call.changed})`,
    slice: (call) => `${call.x}${call.cut}`,
  },
};
