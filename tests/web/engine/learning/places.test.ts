/** Where the engine that learns ends up, and what comes to it from outside. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import { describe, expect, it } from 'vitest';
import { EngineUnavailable, InvalidInput } from '../../../../web/engine/errors.ts';
import { assets } from '../../../../web/engine/learning/assets.ts';
import { createLearningWith } from '../../../../web/engine/learning/create-learning.ts';
import { DataLoadFailed } from '../../../../web/engine/learning/errors.ts';
import type { LearningHostApi } from '../../../../web/engine/learning/host-api.ts';
import { LearningClient } from '../../../../web/engine/learning/learning-client.ts';
import { serveLearningWorker } from '../../../../web/engine/learning/remote.ts';
import type { LearningCatalog } from '../../../../web/engine/types/learning.ts';
import { small, startLearning, trained } from './small.ts';

/** The worker's side runs in this thread, behind a real message channel: everything is cloned and transferred. */
const inWorker = () => {
  let fault: (reason: string) => void = () => {};
  return {
    startWorker: async () => {
      const { port1, port2 } = new MessageChannel();
      setTimeout(() => serveLearningWorker(nodeEndpoint(port2 as never), assets.simd.glue));
      return {
        endpoint: nodeEndpoint(port1 as never),
        onFault: (listener: (reason: string) => void) => (fault = listener),
        terminate: () => port1.close(),
        hold: () => {},
      };
    },
    fail: (reason: string) => fault(reason),
  };
};

describe('the engine that learns', () => {
  it('gives the same digits in a worker as beside the page', async () => {
    const { startWorker } = inWorker();
    const remote = (await createLearningWith({ ...assets, startWorker })) as LearningClient;
    const inline = await startLearning();
    expect([remote.backend.place, inline.backend.place]).toEqual(['worker', 'inline']);
    const [one, other] = [await remote.open(small(remote)), await inline.open(small(inline))];
    expect((await trained(one, 8)).updates).toEqual((await trained(other, 8)).updates);
    expect(await one.save()).toEqual(await other.save());
    expect((await one.decode({ example: 0 })).text).toBe((await other.decode({ example: 0 })).text);
    expect(await one.restore(await other.save())).toBe(8);
    remote.dispose();
    inline.dispose();
    await expect(one.train()).rejects.toThrow(EngineUnavailable);
  });

  it('fails what is pending when its worker dies', async () => {
    const worker = inWorker();
    const engine = await createLearningWith({ ...assets, startWorker: worker.startWorker });
    const run = await engine.open(small(engine as LearningClient));
    const work = run.train();
    setTimeout(() => worker.fail('out of memory'));
    await expect(work).rejects.toThrow(/out of memory/);
    engine.dispose();
  });

  it('refuses options it does not know', async () => {
    await expect(createLearningWith(assets, { odd: 1 } as never)).rejects.toThrow(InvalidInput);
    await expect(createLearningWith(assets, { threads: 0 })).rejects.toThrow(InvalidInput);
  });
});

describe("a task's data", () => {
  const entry = {
    name: '',
    family: '',
    summary: '',
    latex: '',
    params: [],
    kind: 'sequences' as const,
    differs: '',
    papers: [],
  };
  const catalog: LearningCatalog = {
    models: [{ ...entry, id: 'm', takes_mechanism: false, discretizer: '', training: {} }],
    discretizers: [],
    tasks: [
      { ...entry, id: 'words', data: 'words' },
      { ...entry, id: 'lost', data: 'lost' },
    ],
    decoders: [],
    settings: [],
  };
  const opened: (Uint8Array | undefined)[] = [];
  const host = {
    learn: (request: string, bytes?: Uint8Array) => {
      if ((JSON.parse(request) as { call: string }).call === 'open') opened.push(bytes);
      return { answer: { ok: true, run: 1, parameters: 1, held_out: 1 }, floats: new Float32Array(0) };
    },
  } as unknown as LearningHostApi;
  const folder = `${mkdtempSync(join(tmpdir(), 'data-'))}/`;
  writeFileSync(join(folder, 'words.bin'), Uint8Array.of(1, 2, 3));
  const backend = { flavour: 'simd', threads: 1, place: 'inline', why: '' } as const;
  const engine = new LearningClient(host, () => {}, backend, { version: 1, entries: [] }, catalog, folder);

  it('arrive once, with progress', async () => {
    const progress: unknown[] = [];
    await engine.open({ model: 'm', task: 'words' }, { onProgress: (one) => progress.push(one) });
    await engine.open({ model: 'm', task: 'words' }, { onProgress: () => expect.unreachable() });
    expect(opened.map((bytes) => [...bytes!])).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ]);
    expect(progress).toEqual([{ loaded: 3, total: 3 }]);
  });

  it('are named when they do not come', async () => {
    await expect(engine.open({ model: 'm', task: 'lost' })).rejects.toThrow(DataLoadFailed);
    const stopped = AbortSignal.abort();
    await expect(engine.open({ model: 'm', task: 'words' }, { signal: stopped })).rejects.toThrow('cancelled');
  });
});
