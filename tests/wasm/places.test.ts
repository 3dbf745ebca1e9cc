/** The built engine in Node: in a worker and inline, on one thread and on several, the same numbers. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type * as engineModule from '../../web/engine/index.ts';
import type { Engine, EngineOptions } from '../../web/engine/types.ts';
import { hashesOf, someFloats, someX } from './helpers.ts';

const built = join(resolve(import.meta.dirname, '../..'), 'dist/engine/attention-engine.mjs');
let api: typeof engineModule;

beforeAll(async () => {
  expect(existsSync(built), `${built} is missing: npm run build`).toBe(true);
  api = (await import(/* @vite-ignore */ pathToFileURL(built).href)) as typeof engineModule;
});

const resultsOf = async (engine: Engine) => {
  const results: unknown[] = [];
  for (const { id, kind } of engine.catalog.entries) {
    if (kind !== 'variant') continue;
    const trace = await engine.run(id, someX(17));
    const { name, shape } = trace.tensors.at(-1)!;
    const cell = shape.map((size) => size - 1);
    results.push(id, hashesOf(trace), trace.steps, trace.tensors, trace.remarks);
    results.push(await trace.explain(name, cell), await trace.sources(name, cell));
    trace.dispose();
  }
  const data = someFloats(2 * 33 * 8);
  const tensor = { shape: [1, 2, 33, 8], data };
  results.push((await engine.attention({ q: tensor, k: tensor, v: tensor, causal: true })).y);
  results.push(await engine.tokenize('the animal'));
  return results;
};

describe('places', () => {
  const options: [string, EngineOptions, Partial<Engine['backend']>][] = [
    ['inline', { inline: true }, { place: 'inline', flavour: 'simd' }],
    ['in a worker', {}, { place: 'worker', flavour: 'simd' }],
    [
      'inline on threads',
      { inline: true, threads: 2, parallelThreshold: 0 },
      { place: 'inline', flavour: 'simd-threads' },
    ],
    ['in a worker on threads', { threads: 3, parallelThreshold: 0 }, { place: 'worker', flavour: 'simd-threads' }],
  ];
  let first: unknown[] | undefined;

  it.each(options)('%s', async (_, given, backend) => {
    const engine = await api.createEngine(given);
    expect(engine.backend).toMatchObject(backend);
    const results = await resultsOf(engine);
    first ??= results;
    expect(results).toEqual(first);
    const wrong = engine.run('nothing', someX(1));
    await expect(wrong).rejects.toThrow(api.InvalidInput);
    engine.dispose();
    await expect(engine.run('nothing', someX(1))).rejects.toThrow(api.EngineUnavailable);
  });

  it.each([{}, { inline: true }])(
    'a long run tells how far it is, and ends when it is cancelled: %o',
    async (given) => {
      const engine = await api.createEngine(given);
      const { id } = engine.catalog.entries.find(({ kind }) => kind === 'variant')!;
      const shares: number[] = [];
      const input = someX(2000, 64);
      const trace = await engine.run(id, input, {}, { onProgress: (share) => void shares.push(share) });
      expect(shares.length).toBeGreaterThan(2);
      expect(shares).toEqual([...shares].sort((a, b) => a - b));
      trace.dispose();

      const control = new AbortController();
      let after = 0;
      const stopped = engine.run(
        id,
        input,
        {},
        {
          signal: control.signal,
          onProgress: () => (control.signal.aborted ? ++after : control.abort()),
        },
      );
      await expect(stopped).rejects.toThrow(api.Cancelled);
      const began = performance.now();
      (await engine.run(id, someX(3))).dispose();
      // A slice of 50 ms may be under way; the whole run would take a second and more.
      expect(performance.now() - began).toBeLessThan(500);
      expect(after).toBe(0);
      engine.dispose();
    },
  );

  it('a cancelled run in a worker leaves the engine usable', async () => {
    const engine = await api.createEngine();
    const { id } = engine.catalog.entries.find(({ kind }) => kind === 'variant')!;
    const control = new AbortController();
    const running = engine.run(id, someX(1000), {}, { signal: control.signal });
    setTimeout(() => control.abort(), 1);
    await expect(running).rejects.toThrow(api.Cancelled);
    const trace = await engine.run(id, someX(3));
    expect(trace.tensors.length).toBeGreaterThan(3);
    engine.dispose();
  });
});
