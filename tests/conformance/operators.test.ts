/** Operators against plain loops, where the cases at hand leave much of the standard untried. */
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { difference } from '../../scripts/conformance/compare.mjs';
import { openNative } from '../../scripts/conformance/native.mjs';
import { runOperator } from '../../scripts/conformance/operators.mjs';
import { activations, recurrent, some } from './oracles.ts';
import type { Given, Recurrent } from './oracles.ts';

let engine: ReturnType<typeof openNative>;
beforeAll(() => {
  engine = openNative(resolve(import.meta.dirname, '../../build/native/attention-numeric'));
});
afterAll(() => engine.close());

/** Inputs and outputs in the standard's order; undefined where omitted. */
const check = async (
  op: string,
  attrs: object,
  inputs: (Given | undefined)[],
  outputs: (Given | undefined)[],
  opset: object = { '': 30 },
) => {
  const name = (kind: string) => (tensor: Given | undefined, i: number) => (tensor ? `${kind}${i}` : '');
  const tensors = (list: (Given | undefined)[], kind: string) =>
    list.flatMap((tensor, i) => (tensor ? [{ name: `${kind}${i}`, dtype: 'float32', ...tensor }] : []));
  const node = { op, attrs, input: inputs.map(name('in')), output: outputs.map(name('out')) };
  const one = { node, opset, inputs: tensors(inputs, 'in'), outputs: tensors(outputs, 'out') };
  const compared = await runOperator(one, engine);
  const faults = compared.map(({ expected, got }: { expected: object; got: object }) => difference(expected, got));
  expect(faults.filter(Boolean)).toEqual([]);
};

const gatesOf = { RNN: 1, GRU: 3, LSTM: 4 };
const defaults = { RNN: ['Tanh'], GRU: ['Sigmoid', 'Tanh'], LSTM: ['Sigmoid', 'Tanh', 'Tanh'] };

/** Everything at once: lengths, initial states, biases, in each direction. */
const recurrentCase = (op: Recurrent['op'], direction: string, names = defaults[op], more: Partial<Recurrent> = {}) => {
  const [steps, batch, width, hidden] = [4, 3, 2, 5];
  const backwards = { forward: [false], reverse: [true], bidirectional: [false, true] }[direction]!;
  const [ways, gates] = [backwards.length, gatesOf[op]];
  const all = backwards.flatMap(() => names);
  const one: Recurrent = {
    ...{ op, backwards, lengths: [4, 2, 3], acts: all.map((name) => activations[name]!.act) },
    x: some([steps, batch, width], 1),
    w: some([ways, gates * hidden, width], 2),
    r: some([ways, gates * hidden, hidden], 3),
    b: some([ways, 2 * gates * hidden], 4),
    h: some([ways, batch, hidden], 5),
    ...(op === 'LSTM' ? { c: some([ways, batch, hidden], 6), p: some([ways, 3 * hidden], 7) } : {}),
    ...more,
  };
  const lengths = { shape: [batch], data: one.lengths };
  const settings = (key: 'alpha' | 'beta') => all.flatMap((name) => activations[name]![key] ?? []);
  const attrs = {
    ...{ hidden_size: hidden, direction, activations: all },
    ...{ activation_alpha: settings('alpha'), activation_beta: settings('beta') },
    ...(one.clip === undefined ? {} : { clip: one.clip }),
    ...(one.coupled ? { input_forget: 1 } : {}),
    ...(one.linearBeforeReset ? { linear_before_reset: 1 } : {}),
  };
  const [y, yh, yc] = recurrent(one) as [number[], number[], number[]];
  const outputs = [
    { shape: [steps, ways, batch, hidden], data: y },
    { shape: [ways, batch, hidden], data: yh },
    ...(op === 'LSTM' ? [{ shape: [ways, batch, hidden], data: yc }] : []),
  ];
  return { attrs, inputs: [one.x, one.w, one.r, one.b, lengths, one.h, one.c, one.p], outputs };
};

const swapped = ({ shape: [a, b, c], data }: Given): Given => ({
  shape: [b!, a!, c!],
  data: Array.from(
    { length: data.length },
    (_, i) => data[((Math.floor(i / c!) % a!) * b! + Math.floor(i / (a! * c!))) * c! + (i % c!)]!,
  ),
});

describe('operators', () => {
  it.each(
    (['RNN', 'GRU', 'LSTM'] as const).flatMap((op) =>
      ['forward', 'reverse', 'bidirectional'].map((direction) => [op, direction] as const),
    ),
  )('%s, %s, with lengths, states and biases', async (op, direction) => {
    const { attrs, inputs, outputs } = recurrentCase(op, direction);
    await check(op, attrs, inputs, outputs);
  });

  it.each(Object.keys(activations))('an RNN that ends in %s', async (name) => {
    const { attrs, inputs, outputs } = recurrentCase('RNN', 'bidirectional', [name]);
    await check('RNN', attrs, inputs, outputs);
  });

  it('settings of activations go to those that take them', async () => {
    const { attrs, inputs, outputs } = recurrentCase('LSTM', 'bidirectional', ['HardSigmoid', 'Tanh', 'ScaledTanh']);
    await check('LSTM', attrs, inputs, outputs);
  });

  it.each([
    ['GRU', { linearBeforeReset: true, clip: 0.5 }],
    ['LSTM', { coupled: true, clip: 0.4 }],
    ['LSTM', { p: undefined, c: undefined, h: undefined, b: undefined }],
  ] as const)('%s with %o', async (op, more) => {
    const { attrs, inputs, outputs } = recurrentCase(op, 'bidirectional', undefined, more);
    await check(op, attrs, inputs, outputs);
  });

  it('batches first', async () => {
    const { attrs, inputs, outputs } = recurrentCase('GRU', 'bidirectional');
    const [x, w, r, b, lengths, h] = inputs;
    const [y, yh] = outputs as [Given, Given];
    const [steps, ways, batch, hidden] = y.shape as [number, number, number, number];
    const byBatch = Array.from({ length: y.data.length }, (_, i) => {
      const [u, d, t, n] = [i % hidden, Math.floor(i / hidden) % ways, 0, 0];
      const time = t + (Math.floor(i / hidden / ways) % steps);
      const item = n + Math.floor(i / hidden / ways / steps);
      return y.data[((time * ways + d) * batch + item) * hidden + u]!;
    });
    await check(
      'GRU',
      { ...attrs, layout: 1 },
      [swapped(x!), w, r, b, lengths, swapped(h!)],
      [{ shape: [batch, steps, ways, hidden], data: byBatch }, swapped(yh)],
    );
  });

  it('softmax lays the axes from its own on flat before opset 13', async () => {
    const x = some([2, 3, 2], 1);
    const rows = [0, 6].flatMap((at) => {
      const e = x.data.slice(at, at + 6).map(Math.exp);
      return e.map((value) => value / e.reduce((a, b) => a + b));
    });
    await check('Softmax', {}, [x], [{ ...x, data: rows }], { '': 11 });
  });

  it('log-softmax keeps what the softmax rounds to 0', async () => {
    const x = { shape: [2, 3], data: [1000, 0, -1000, -Infinity, 0, 0] };
    const half = -Math.log(2);
    await check('LogSoftmax', {}, [x], [{ ...x, data: [0, -1000, -2000, -Infinity, half, half] }]);
  });

  it('layer normalisation stretches its scale, and needs no bias', async () => {
    const x = { shape: [2, 2, 2], data: [1, 3, 2, 4, 0, 4, 8, 4] };
    const scale = { shape: [2, 1], data: [2, 3] };
    const sd = [Math.sqrt(1.25 + 1e-5), Math.sqrt(8 + 1e-5)];
    const mean = [2.5, 4];
    const y = x.data.map((v, i) => ((v - mean[i >> 2]!) / sd[i >> 2]!) * scale.data[(i >> 1) & 1]!);
    const rows = (data: number[]) => ({ shape: [2, 1, 1], data });
    await check(
      'LayerNormalization',
      { axis: 1 },
      [x, scale],
      [{ ...x, data: y }, undefined, rows(sd.map((s) => 1 / s))],
    );
  });

  it('a circular cache goes on at its beginning; without indices writing begins there', async () => {
    const cache = { shape: [1, 3, 1], data: [1, 2, 3] };
    const update = { shape: [1, 2, 1], data: [8, 9] };
    const at = { shape: [1], data: [2] };
    await check('TensorScatter', { mode: 'circular' }, [cache, update, at], [{ ...cache, data: [9, 2, 8] }]);
    await check('TensorScatter', {}, [cache, update], [{ ...cache, data: [8, 9, 3] }]);
    await expect(check('TensorScatter', {}, [cache, update, at], [cache])).rejects.toThrow(/place 3/);
  });

  it('a label below 0 may be the one that does not count', async () => {
    const scores = { shape: [2, 2], data: [0, 0, 0, 0] };
    const labels = { shape: [2], data: [-1, 1] };
    const attrs = { ignore_index: -1, reduction: 'sum' };
    await check('SoftmaxCrossEntropyLoss', attrs, [scores, labels], [{ shape: [], data: [Math.log(2)] }]);
  });

  it('Adam corrects its means from the first step on', async () => {
    const one = (value: number) => ({ shape: [1], data: [value] });
    const scalar = (value: number) => ({ shape: [], data: [value] });
    const [v, h] = [0.1 * 2, 0.001 * 4];
    const rate = (0.1 * Math.sqrt(1 - 0.999 ** 3)) / (1 - 0.9 ** 3);
    const x = (1 - (rate * v) / (Math.sqrt(h) + 1e-6)) * 0.9;
    const inputs = [scalar(0.1), scalar(3), one(1), one(2), one(0), one(0)];
    await check('Adam', { norm_coefficient_post: 0.1 }, inputs, [one(x), one(v), one(h)]);
  });

  it('refuses what it does not know', async () => {
    const x = some([2, 2], 1);
    await expect(check('Softmax', { axes: 1 }, [x], [x])).rejects.toThrow(/attribute axes/);
    await expect(check('Softmax', { axis: 2 }, [x], [x])).rejects.toThrow(/axis 2/);
    await expect(
      check('RNN', { direction: 'sideways' }, [some([1, 1, 1], 1), some([1, 1, 1], 2), some([1, 1, 1], 3)], [x]),
    ).rejects.toThrow(/sideways/);
  });
});
