/** Where an engine ends up when workers are allowed, refused, silent, slow or mortal. */
import { MessageChannel } from 'node:worker_threads';
import type { Endpoint } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import { describe, expect, it, vi } from 'vitest';
import { createEngineWith } from '../../../web/engine/create-engine.ts';
import type { EngineAssets } from '../../../web/engine/create-engine.ts';
import { EngineUnavailable, InvalidInput } from '../../../web/engine/errors.ts';
import type { StartWorker } from '../../../web/engine/worker-handle.ts';
import { serveWorker } from '../../../web/engine/worker-server.ts';
import { fakeAssets } from './fake-core.ts';

const input = { tensors: { x: { shape: [1, 1], data: Float32Array.of(3) } } };

interface FakeWorker {
  start: StartWorker;
  /** As the browser would report it. */
  fault(reason: string): void;
  ended: boolean;
}

/** The worker's side runs in this thread, behind a real message channel: everything is cloned and transferred. */
const fakeWorker = (serve: (scope: Endpoint) => void): FakeWorker => {
  const listeners: ((reason: string) => void)[] = [];
  const worker: FakeWorker = {
    ended: false,
    fault: (reason) => listeners.forEach((listener) => listener(reason)),
    start: async () => {
      const { port1, port2 } = new MessageChannel();
      setTimeout(() => serve(nodeEndpoint(port2 as never)));
      return {
        endpoint: nodeEndpoint(port1 as never),
        onFault: (listener) => void listeners.push(listener),
        terminate: () => {
          worker.ended = true;
          port1.close();
        },
        hold: () => {},
      };
    },
  };
  return worker;
};

const serving = () => fakeWorker((scope) => serveWorker(scope, fakeAssets().simd.glue));
const withWorker = (worker: FakeWorker): EngineAssets => ({ ...fakeAssets(), startWorker: worker.start });

describe('createEngine', () => {
  it('runs in a worker when it may, with the same answers', async () => {
    const worker = serving();
    const engine = await createEngineWith(withWorker(worker));
    expect(engine.backend).toMatchObject({ place: 'worker', flavour: 'simd', threads: 1 });
    const trace = await engine.run('doubling', input);
    expect([...trace.tensor('y').data]).toEqual([6]);
    expect(input.tensors.x.data).toHaveLength(1); // copied, not taken away
    const out = new Float32Array(2);
    const tensor = input.tensors.x;
    expect((await engine.rotaryEmbedding({ x: tensor, cos: tensor, sin: tensor, out })).data).toBe(out);
    expect([...out]).toEqual([1, 2]);
    await expect(engine.run('doubling', input, { factor: -1 })).rejects.toThrow(InvalidInput);
    engine.dispose();
    expect(worker.ended).toBe(true);
  });

  it('runs inline when asked to', async () => {
    const engine = await createEngineWith(withWorker(serving()), { inline: true });
    expect(engine.backend.place).toBe('inline');
    expect(engine.backend.why).toContain('inline: asked for');
  });

  it('runs inline when the worker throws at once, as module workers from file:// do', async () => {
    const startWorker = async () => {
      throw new Error('SecurityError');
    };
    const engine = await createEngineWith({ ...fakeAssets(), startWorker });
    expect(engine.backend.place).toBe('inline');
    expect(engine.backend.why).toContain('SecurityError');
    expect([...(await engine.run('doubling', input)).tensor('y').data]).toEqual([6]);
  });

  it('runs inline when the refusal arrives as an event, as a strict policy does it', async () => {
    const worker = fakeWorker(() => setTimeout(() => worker.fault('refused by policy')));
    const engine = await createEngineWith(withWorker(worker));
    expect(engine.backend.place).toBe('inline');
    expect(engine.backend.why).toContain('refused by policy');
    expect(worker.ended).toBe(true);
  });

  it('runs inline when the worker stays silent', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      const starting = createEngineWith(withWorker(fakeWorker(() => {})));
      await vi.advanceTimersByTimeAsync(60_000);
      expect((await starting).backend.why).toContain('no answer');
    } finally {
      vi.useRealTimers();
    }
  });

  it('runs inline when the core does not start in the worker', async () => {
    const broken = () => async () => {
      throw new Error('wasm is refused here');
    };
    const worker = fakeWorker((scope) => serveWorker(scope, broken as never));
    const engine = await createEngineWith(withWorker(worker));
    expect(engine.backend.place).toBe('inline');
    expect(engine.backend.why).toContain('wasm is refused here');
  });

  it('fails what is pending when the worker dies', async () => {
    const worker = serving();
    const engine = await createEngineWith(withWorker(worker));
    const running = engine.run('doubling', input);
    worker.fault('out of memory');
    await expect(running).rejects.toThrow(EngineUnavailable);
    await expect(engine.run('doubling', input)).rejects.toThrow(/out of memory/);
  });

  it('carries a fault of the core across as the typed error it is', async () => {
    const engine = await createEngineWith(withWorker(serving()));
    await expect(engine.run('doubling', input, {}, { seed: 666 })).rejects.toThrow(EngineUnavailable);
  });

  it('uses threads only where they are carried, and says why not', async () => {
    expect((await createEngineWith(fakeAssets(), { threads: 4 })).backend.why).toContain('carries no threaded core');
    expect((await createEngineWith(fakeAssets(), { threads: 1 })).backend.why).toContain('asked for');
  });

  it('says what cannot be started', async () => {
    const assets = fakeAssets();
    assets.simd.wasm = async () => {
      throw new Error('attention.wasm answered 404');
    };
    await expect(createEngineWith(assets)).rejects.toThrow(/attention.wasm answered 404/);
    await expect(createEngineWith(assets)).rejects.toThrow(EngineUnavailable);
  });

  it.each([
    ['threads', { threads: 0 }],
    ['threads', { threads: 1.5 }],
    ['inline', { inline: 'yes' }],
    ['modelBase', { modelBase: 3 }],
    ['parallelThreshold', { parallelThreshold: -1 }],
    ['options', null],
  ])('refuses wrong options: %s', async (argument, options) => {
    await expect(createEngineWith(fakeAssets(), options as never)).rejects.toMatchObject({ argument });
  });
});
