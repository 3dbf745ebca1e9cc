/** Nothing that text can say stops the core: every answer is an answer. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EngineClient } from '../../web/engine/client.ts';
import { someFloats, someX, startEngine } from './helpers.ts';

let engine: EngineClient;
beforeAll(async () => {
  engine = await startEngine({ inline: true });
});
afterAll(() => engine.dispose());

const junk = [
  ...['', ' ', '{', '}', '[]', 'null', '1e999', '"', '{"a":', '{"op":1}', '\0', '\u{1f600}', '{"entry":{}}'],
  ...['{"entry":[]}', '{"op":"attention"}', '{"op":"attention","shapes":[]}', '{"op":"attention","shapes":{"q":{}}}'],
  ...['{"op":"attention","shapes":{"q":[1e30]}}', '{"op":"attention","shapes":{"q":[-1,2]}}'],
  ...['{"op":"attention","shapes":{"q":[4294967296,4294967296]}}', '{"op":"attention","options":[]}'],
  ...['{"op":"rotary_embedding","shapes":{"x":[]}}', '{"op":"linear_attention","options":{"rule":7}}'],
  ...['{"threads":-1}', '{"threads":1e9}', '{"parallel_threshold":"x"}', '[['.repeat(20_000), '{"a":'.repeat(20_000)],
];

it('junk requests are refused', async () => {
  const { host } = engine;
  for (const request of junk) {
    expect((await host.run(request, [])).answer.ok).toBe(false);
    expect((await host.numeric(request, [])).answer.ok).toBe(false);
    expect((await host.tile(1, request, request)).answer.ok).toBe(false);
    expect((await host.tokenize(request, 'a')).ok).toBe(false);
    expect((await host.embed(request, 'a')).answer.ok).toBe(false);
    expect((await host.loadModel(request, new Uint8Array(3))).ok).toBe(false);
    expect((await host.explain(99, request, [0])).ok).toBe(false);
    expect((await host.sources(-1, request, [])).ok).toBe(false);
    await host.configure(request);
    await host.dispose(12345);
  }
});

/** A valid request with one value put wrong, over and over. */
it('requests with one wrong value are answered', async () => {
  const { host } = engine;
  const wrong = [null, true, -1, 1e300, 0.5, '', 'x', [], {}, [[]], { a: 1 }, 2 ** 60, '\u0000'];
  const entry = engine.catalog.entries.find(({ kind }) => kind === 'variant')!;
  const valid = (): Record<string, any> => ({
    entry: entry.id,
    params: Object.fromEntries(entry.params.map((spec) => [spec.id, spec.default])),
    seed: 1,
    tensors: { x: [3, 4] },
    text: 'the animal',
    model: 'starter',
    layer: 1,
    head: 2,
    op: 'attention',
    shapes: { q: [1, 1, 3, 4], k: [1, 1, 3, 4], v: [1, 1, 3, 4] },
    options: { causal: true, scale: 1, q_heads: 1, masked_rows: 'zero', qk_matmul_output: 1 },
  });
  const x = { name: 'x', data: someFloats(12) };
  const qkv = ['q', 'k', 'v'].map((name) => ({ name, data: someFloats(12) }));
  const attempt = async (request: object) => {
    const text = JSON.stringify(request);
    const { answer } = await host.run(text, [x]);
    if (answer.ok) await host.dispose(answer.trace);
    expect(typeof (await host.numeric(text, qkv)).answer.ok).toBe('boolean');
  };
  for (const value of wrong)
    for (const field of Object.keys(valid())) {
      await attempt({ ...valid(), [field]: value });
      const { [field]: _, ...without } = valid();
      await attempt(without);
      const inner = valid()[field] as object;
      if (typeof inner === 'object')
        for (const name of Object.keys(inner)) await attempt({ ...valid(), [field]: { ...inner, [name]: value } });
    }
});

it('questions about cells that are not there are refused', async () => {
  const { host, catalog } = engine;
  const trace = await engine.run(catalog.entries.find(({ kind }) => kind === 'variant')!.id, someX(3));
  for (const { name, shape } of trace.tensors) {
    const beyond = shape;
    for (const index of [
      [],
      beyond,
      shape.map(() => -1),
      [...shape, 0],
      shape.map(() => 0.5),
      shape.map(() => 2 ** 53),
    ]) {
      expect((await host.explain(trace.id, name, index)).ok).toBe(false);
      expect((await host.sources(trace.id, name, index)).ok).toBe(false);
    }
    for (const request of ['{}', '{"rows":[0,1]}', '{"at":[9,9,9,9],"rows":[0,1],"columns":[0,1]}'])
      expect((await host.tile(trace.id, name, request)).answer.ok).toBe(false);
    const huge = { at: shape.slice(0, -2).map(() => 0), rows: [0, 1], columns: [0, 1], pool: [0, -1] };
    expect((await host.tile(trace.id, name, JSON.stringify(huge))).answer.ok).toBe(false);
  }
  trace.dispose();
});

it('models with any byte put wrong are refused or read, never fatal', async () => {
  const { readFileSync } = await import('node:fs');
  const whole = readFileSync(new URL('../../build/models/starter.bin', import.meta.url));
  const { host } = engine;
  for (let cut = 0; cut < whole.length; cut = cut * 2 + 1)
    expect((await host.loadModel('cut', whole.subarray(0, cut))).ok).toBe(false);
  // Every byte of the header's beginning, then ever further apart.
  for (let at = 0; at < whole.length; at += at < 400 ? 7 : 9973) {
    const bytes = new Uint8Array(whole);
    bytes[at] = bytes[at]! ^ 0x15;
    await host.loadModel('flipped', bytes);
    await host.tokenize('flipped', 'the animal');
  }
  const after = await engine.tokenize('the animal');
  expect(after.pieces.length).toBeGreaterThan(0);
});
