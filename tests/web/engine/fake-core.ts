/** A core of a few lines behind the same door as the real one: for tests of everything around it. */
import type { EngineAssets } from '../../../web/engine/create-engine.ts';
import type { CoreModule, ModuleArguments } from '../../../web/engine/core-module.ts';
import type { Catalog } from '../../../web/engine/types.ts';

export const fakeCatalog: Catalog = {
  version: 1,
  entries: [
    {
      id: 'doubling',
      kind: 'variant',
      name: 'Doubling',
      family: 'none',
      summary: 'Doubles x.',
      latex: '',
      params: [
        { id: 'factor', label: 'Factor', doc: '', kind: 'number', default: 2, min: 0, max: 10 },
        { id: 'times', label: 'Times', doc: '', kind: 'integer', default: 1, min: 1, max: 4 },
        { id: 'loud', label: 'Loud', doc: '', kind: 'flag', default: false },
        {
          id: 'mode',
          label: 'Mode',
          doc: '',
          kind: 'choice',
          default: 'plain',
          choices: [
            { value: 'plain', label: 'Plain', doc: '' },
            { value: 'fancy', label: 'Fancy', doc: '' },
          ],
        },
      ],
    },
  ],
};

const info = { id: 'starter', layers: 1, heads: [1], available: [[1, 1]], bytes: 4, examples: [] };

/** A run with this seed takes three slices. */
export const slowSeed = 777;

export class FakeCore implements CoreModule {
  readonly heap = new Float32Array(1024);
  readonly disposed: number[] = [];
  readonly requests: Record<string, unknown>[] = [];
  private staged: Record<string, Float32Array> = {};
  private bytes = new Uint8Array(0);
  private traces = 0;

  constructor(readonly args?: ModuleArguments) {}

  catalog = () => JSON.stringify(fakeCatalog);
  configure = (json: string) => {
    const { threads = 1 } = JSON.parse(json) as { threads?: number };
    return JSON.stringify({ ok: true, threads, max_threads: threads, workers_seen: threads });
  };
  stage = (name: string, count: number) => (this.staged[name] = new Float32Array(count > 1000 ? 0 : count));
  stage_bytes = (count: number) => (this.bytes = new Uint8Array(count));
  floats = (address: number, count: number) => this.heap.subarray(address, address + count);
  proceed = (trace: number) =>
    this.slices++ < 2
      ? JSON.stringify({ ok: true, trace, more: true, progress: this.slices / 3 })
      : this.answerTo(this.requests.at(-1)!, trace);
  slices = 0;
  run = (json: string) => {
    const request = JSON.parse(json) as Record<string, unknown>;
    this.requests.push(request);
    if (request['seed'] === 666) throw new Error('unreachable');
    const trace = ++this.traces;
    if (request['seed'] !== slowSeed) return this.answerTo(request, trace);
    this.slices = 0;
    return this.proceed(trace);
  };
  private answerTo(request: Record<string, unknown>, trace: number): string {
    const x = this.staged['x'] ?? new Float32Array(2);
    this.heap.set(x.map((v) => v * 2));
    const text = (request['text'] as string | undefined) ?? '';
    const whole = (one: string) => [{ id: 1, begin: 0, end: new TextEncoder().encode(one).length, word_start: true }];
    const source = request['source'] as string | undefined;
    const tensor = (name: string, whole: boolean) => ({
      ...{ name, symbol: name, role: 'none', shape: [x.length], axes: ['query'], dtype: 'f32', whole, offset: 0 },
      ...{ min: '-inf', max: 1 },
    });
    return JSON.stringify({
      ...{ ok: true, trace, steps: [], buffer: 0, count: x.length, milliseconds: 1, remarks: [] },
      tensors: [tensor('y', true), tensor('large', false)],
      read: text ? 1 : 0,
      pieces: text ? whole(text) : [],
      source_pieces: source ? whole(source) : [],
    });
  }
  explain = (_trace: number, tensor: string, index: string) =>
    JSON.stringify({
      ...{ ok: true, tensor, index: JSON.parse(index) as number[], value: 'nan', op: 'map', form: 'map' },
      terms: [{ value: 'inf', sources: [{ tensor: 'x', index: [0], value: '-inf' }] }],
      facts: { fn: 'tanh', max: 'inf', sum: 2 },
      principal: { tensor: 'x', index: [0], value: 'inf' },
    });
  sources = () => JSON.stringify({ ok: true, regions: [{ tensor: 'x', begin: [0], end: [1] }] });
  tile = () => JSON.stringify({ ok: true, rows: 1, columns: 2, buffer: 0 });
  dispose = (trace: number) => void this.disposed.push(trace);
  load_model = (id: string) =>
    this.bytes[0] === 7
      ? JSON.stringify({ ok: true, ...info, id })
      : JSON.stringify({
          ok: false,
          error: { kind: 'bad_model', argument: 'model', got: 'no magic', takes: 'a model' },
        });
  tokenize = (_model: string, text: string) =>
    JSON.stringify({
      ok: true,
      pieces: [{ id: 1, begin: 0, end: new TextEncoder().encode(text).length, word_start: true }],
      outside: [],
    });
  embed = () => JSON.stringify({ ok: true, buffer: 0, count: 2 });
  numeric = (json: string) => {
    this.requests.push(JSON.parse(json) as Record<string, unknown>);
    this.heap.set([1, 2]);
    return JSON.stringify({ ok: true, outputs: { y: { shape: [2], buffer: 0 } } });
  };
}

export const fakeAssets = (onCore: (core: FakeCore) => void = () => {}): EngineAssets => ({
  simd: {
    glue: () => async (args) => {
      const core = new FakeCore(args);
      onCore(core);
      return core;
    },
    wasm: async () => new ArrayBuffer(8),
  },
  starter: async () => Uint8Array.of(7).buffer,
  modelBase: 'https://models.invalid/',
});
