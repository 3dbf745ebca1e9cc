import { isIdentity, type Call } from './call.ts';
import type { Language } from './language.ts';

/** What libraries write alike but for their name and that of turning axes; helpers of these names stand in each. */
export const sharedOps = (
  lib: string,
  turn: string,
): { aligned: (call: Call, input: number) => string; ops: Language['ops'] } => {
  const aligned = (call: Call, input: number): string => {
    const { order, index } = call.aligned(input);
    const name = call.names[input]!;
    return `${isIdentity(order) ? name : `${name}.${turn}(${order.join(', ')})`}${index}`;
  };

  const both = (sign: string) => (call: Call) => call.names.map((_, i) => aligned(call, i)).join(` ${sign} `);

  const product = (call: Call): string => {
    const sum = `${lib}.einsum("${call.subscripts}", ${call.names[0]}, ${call.names[1]})`;
    return call.names.length > 2 ? `${sum} + ${aligned(call, 2)}` : sum;
  };

  const rearranged = (call: Call): string => {
    const order = call.numbers('order');
    const turned = isIdentity(order) ? call.x : `${call.x}.${turn}(${order.join(', ')})`;
    return call.output.shape.length === order.length ? turned : `${turned}.reshape${call.shape}`;
  };

  const memory = (call: Call): string => {
    const [key, value] = call.names;
    const decay = call.number('decay') === '1' ? `, decay=${aligned(call, 2)}` : '';
    const eraser = call.number('eraser') === '1' ? `, eraser=${call.names.at(-1)}` : '';
    return `state_scan(${key}, ${value}${decay}${eraser})`;
  };

  const ops: Language['ops'] = {
    matmul: product,
    dot: product,
    add: both('+'),
    multiply: both('*'),
    scale: (call) => `${call.x} * ${call.number('factor')}`,
    softmax: ({ x }) => `softmax(${x})`,
    layer_norm: (call) => `layer_norm(${call.names.join(', ')}, ${call.number('epsilon')})`,
    exp: ({ x }) => `${lib}.exp(${x})`,
    log: ({ x }) => `${lib}.log(${x})`,
    tanh: ({ x }) => `${lib}.tanh(${x})`,
    sqrt: ({ x }) => `${lib}.sqrt(${x})`,
    floor: ({ x }) => `${lib}.floor(${x})`,
    divide: (call) => `divide(${aligned(call, 0)}, ${aligned(call, 1)})`,
    maximum: (call) => `${lib}.maximum(${aligned(call, 0)}, ${aligned(call, 1)})`,
    cumulative_sum: (call) =>
      call.number('along') === '-1' ? call.x : `${lib}.cumsum(${call.x}, ${call.number('along')})`,
    top_k: (call) => `top_k(${call.x}, ${call.number('take')}, ${call.number('ties')})`,
    sparsemax: ({ x }) => `sparsemax(${x})`,
    entmax15: ({ x }) => `entmax15(${x})`,
    choose_largest: ({ x }) => `choose_largest(${x})`,
    choose_by_draw: (call) => `choose_by_draw(${call.x}, ${aligned(call, 1)})`,
    straight_through: ({ x }) => x,
    monotonic_reach: ({ names }) => `monotonic_reach(${names.join(', ')})`,
    pick: (call) => `pick(${call.x}${call.rowless ? '[..., None, :]' : ''}, ${call.names[1]})`,
    rotate: (call) => `rotate(${call.names.join(', ')}, ${call.number('partner')})`,
    mix_heads: ({ names }) => `${lib}.einsum("a...,ab->b...", ${names.join(', ')})`,
    segment_sum: (call) => `segment_sum(${call.x}, ${call.gained === call.output.axes.length - 1 ? 'True' : 'False'})`,
    state_scan: memory,
    unit_lower_solve: ({ names }) => `unit_lower_solve(${names.join(', ')})`,
    sum: (call) => `${call.x}.sum(${call.lost})`,
    mean: (call) => `${call.x}.mean(${call.lost})`,
    rearrange: rearranged,
    rename: ({ x }) => x,
    slice: (call) => `${call.x}${call.cut}`,
  };
  return { aligned, ops };
};
