/**
 * The same bits everywhere: the native tool prints a hash of every tensor of every mechanism at every corner of its
 * parameters and at odd lengths, with another text to read where it takes one, and in each of its forms; WebAssembly
 * replays the same requests, on one thread and on several.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EngineClient } from '../../web/engine/client.ts';
import type { Params } from '../../web/engine/types.ts';
import { hashOf, startEngine, valuesOf } from './helpers.ts';

const tool = join(resolve(import.meta.dirname, '../..'), 'build/native/attention-digest');

interface Digest {
  request: string;
  given: Record<string, number[]>;
  tensors: Record<string, string>;
}

const nativeDigests = (threads: number): Digest[] =>
  execFileSync(tool, [String(threads)], { encoding: 'utf8', maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Digest);

const replay = async ({ host }: EngineClient, { request, given }: Digest): Promise<Record<string, string>> => {
  const { answer, floats } = await host.run(
    request,
    Object.entries(given).map(([name, numbers]) => ({ name, data: Float32Array.from(numbers) })),
  );
  if (!answer.ok) throw new Error(`${request}: ${JSON.stringify(answer.error)}`);
  if ('more' in answer) throw new Error(`${request}: not done`);
  const size = (shape: number[]) => shape.reduce((count, n) => count * n, 1);
  const hashes = answer.tensors.map(({ name, offset, shape }) => [
    name,
    hashOf(floats.subarray(offset, offset + size(shape))),
  ]);
  await host.dispose(answer.trace);
  return Object.fromEntries(hashes) as Record<string, string>;
};

/** The first tensor that differs in each run, which is where to look; all expectations at once, for speed. */
const differences = async (engine: EngineClient, digests: Digest[]): Promise<string[]> => {
  const wrong: string[] = [];
  for (const digest of digests) {
    const got = await replay(engine, digest);
    const [theirs, ours] = [Object.keys(digest.tensors), Object.keys(got)];
    const name = [...new Set([...theirs, ...ours])].find((one) => got[one] !== digest.tensors[one]);
    if (name) wrong.push(`${digest.request}: ${name} is ${got[name]}, natively ${digest.tensors[name]}`);
    // Arguments are evaluated in any order: where two of them record steps, compilers disagree.
    else if (ours.join() !== theirs.join()) wrong.push(`${digest.request}: recorded as ${ours}, natively as ${theirs}`);
  }
  return wrong;
};

/** Half a minute on two quiet cores; others may be at work. */
const patience = 300_000;

describe('digits', () => {
  const present = existsSync(tool);
  const digests = present ? nativeDigests(1) : [];

  it('has cases to compare', () => {
    expect(present, `${tool} is missing: npm run build`).toBe(true);
    expect(digests.length).toBeGreaterThan(20);
  });

  it('has every mechanism of the catalogue, and every choice that one offers', async () => {
    const engine = await startEngine({ inline: true });
    const tried = new Set<string>();
    for (const { request } of digests) {
      const { entry, params } = JSON.parse(request) as { entry: string; params: Params };
      for (const [id, value] of [['', ''], ...Object.entries(params)]) tried.add(`${entry} ${id} ${value}`);
    }
    const offered = engine.catalog.entries
      .filter(({ kind }) => kind === 'variant')
      .flatMap((entry) => [
        `${entry.id}  `,
        ...entry.params.flatMap((spec) => valuesOf(spec).map((value) => `${entry.id} ${spec.id} ${value}`)),
      ]);
    engine.dispose();
    expect(offered.filter((one) => !tried.has(one))).toEqual([]);
  });

  it('native on several threads = native on one', () => {
    const threaded = nativeDigests(3);
    expect(threaded.map(({ tensors }) => tensors)).toEqual(digests.map(({ tensors }) => tensors));
  });

  it(
    'simd = native',
    async () => {
      const engine = await startEngine({ inline: true });
      expect(engine.backend.flavour).toBe('simd');
      expect(await differences(engine, digests)).toEqual([]);
      engine.dispose();
    },
    patience,
  );

  it(
    'simd-threads = native, with at least two threads at work',
    async () => {
      const engine = await startEngine({ inline: true, threads: 3, parallelThreshold: 0 });
      expect(engine.backend).toMatchObject({ flavour: 'simd-threads', threads: 3 });
      await engine.host.configure('{}'); // counts from here
      expect(await differences(engine, digests)).toEqual([]);
      const after = await engine.host.configure('{"threads":1}');
      expect(after).toMatchObject({ ok: true });
      if (after.ok) expect(after['workers_seen']).toBeGreaterThanOrEqual(2);
      engine.dispose();
    },
    patience,
  );
});
