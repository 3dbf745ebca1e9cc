/** What callers get wrong is said by name; what the core says arrives typed. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createEngineWith } from '../../../web/engine/create-engine.ts';
import { Cancelled, EngineUnavailable, InvalidInput, ModelLoadFailed, TooLarge } from '../../../web/engine/errors.ts';
import type { ComputeStep, Engine } from '../../../web/engine/types.ts';
import { fakeAssets, fakeCatalog, slowSeed } from './fake-core.ts';
import type { FakeCore } from './fake-core.ts';

let core: FakeCore;
let engine: Engine;
const x = (...values: number[]) => ({ tensors: { x: { shape: [values.length, 1], data: Float32Array.from(values) } } });

beforeEach(async () => {
  engine = await createEngineWith(fakeAssets((made) => (core = made)));
});

const refusal = async (work: Promise<unknown>, argument: string) => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(InvalidInput);
  expect((error as InvalidInput).argument).toBe(argument);
  expect((error as InvalidInput).takes).not.toBe('');
};

describe('engine', () => {
  it('knows its catalogue and the starter', () => {
    expect(engine.catalog.entries).toEqual(fakeCatalog.entries);
    expect(engine.models.map((model) => model.id)).toEqual(['starter']);
  });

  it.each([
    ['id', () => engine.run('nothing', x(1))],
    ['id', () => engine.run(undefined as never, x(1))],
    ['id', () => engine.run('__proto__', x(1))],
    ['params', () => engine.run('doubling', x(1), 3 as never)],
    ['params.size', () => engine.run('doubling', x(1), { size: 3 })],
    ['params.constructor', () => engine.run('doubling', x(1), JSON.parse('{"constructor":1}'))],
    ['params.factor', () => engine.run('doubling', x(1), { factor: 11 })],
    ['params.factor', () => engine.run('doubling', x(1), { factor: NaN })],
    ['params.factor', () => engine.run('doubling', x(1), { factor: '3' })],
    ['params.times', () => engine.run('doubling', x(1), { times: 1.5 })],
    ['params.loud', () => engine.run('doubling', x(1), { loud: 1 })],
    ['params.mode', () => engine.run('doubling', x(1), { mode: 'odd' })],
    ['input', () => engine.run('doubling', undefined as never)],
    ['input', () => engine.run('doubling', {} as never)],
    ['input', () => engine.run('doubling', { txt: 'a' } as never)],
    ['tensors', () => engine.run('doubling', { tensors: {} })],
    ['tensors.x', () => engine.run('doubling', { tensors: { x: 1 as never } })],
    ['tensors.x.shape', () => engine.run('doubling', { tensors: { x: { shape: [-1], data: new Float32Array(1) } } })],
    ['tensors.x.data', () => engine.run('doubling', { tensors: { x: { shape: [1], data: [1] as never } } })],
    ['tensors.x', () => engine.run('doubling', { tensors: { x: { shape: [3], data: new Float32Array(2) } } })],
    ['tensors.x', () => engine.run('doubling', x(1, NaN))],
    ['tensors.x', () => engine.run('doubling', x(Infinity))],
    ['tokens', () => engine.run('doubling', { ...x(1, 2), tokens: ['one'] })],
    ['tokens', () => engine.run('doubling', { ...x(1), tokens: [1] as never })],
    ['text', () => engine.run('doubling', { text: 3 as never })],
    ['source', () => engine.run('doubling', { text: 'a', source: 3 as never })],
    ['input.sources', () => engine.run('doubling', { text: 'a', sources: 'b' } as never)],
    ['sourceTokens', () => engine.run('doubling', { ...x(1), sourceTokens: ['one'] })],
    ['sourceTokens', () => engine.run('doubling', two(['one']))],
    ['model', () => engine.run('doubling', { text: 'a', model: 'none' })],
    ['layer', () => engine.run('doubling', { text: 'a', layer: 0 })],
    ['head', () => engine.run('doubling', { text: 'a', head: 1.5 })],
    ['seed', () => engine.run('doubling', x(1), {}, { seed: 0.5 })],
    ['seed', () => engine.run('doubling', x(1), {}, { seed: -1 })],
    ['onProgress', () => engine.run('doubling', x(1), {}, { onProgress: 3 as never })],
    ['options.sead', () => engine.run('doubling', x(1), {}, { sead: 2 } as never)],
    ['options.__proto__', () => engine.run('doubling', x(1), {}, JSON.parse('{"__proto__":1}'))],
    ['input.heads', () => engine.run('doubling', { text: 'a', heads: 2 } as never)],
    ['input.token', () => engine.run('doubling', { ...x(1), token: ['a'] } as never)],
    ['options.progress', () => engine.loadModel('other', { progress: () => {} } as never)],
    ['arguments.casual', () => engine.attention({ q: tensor(), k: tensor(), v: tensor(), casual: true } as never)],
    ['nonpadKvSeqlen', () => engine.attention({ q: tensor(), k: tensor(), v: tensor(), nonpadKvSeqlen: [] })],
    ['signal', () => engine.run('doubling', x(1), {}, { signal: 'stop' as never })],
    ['text', () => engine.tokenize(1 as never)],
    ['model', () => engine.embed('a', 'none')],
    ['id', () => engine.loadModel('../../etc/passwd')],
    ['q', () => engine.attention({} as never)],
    ['q.data', () => engine.attention({ q: { shape: [1], data: new Float64Array(1) } } as never)],
    ['out', () => engine.rotaryEmbedding({ x: tensor(), cos: tensor(), sin: tensor(), out: [1] as never })],
    ['out', () => engine.rotaryEmbedding({ x: tensor(), cos: tensor(), sin: tensor(), out: new Float32Array(3) })],
    ['qHeads', () => engine.linearAttention({ q: tensor(), k: tensor(), v: tensor() } as never)],
    ['arguments.step', () => engine.compute({ ...program(), step: [] } as never)],
    ['tensors', () => engine.compute({ ...program(), tensors: [] as never })],
    ['tensors', () => engine.compute({ ...program(), tensors: { 'x y': named() } })],
    ['tensors.x.axis', () => engine.compute({ ...program(), tensors: { x: { ...tensor(), axis: ['key'] } as never } })],
    ['tensors.x.axes', () => engine.compute({ ...program(), tensors: { x: tensor() as never } })],
    ['tensors.x.axes', () => engine.compute({ ...program(), tensors: { x: { ...named(), axes: ['key', 'one'] } } })],
    [
      'tensors.x.shape',
      () => engine.compute({ ...program(), tensors: { x: { ...named(), shape: [0], data: new Float32Array(0) } } }),
    ],
    ['tensors.x.data', () => engine.compute({ ...program(), tensors: { x: { ...named(), data: [1] as never } } })],
    ['steps', () => engine.compute({ ...program(), steps: {} as never })],
    ['steps[0]', () => engine.compute({ ...program(), steps: ['softmax'] as never })],
    ['steps[0].op', () => engine.compute({ ...program(), steps: [{ inputs: ['x'], output: 'y' }] as never })],
    ['steps[0].inputs', () => engine.compute({ ...program(), steps: [{ op: 'softmax', output: 'y' }] as never })],
    ['steps[0].inputs[0]', () => engine.compute({ ...program(), steps: [step({ inputs: [1] })] })],
    ['steps[0].output', () => engine.compute({ ...program(), steps: [step({ output: '__proto__' })] })],
    ['steps[0].factor', () => engine.compute({ ...program(), steps: [step({ op: 'scale', factor: NaN })] })],
    ['steps[0].over', () => engine.compute({ ...program(), steps: [step({ op: 'reduce_sum', over: {} })] })],
    ['steps[0].facter', () => engine.compute({ ...program(), steps: [step({ op: 'scale', facter: 2 })] })],
    ['steps[0].factor', () => engine.compute({ ...program(), steps: [step({ factor: 2 })] })],
    ['steps[0].along', () => engine.compute({ ...program(), steps: [step({ op: 'concat', along: 'sideways' })] })],
    ['steps[0].order', () => engine.compute({ ...program(), steps: [step({ op: 'rearrange', order: ['up'] })] })],
    ['tensors.x.axes', () => engine.compute({ ...program(), tensors: { x: { ...named(), axes: ['keys'] as never } } })],
    ['outputs', () => engine.compute({ ...program(), outputs: [] })],
    ['outputs', () => engine.compute({ ...program(), outputs: ['y', 'y'] })],
    ['outputs', () => engine.compute({ ...program(), outputs: 'y' as never })],
  ])('refuses a wrong %s', async (argument, work) => {
    await refusal(work(), argument);
  });

  /** Tensors of a text that asks and of one that is read. */
  const two = (sourceTokens?: string[]) => ({
    tensors: { ...x(1).tensors, source: { shape: [2, 1], data: Float32Array.of(1, 2) } },
    ...(sourceTokens ? { sourceTokens } : {}),
  });
  const tensor = () => ({ shape: [1], data: new Float32Array(1) });
  const named = () => ({ ...tensor(), axes: ['key' as const] });
  const step = (settings: object) => ({ op: 'softmax', inputs: ['x'], output: 'y', ...settings }) as ComputeStep;
  const program = () => ({ tensors: { x: named() }, steps: [step({})], outputs: ['y'] });

  it('names the axes there are, and says of what is missing that it is not there', async () => {
    const odd = { ...program(), tensors: { x: { ...named(), axes: ['keys'] as never } } };
    await expect(engine.compute(odd)).rejects.toThrow(/got "keys"; takes "batch", "head", "query", "key", .*"one"$/);
    for (const work of [engine.attention, engine.linearAttention] as ((args: never) => Promise<unknown>)[])
      await expect(work.call(engine, {} as never)).rejects.toThrow(/^q: got undefined;/);
    await expect(engine.rotaryEmbedding({} as never)).rejects.toThrow(/^x: got undefined;/);
    const alone = { q: tensor(), k: tensor(), v: tensor() };
    await expect(engine.linearAttention(alone as never)).rejects.toThrow(/^qHeads: got undefined;/);
  });

  it('leaves it to the core to say which ops there are', async () => {
    const odd = step({ op: 'sofmax', factor: 2 });
    expect(await engine.compute({ ...program(), steps: [odd] })).toHaveProperty('y');
  });

  it('sends a program as it is written, in the words of the core', async () => {
    const settings = { op: 'matmul', inputs: ['x', 'x'], over: 'key', rowsAs: 'query', name: undefined };
    const { y } = await engine.compute({ ...program(), steps: [step(settings)] });
    expect([...y!.data]).toEqual([1, 2]);
    expect(core.requests).toEqual([
      {
        op: 'compute',
        shapes: { x: [1] },
        options: {
          axes: { x: ['key'] },
          steps: [{ op: 'matmul', inputs: ['x', 'x'], over: 'key', rows_as: 'query', output: 'y' }],
          outputs: ['y'],
        },
      },
    ]);
  });

  it('sends every parameter, given or not, and the seed', async () => {
    const trace = await engine.run('doubling', x(1), { times: 3 }, { seed: 5 });
    expect(trace.params).toEqual({ factor: 2, times: 3, loud: false, mode: 'plain' });
    expect(core.requests).toEqual([{ entry: 'doubling', params: trace.params, seed: 5, tensors: { x: [1, 1] } }]);
  });

  it('copies numbers out once', async () => {
    const trace = await engine.run('doubling', x(1, 2));
    core.heap.fill(0);
    expect([...trace.tensor('y').data]).toEqual([2, 4]);
    expect(trace.tensors[0]).toMatchObject({ name: 'y', min: -Infinity, max: 1 });
    expect(trace.tokens).toEqual(['', '']);
    expect(trace.read).toBe(2);
    await refusal((async () => trace.tensor('nothing'))(), 'tensor');
    await refusal((async () => trace.tensor('large'))(), 'tensor');
    await refusal(trace.explain('y', [2]), 'index');
    await refusal(trace.sources('y', [0, 0]), 'index');
    await refusal(trace.tile('y', { at: [0], rows: [0, 1], columns: [0, 1] }), 'tile.at');
    await refusal(trace.tile('y', { at: [], rows: [0, 2], columns: [0, 1] }), 'tile.rows');
    await refusal(trace.tile('y', { at: [], rows: [0, 1], columns: [1, 0] }), 'tile.columns');
    expect(await trace.sources('y', [0])).toEqual([{ tensor: 'x', begin: [0], end: [1] }]);
    expect([...(await trace.tile('y', { at: [], rows: [0, 1], columns: [0, 2] })).data]).toEqual([0, 0]);
  });

  it('reads infinities and NaN as numbers', async () => {
    const trace = await engine.run('doubling', x(1));
    expect(await trace.explain('y', [0])).toEqual({
      ...{ tensor: 'y', index: [0], value: NaN, op: 'map', form: 'map' },
      terms: [{ value: Infinity, sources: [{ tensor: 'x', index: [0], value: -Infinity }] }],
      facts: { fn: 'tanh', max: Infinity, sum: 2 },
      principal: { tensor: 'x', index: [0], value: Infinity },
    });
  });

  it('disposes of a trace once, and then refuses it', async () => {
    const trace = await engine.run('doubling', x(1));
    trace.dispose();
    trace.dispose();
    expect(core.disposed).toEqual([trace.id]);
    await refusal((async () => trace.tensor('y'))(), 'trace');
  });

  it('is cancelled before and during a run, and throws the late trace away', async () => {
    await expect(engine.run('doubling', x(1), {}, { signal: AbortSignal.abort() })).rejects.toThrow(Cancelled);
    expect(core.requests).toEqual([]);
    const control = new AbortController();
    const running = engine.run('doubling', x(1), {}, { signal: control.signal });
    control.abort();
    await expect(running).rejects.toThrow(Cancelled);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(core.disposed).toEqual([1]);
  });

  it('tells how far a long run is, and ends it between slices', async () => {
    const shares: number[] = [];
    const onProgress = (share: number) => void shares.push(share);
    const trace = await engine.run('doubling', x(1), {}, { seed: slowSeed, onProgress });
    expect(shares).toEqual([1 / 3, 2 / 3]);
    expect([...trace.tensor('y').data]).toEqual([2]);
    expect(core.disposed).toEqual([]);

    const control = new AbortController();
    const stopped = engine.run(
      'doubling',
      x(1),
      {},
      { seed: slowSeed, signal: control.signal, onProgress: () => control.abort() },
    );
    await expect(stopped).rejects.toThrow(Cancelled);
    await vi.waitFor(() => expect(core.disposed).toEqual([trace.id + 1]));
    expect(core.slices).toBe(1);

    const wrong = () => {
      throw new RangeError('of the caller');
    };
    await expect(engine.run('doubling', x(1), {}, { seed: slowSeed, onProgress: wrong })).rejects.toThrow(RangeError);
    expect(core.disposed).toEqual([trace.id + 1, trace.id + 2]);

    const cut = engine.run('doubling', x(1), {}, { seed: slowSeed, onProgress: () => engine.dispose() });
    await expect(cut).rejects.toThrow(EngineUnavailable);
  });

  it('says that a core stopped, and starts another', async () => {
    const stopped = core;
    await expect(engine.run('doubling', x(1), {}, { seed: 666 })).rejects.toThrow(EngineUnavailable);
    expect([...(await engine.run('doubling', x(1))).tensor('y').data]).toEqual([2]);
    expect(core).not.toBe(stopped);
  });

  it('says that there is no memory', async () => {
    const data = new Float32Array(1001);
    await expect(engine.run('doubling', { tensors: { x: { shape: [1001, 1], data } } })).rejects.toThrow(TooLarge);
  });

  it('does nothing after it was disposed of', async () => {
    engine.dispose();
    engine.dispose();
    await expect(engine.run('doubling', x(1))).rejects.toThrow(EngineUnavailable);
    await expect(engine.tokenize('a')).rejects.toThrow(EngineUnavailable);
  });

  it('speaks of text in UTF-16 units, and repairs half characters', async () => {
    const { pieces } = await engine.tokenize('é😀');
    expect(pieces).toEqual([{ text: 'é😀', begin: 0, end: 3, wordStart: true, id: 1 }]);
    const trace = await engine.run('doubling', { text: 'a\uD83D' });
    expect(trace.tokens).toEqual(['a\uFFFD']);
  });

  it('sends another text that is read, and knows its words', async () => {
    const trace = await engine.run('doubling', { text: 'a', source: 'b ﬁ' });
    expect(core.requests.at(-1)).toMatchObject({ text: 'a', source: 'b fi' });
    expect([trace.tokens, trace.sourceTokens, trace.sourceWordStarts]).toEqual([['a'], ['b ﬁ'], [true]]);
    const alone = await engine.run('doubling', { text: 'a' });
    expect(core.requests.at(-1)).not.toHaveProperty('source');
    expect([alone.sourceTokens, alone.sourceWordStarts]).toEqual([[], []]);
    const given = await engine.run('doubling', two(['b', 'c']));
    expect(given.sourceTokens).toEqual(['b', 'c']);
    expect((await engine.run('doubling', two())).sourceTokens).toEqual(['', '']);
  });

  it('names the text that is too long', async () => {
    const long = 'x'.repeat(100_001);
    await expect(engine.run('doubling', { text: 'a', source: long })).rejects.toThrow(/^source: got 100001/);
    await expect(engine.run('doubling', { text: long })).rejects.toThrow(/^text: got 100001/);
  });

  it('fills the buffer it is given', async () => {
    const out = new Float32Array(2);
    const y = await engine.rotaryEmbedding({ x: tensor(), cos: tensor(), sin: tensor(), out });
    expect(y.data).toBe(out);
    expect([...out]).toEqual([1, 2]);
  });

  it('says what is wrong with a model', async () => {
    await expect(engine.loadModel('other', { url: 'data:,x' })).rejects.toThrow(ModelLoadFailed);
    await expect(engine.loadModel('other', { url: 'data:,x' })).rejects.toThrow('model other could not be loaded');
    const loaded: number[] = [];
    const info = await engine.loadModel('other', {
      url: 'data:application/octet-stream;base64,Bw==',
      onProgress: (progress) => loaded.push(progress.loaded),
    });
    expect(info.id).toBe('other');
    expect(loaded.at(-1)).toBe(1);
    expect(engine.models).toHaveLength(2);
    expect(await engine.loadModel('other')).toBe(info);
  });
});
