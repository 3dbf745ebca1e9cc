/** Where an engine ends up when workers are allowed, refused, silent, slow or mortal. */
import { MessageChannel } from 'node:worker_threads';
import type { Endpoint } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import { describe, expect, it, vi } from 'vitest';
import { createEngineWith } from '../../../web/engine/create-engine.ts';
import type { EngineAssets } from '../../../web/engine/create-engine.ts';
import { Cancelled, EngineUnavailable, InvalidInput } from '../../../web/engine/errors.ts';
import type { Engine } from '../../../web/engine/types.ts';
import type { StartWorker } from '../../../web/engine/worker-handle.ts';
import { serveWorker } from '../../../web/engine/worker-server.ts';
import { fakeAssets } from './fake-core.ts';

const input = { tensors: { x: { shape: [1, 1], data: Float32Array.of(3) } } };

interface FakeWorker {
  start: StartWorker;
  /** As the browser would report it. */
  fault(reason: string): void;
  /** Takes it away without a word, as `terminate()` does it. */
  lose(): void;
  starts: number;
  ended: boolean;
}

/** The worker's side runs in this thread, behind a real message channel: everything is cloned and transferred. */
const fakeWorker = (serve: (scope: Endpoint) => void): FakeWorker => {
  let listeners: ((reason: string) => void)[] = [];
  const worker: FakeWorker = {
    ended: false,
    starts: 0,
    fault: (reason) => listeners.forEach((listener) => listener(reason)),
    lose: () => {},
    start: async () => {
      const { port1, port2 } = new MessageChannel();
      listeners = [];
      worker.starts++;
      worker.lose = () => port2.close();
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

  it('fails what is pending when the worker dies, and puts another in its place', async () => {
    const worker = serving();
    const engine = await createEngineWith(withWorker(worker));
    const model = 'data:application/octet-stream;base64,Bw==';
    await engine.loadModel('other', { url: model });
    const before = await engine.run('doubling', input);
    const running = engine.run('doubling', input);
    worker.fault('out of memory');
    await expect(running).rejects.toThrow(EngineUnavailable);
    await expect(running).rejects.toThrow(/out of memory/);
    expect(worker.ended).toBe(true);

    const after = await engine.run('doubling', { text: 'a', model: 'other' });
    expect([worker.starts, after.tokens]).toEqual([2, ['a']]);
    // What has run is run again in the new worker, when it is asked about.
    expect(await before.sources('y', [0])).toEqual([{ tensor: 'x', begin: [0], end: [1] }]);
    expect([...before.tensor('y').data]).toEqual([6]);
    before.dispose();
    await expect(engine.run('doubling', input, {}, { seed: 666 })).rejects.toThrow(/the core stopped: unreachable/);
    await engine.run('doubling', input);
    expect(worker.starts).toBe(3);
  });

  it('says so when no other worker starts, and tries again the next time', async () => {
    const worker = serving();
    const assets = withWorker(worker);
    const engine = await createEngineWith(assets);
    const trace = await engine.run('doubling', input);
    worker.fault('out of memory');
    const { wasm } = assets.simd;
    assets.simd.wasm = async () => Promise.reject(new Error('attention.wasm answered 503'));
    const refused = /could not be started again: attention.wasm answered 503/;
    await expect(engine.run('doubling', input)).rejects.toThrow(refused);
    await expect(trace.explain('y', [0])).rejects.toThrow(EngineUnavailable);
    assets.simd.wasm = wasm;
    expect((await trace.explain('y', [0])).op).toBe('map');
  });

  const program = {
    tensors: { x: { ...input.tensors.x, axes: ['query' as const, 'key' as const] } },
    steps: [{ op: 'softmax' as const, inputs: ['x'], output: 'y' }],
    outputs: ['y'],
  };

  it.each([
    ['a run', (engine: Engine, signal: AbortSignal) => engine.run('doubling', input, {}, { signal })],
    ['a program', (engine: Engine, signal: AbortSignal) => engine.compute({ ...program, signal })],
    ['a text', (engine: Engine, signal: AbortSignal) => engine.tokenize('a', undefined, { signal })],
  ])('lets go of %s at once when cancelled, and of a worker that answers nothing soon after', async (_, ask) => {
    const worker = serving();
    const engine = await createEngineWith(withWorker(worker));
    await engine.run('doubling', input);
    worker.lose();
    const control = new AbortController();
    const asked = ask(engine, control.signal);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    try {
      control.abort();
      await expect(asked).rejects.toThrow(Cancelled);
      const next = engine.run('doubling', input);
      await vi.advanceTimersByTimeAsync(3000);
      expect([...(await next).tensor('y').data]).toEqual([6]);
      expect(worker.starts).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('keeps a worker that answers after a run was cancelled', async () => {
    const worker = serving();
    const engine = await createEngineWith(withWorker(worker));
    const control = new AbortController();
    const running = engine.run('doubling', input, {}, { signal: control.signal });
    control.abort();
    await expect(running).rejects.toThrow(Cancelled);
    await engine.run('doubling', input);
    expect(worker.starts).toBe(1);
  });

  it('says of what is pending that the engine was disposed of', async () => {
    const worker = serving();
    const engine = await createEngineWith(withWorker(worker));
    const running = engine.run('doubling', input);
    engine.dispose();
    worker.fault('ended with code 1');
    await expect(running).rejects.toThrow('the engine has been disposed of');
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
    const broken = { ...fakeAssets(), starter: async () => Uint8Array.of(1).buffer };
    await expect(createEngineWith(broken)).rejects.toThrow(/model starter could not be loaded: no magic/);
  });

  it("keeps the builders' advice from readers", async () => {
    const assets = fakeAssets();
    assets.simd.glue = () => async () => {
      throw new Error('Aborted(CompileError: expected magic word). Build with -sASSERTIONS for more info.');
    };
    await expect(createEngineWith(assets)).rejects.toThrow(/place: CompileError: expected magic word\)$/);
  });

  it('names the policy that keeps WebAssembly from compiling', async () => {
    const assets = fakeAssets();
    assets.simd.glue = () => async () => {
      throw new Error('refused');
    };
    const compile = vi.spyOn(WebAssembly, 'Module').mockImplementation(() => {
      throw new WebAssembly.CompileError('disallowed by embedder');
    });
    try {
      await expect(createEngineWith(assets)).rejects.toThrow(/Content-Security-Policy.*'wasm-unsafe-eval'/);
    } finally {
      compile.mockRestore();
    }
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
