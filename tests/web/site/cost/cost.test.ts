import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine, NdArray, Trace } from '../../../../web/engine/types.ts';
import { growth, lengths, measure, randomVectors, width } from '../../../../web/site/cost/measure.ts';
import { bytesOf, countStep, countTrace } from '../../../../web/site/cost/multiplications.ts';
import { amount, time } from '../../../../web/site/cost/units.ts';
import { startEngine } from '../../../wasm/helpers.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine({ inline: true });
});
afterAll(() => engine.dispose());

const run = (id: string, n: number, params = {}): Promise<Trace> =>
  engine.run(id, { tensors: { x: randomVectors(n) } }, params);

const step = (trace: Trace, id: string) =>
  countStep(
    trace,
    trace.steps.find((one) => one.id === id)!,
  ).multiplications;

describe('multiplications', () => {
  it('of scaled dot-product attention are those of the textbook', async () => {
    const n = 10;
    const trace = await run('scaled_dot_product', n, { random: true, head_width: 16 });
    for (const id of ['q', 'k', 'v']) expect(step(trace, id)).toBe(n * width * 16);
    expect(step(trace, 'scores')).toBe(n * n * 16);
    expect(step(trace, 'scaled_scores')).toBe(n * n);
    expect(step(trace, 'pattern')).toBe(n * n);
    expect(step(trace, 'z')).toBe(n * n * 16);
    const { total, parts } = countTrace(trace);
    expect(parts.reduce((sum, part) => sum + part.multiplications, 0)).toBe(total);
    expect(bytesOf(trace)).toBeGreaterThan(4 * n * n);
    trace.dispose();
  });

  it('are known for every op of the catalogue', async () => {
    for (const { id } of engine.catalog.entries.filter((entry) => entry.kind === 'variant')) {
      const trace = await engine.run(id, { text: 'the animal was tired' });
      expect(countTrace(trace).unknown, id).toEqual([]);
      trace.dispose();
    }
  });
});

describe('measuring', () => {
  it('goes through all lengths, and says how far it is', async () => {
    const shares: number[] = [];
    const { points, ended } = await measure({
      engine,
      entry: engine.catalog.entries[0]!.id,
      params: { hidden: 1 },
      signal: new AbortController().signal,
      onProgress: (share) => shares.push(share),
    });
    expect(ended).toBeUndefined();
    expect(points.map((point) => point.n)).toEqual([...lengths]);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
    expect(growth(points, (point) => point.bytes)).toBeGreaterThan(1);
    expect(points.every((point) => point.milliseconds >= 0)).toBe(true);
  });

  it('ends when it is called off', async () => {
    const abort = new AbortController();
    const asked = measure({
      engine,
      entry: engine.catalog.entries[0]!.id,
      params: {},
      signal: abort.signal,
      onProgress: (share) => share > 0.2 && abort.abort(),
    });
    await expect(asked).rejects.toThrow();
  });

  it('says at which length a mechanism refuses', async () => {
    const refusing = Object.create(engine, {
      run: {
        value: (...args: Parameters<Engine['run']>) =>
          (args[1] as { tensors: Record<string, NdArray> }).tensors['x']!.shape[0]! > 64
            ? Promise.reject(new Error('too many'))
            : engine.run(...args),
      },
    }) as Engine;
    const { points, ended } = await measure({
      engine: refusing,
      entry: engine.catalog.entries[0]!.id,
      params: {},
      signal: new AbortController().signal,
      onProgress: () => {},
    });
    expect(points.at(-1)!.n).toBe(64);
    expect(ended).toEqual({ n: 128, why: 'refused', message: 'too many' });
  });

  it('finds the power of a growth', () => {
    const points = [1, 2, 4, 8].map((n) => ({ n, multiplications: 3 * n ** 2, bytes: 5 * n, milliseconds: 0 }));
    expect(growth(points, (point) => point.multiplications)).toBeCloseTo(2);
    expect(growth(points, (point) => point.bytes)).toBeCloseTo(1);
    expect(growth(points, (point) => point.milliseconds)).toBeUndefined();
  });
});

it('amounts have three figures and a unit', () => {
  expect([0, 999, 1000, 12_345, 999_999, 1.5e9].map((value) => amount(value))).toEqual([
    '0',
    '999',
    '1 k',
    '12.3 k',
    '1 M',
    '1.5 G',
  ]);
  expect(amount(2048, 'B')).toBe('2.05 kB');
  expect([0.0123, 12.34, 1500].map(time)).toEqual(['0.0123 ms', '12.3 ms', '1.5 s']);
});
