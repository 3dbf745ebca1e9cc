/** The ONNX calls through the engine, against plain loops. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EngineClient } from '../../web/engine/client.ts';
import { InvalidInput } from '../../web/engine/errors.ts';
import type { Axis, ComputeStep, NamedArray, NdArray } from '../../web/engine/types.ts';
import { someFloats, startEngine } from './helpers.ts';

let engine: EngineClient;
beforeAll(async () => {
  engine = await startEngine({ inline: true });
});
afterAll(() => engine.dispose());

const nd = (shape: number[], seed = 1): NdArray => ({
  shape,
  data: someFloats(
    shape.reduce((count, size) => count * size, 1),
    seed,
  ),
});

/** One head, in double precision. */
const oracle = (q: NdArray, k: NdArray, v: NdArray, may: (i: number, j: number) => boolean): number[] => {
  const [, , rows, width] = q.shape as [number, number, number, number];
  const [, , keys, valueWidth] = v.shape as [number, number, number, number];
  const out: number[] = [];
  for (let i = 0; i < rows; ++i) {
    const scores = Array.from({ length: keys }, (_, j) => {
      let dot = 0;
      for (let c = 0; c < width; ++c) dot += q.data[i * width + c]! * k.data[j * width + c]!;
      return may(i, j) ? dot / Math.sqrt(width) : -Infinity;
    });
    const top = Math.max(...scores);
    const weights = scores.map((score) => (top === -Infinity ? 0 : Math.exp(score - top)));
    const sum = weights.reduce((a, b) => a + b, 0) || 1;
    for (let c = 0; c < valueWidth; ++c)
      out.push(weights.reduce((z, weight, j) => z + (weight / sum) * v.data[j * valueWidth + c]!, 0));
  }
  return out;
};

const close = (got: Float32Array, want: number[]) => {
  expect(got).toHaveLength(want.length);
  got.forEach((value, i) => expect(Math.abs(value - want[i]!)).toBeLessThan(3e-6));
};

describe('attention', () => {
  const q = nd([1, 1, 5, 16], 1);
  const k = nd([1, 1, 7, 16], 2);
  const v = nd([1, 1, 7, 3], 3);

  it('agrees with plain loops, fused and with scores', async () => {
    const want = oracle(q, k, v, () => true);
    close((await engine.attention({ q, k, v })).y.data, want);
    const { y, qkMatmul } = await engine.attention({ q, k, v, qkMatmulOutput: 3 });
    close(y.data, want);
    expect(qkMatmul!.shape).toEqual([1, 1, 5, 7]);
  });

  it('masks: causal, boolean, padding', async () => {
    close(
      (await engine.attention({ q, k, v, causal: true })).y.data,
      oracle(q, k, v, (i, j) => j <= i),
    );
    const data = Uint8Array.from({ length: 35 }, (_, i) => Number(i % 3 !== 0));
    const masked = await engine.attention({ q, k, v, mask: { shape: [5, 7], data } });
    close(
      masked.y.data,
      oracle(q, k, v, (i, j) => (i * 7 + j) % 3 !== 0),
    );
    const padded = await engine.attention({ q, k, v, nonpadKvSeqlen: [3] });
    close(
      padded.y.data,
      oracle(q, k, v, (_, j) => j < 3),
    );
  });

  it('offers three ways for a row without keys', async () => {
    const call = (maskedRows: 'zero' | 'nan' | 'uniform') =>
      engine.attention({ q, k, v, nonpadKvSeqlen: [0], maskedRows });
    expect((await call('zero')).y.data.every((value) => value === 0)).toBe(true);
    expect((await call('nan')).y.data.every(Number.isNaN)).toBe(true);
    const mean = [0, 1, 2].map((c) => [0, 1, 2, 3, 4, 5, 6].reduce((sum, j) => sum + v.data[j * 3 + c]! / 7, 0));
    close(
      (await call('uniform')).y.data,
      [0, 1, 2, 3, 4].flatMap(() => mean),
    );
  });

  it('returns a cache when there is a past, or when asked', async () => {
    expect((await engine.attention({ q, k, v })).presentKey).toBeUndefined();
    expect((await engine.attention({ q, k, v, present: true })).presentKey!.data).toEqual(k.data);
    const first = await engine.attention({ q, k, v, present: true });
    const next = await engine.attention({ q, k, v, pastKey: first.presentKey!, pastValue: first.presentValue! });
    expect(next.presentKey!.shape).toEqual([1, 1, 14, 16]);
  });

  it('a step with the cache equals the row of the full pass, bit for bit', async () => {
    const whole = nd([1, 1, 7, 16], 9);
    const full = await engine.attention({ q: whole, k, v, causal: true });
    const part = (x: NdArray, begin: number, end: number): NdArray => {
      const width = x.shape[3]!;
      return { shape: [1, 1, end - begin, width], data: x.data.slice(begin * width, end * width) };
    };
    for (let t = 1; t < 7; ++t) {
      const past = { pastKey: part(k, 0, t), pastValue: part(v, 0, t) };
      const step = await engine.attention({
        q: part(whole, t, t + 1),
        k: part(k, t, t + 1),
        v: part(v, t, t + 1),
        ...past,
        causal: true,
      });
      expect(step.y.data).toEqual(full.y.data.slice(t * 3, t * 3 + 3));
    }
  });

  it('fills a buffer of the right size, and refuses another', async () => {
    const out = new Float32Array(15);
    const { y } = await engine.attention({ q, k, v, out });
    expect(y.data).toBe(out);
    close(
      out,
      oracle(q, k, v, () => true),
    );
    await expect(engine.attention({ q, k, v, out: new Float32Array(14) })).rejects.toMatchObject({ argument: 'out' });
  });

  it.each([
    ['k', { q, k: nd([1, 1, 7, 15]), v }],
    ['v', { q, k, v: nd([1, 1, 6, 3]) }],
    ['mask', { q, k, v, mask: nd([6, 7]) }],
    ['scale', { q, k, v, scale: -1 }],
    ['softcap', { q, k, v, softcap: -1 }],
    ['nonpadKvSeqlen', { q, k, v, nonpadKvSeqlen: [8] }],
    ['pastValue', { q, k, v, pastKey: nd([1, 1, 2, 16]) }],
    ['qkMatmulOutput', { q, k, v, qkMatmulOutput: 4 as never }],
  ])('refuses what does not fit: %s', async (argument, args) => {
    const error = await engine.attention(args).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InvalidInput);
    expect(error).toMatchObject({ argument });
  });
});

describe('numbers too large', () => {
  const filled = (shape: number[], value: number): NdArray => ({
    shape,
    data: new Float32Array(shape.reduce((count, size) => count * size, 1)).fill(value),
  });
  const [v, huge] = [nd([1, 1, 3, 2]), filled([1, 1, 3, 4], 1e19)];

  it.each([
    ['q, k', () => engine.attention({ q: huge, k: huge, v })],
    ['q, k', () => engine.attention({ q: huge, k: huge, v, qkMatmulOutput: 3 })],
    ['q, k, scale', () => engine.attention({ q: filled([1, 1, 3, 4], 9), k: filled([1, 1, 3, 4], 9), v, scale: 1e38 })],
    ['k', () => engine.attention({ q: huge, k: filled([1, 1, 3, 4], NaN), v })],
    ['mask', () => engine.attention({ q: huge, k: huge, v, mask: filled([3, 3], Infinity) })],
    [
      'x, cos, sin',
      () =>
        engine.rotaryEmbedding({ x: filled([1, 1, 1, 2], 3e38), cos: filled([1, 1, 1], 1), sin: filled([1, 1, 1], 1) }),
    ],
    [
      'q, k, v',
      () => {
        const x = filled([1, 3, 4], 1e19);
        return engine.linearAttention({ q: x, k: x, v: x, qHeads: 1, kvHeads: 1, rule: 'linear' });
      },
    ],
  ] as [string, () => Promise<unknown>][])('are refused by name: %s', async (argument, work) => {
    const error = await work().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InvalidInput);
    expect(error).toMatchObject({ argument });
  });
});

describe('rotary embedding and linear attention', () => {
  it('position 0 leaves x alone, and lengths stay', async () => {
    const x = nd([1, 2, 3, 4]);
    const angles = [0, 0, 0.5, 0.1, 1, 0.2];
    const cos = { shape: [3, 2], data: Float32Array.from(angles, Math.cos) };
    const sin = { shape: [3, 2], data: Float32Array.from(angles, Math.sin) };
    const y = await engine.rotaryEmbedding({ x, cos, sin, positionIds: { shape: [1, 3], data: [0, 1, 2] } });
    expect(y.data.slice(0, 4)).toEqual(x.data.slice(0, 4));
    const length = (data: Float32Array, at: number) => Math.hypot(...data.subarray(at, at + 4));
    for (let at = 0; at < 24; at += 4) expect(length(y.data, at)).toBeCloseTo(length(x.data, at), 5);
    const wrong = { x, cos, sin, positionIds: { shape: [1, 3], data: [0, 1, 3] } };
    await expect(engine.rotaryEmbedding(wrong)).rejects.toMatchObject({ argument: 'positionIds' });
  });

  it('the linear rule is attention without softmax', async () => {
    const [q, k, v] = [nd([1, 4, 6], 1), nd([1, 4, 6], 2), nd([1, 4, 2], 3)] as const;
    const { y, presentState } = await engine.linearAttention({
      q,
      k,
      v,
      qHeads: 1,
      kvHeads: 1,
      rule: 'linear',
      scale: 1,
    });
    const want: number[] = [];
    for (let i = 0; i < 4; ++i)
      for (let c = 0; c < 2; ++c) {
        let z = 0;
        for (let j = 0; j <= i; ++j) {
          let dot = 0;
          for (let d = 0; d < 6; ++d) dot += q.data[i * 6 + d]! * k.data[j * 6 + d]!;
          z += dot * v.data[j * 2 + c]!;
        }
        want.push(z);
      }
    close(y.data, want);
    expect(presentState.shape).toEqual([1, 1, 6, 2]);
    const missing = engine.linearAttention({ q, k, v, qHeads: 1, kvHeads: 1, rule: 'gated' });
    await expect(missing).rejects.toMatchObject({ argument: 'decay' });
  });
});

describe('programs', () => {
  const named = (axes: Axis[], shape: number[], seed: number): NamedArray => ({ ...nd(shape, seed), axes });

  it('attention in three ops is attention', async () => {
    const [q, k, v] = [
      named(['query', 'channel'], [3, 4], 1),
      named(['key', 'channel'], [5, 4], 2),
      named(['key', 'channel'], [5, 2], 3),
    ] as const;
    const { z, pattern } = await engine.compute({
      tensors: { q, k, v },
      steps: [
        { op: 'matmul', inputs: ['q', 'k'], over: 'channel', output: 'scores' },
        { op: 'scale', inputs: ['scores'], factor: 0.5, output: 'scaled' },
        { op: 'softmax', inputs: ['scaled'], output: 'pattern' },
        { op: 'matmul', inputs: ['pattern', 'v'], over: 'key', output: 'z' },
      ],
      outputs: ['z', 'pattern'],
    });
    expect(z!.axes).toEqual(['query', 'channel']);
    expect(pattern!.axes).toEqual(['query', 'key']);
    const wide = ({ shape, data }: NdArray) => ({ shape: [1, 1, ...shape], data });
    close(
      z!.data,
      oracle(wide(q), wide(k), wide(v), () => true),
    );
  });

  it('refuses by tensor and step', async () => {
    const x = named(['query', 'channel'], [2, 3], 1);
    const run = (tensor: NamedArray, step: object) =>
      engine.compute({
        tensors: { x: tensor },
        steps: [{ op: 'softmax', inputs: ['x'], output: 'y', ...step } as ComputeStep],
        outputs: ['y'],
      });
    const cases: [NamedArray, object, string][] = [
      [{ ...x, data: new Float32Array(6).fill(NaN) }, {}, 'tensors.x'],
      [{ ...x, axes: ['query', 'width' as Axis] }, {}, 'tensors.x.axes'],
      [{ ...x, axes: ['query', 'query'] }, {}, 'tensors.x.axes'],
      [x, { op: 'hardmax' }, 'steps[0].op'],
      [x, { inputs: ['z'] }, 'steps[0].inputs'],
      [x, { op: 'reduce_sum', over: 'width' }, 'steps[0].over'],
      [x, { output: 'x' }, 'steps[0].output'],
      [x, { output: 'z' }, 'outputs'],
    ];
    for (const [tensor, step, argument] of cases) await expect(run(tensor, step)).rejects.toMatchObject({ argument });
    await expect(run(x, { op: 'reduce_sum', over: 'key' })).rejects.toThrow(/steps\[0\] \(reduce_sum\)/);
  });
});
