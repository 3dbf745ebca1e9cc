/** The way back through a trace, on the real core, in Node. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InvalidInput } from '../../../../web/engine/errors.ts';
import type { LearningClient } from '../../../../web/engine/learning/learning-client.ts';
import type { LearningRun, LearningTrace } from '../../../../web/engine/types/learning.ts';
import { small, startLearning, trained } from './small.ts';

let engine: LearningClient;
let run: LearningRun;
let trace: LearningTrace;
beforeAll(async () => {
  engine = await startLearning();
  run = await engine.open(small(engine));
  await trained(run, 20);
  trace = await run.trace({ example: 2 });
});
afterAll(() => engine.dispose());

const flat = (shape: readonly number[], cell: readonly number[]) =>
  cell.reduce((at, index, axis) => at * shape[axis]! + index, 0);

describe('gradients of a trace', () => {
  it('are as large as their tensors, and 1 for the loss itself', async () => {
    const gradients = await trace.gradients();
    expect(gradients.get('loss')).toEqual(Float32Array.of(1));
    expect(gradients.size).toBeGreaterThan(10);
    for (const [name, numbers] of gradients) expect(numbers.length, name).toBe(trace.tensor(name).data.length);
  });

  it('are sums of slopes times what lies above, number by number', async () => {
    const gradients = await trace.gradients();
    let explained = 0;
    for (const { name, shape } of trace.tensors) {
      const numbers = gradients.get(name);
      if (!numbers || name === 'loss') continue;
      const cell = shape.map((size) => size >> 1);
      const { value, terms } = await trace.explainGradient(name, cell);
      expect(Math.fround(value), name).toBe(numbers[flat(shape, cell)]);
      const products = terms.map(({ slope, upstream }) => slope * upstream);
      const size = products.reduce((sum, product) => sum + Math.abs(product), 0);
      // Roundings of float, relative to what was added up.
      expect(Math.abs(products.reduce((sum, product) => sum + product, 0) - value), name).toBeLessThanOrEqual(
        1e-5 * size + 1e-12,
      );
      for (const term of terms) {
        const { shape: above } = trace.tensors.find((info) => info.name === term.tensor)!;
        expect(gradients.get(term.tensor)![flat(above, term.index)], term.tensor).toBe(Math.fround(term.upstream));
      }
      explained += terms.length;
    }
    expect(explained).toBeGreaterThan(50);
    expect((await trace.explainGradient('loss', [0])).terms).toEqual([]);
  });

  it('start at any number, and reach what that was made from', async () => {
    const weights = trace.steps.find((step) => step.op === 'softmax')!.output;
    const { shape } = trace.tensors.find((info) => info.name === weights)!;
    const cell = shape.map(() => 0);
    const gradients = await trace.gradients(weights, cell);
    expect(gradients.has('loss')).toBe(false);
    expect(gradients.get(weights)).toEqual(Float32Array.from(gradients.get(weights)!, (_, i) => (i === 0 ? 1 : 0)));
    // A share grows with its own score by p (1 - p).
    const scores = trace.steps.find((step) => step.output === weights)!.inputs[0]!;
    const share = trace.tensor(weights).data[0]!;
    expect(gradients.get(scores)![0]).toBeCloseTo(share * (1 - share), 5);
    await expect(trace.explainGradient('loss', [0])).rejects.toThrow(InvalidInput);
  });

  it('refuse what is not there, by name', async () => {
    await expect(trace.gradients('none')).rejects.toThrow(/tensor: got "none"/);
    const wide = trace.tensors.find((info) => info.shape.length > 1 && info.shape.at(-1)! > 1)!;
    await expect(trace.gradients(wide.name)).rejects.toThrow(/cell/);
    await expect(trace.explainGradient(wide.name, wide.shape)).rejects.toThrow(/cell/);
    const other = await run.trace({ example: 3 });
    other.dispose();
    await expect(other.gradients()).rejects.toThrow('disposed of');
  });
});
