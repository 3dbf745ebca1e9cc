/**
 * A small self-attention in plain TypeScript behind the Engine interface, for tests of the elements without WASM.
 * Its ids are its own: elements that know an id of the real catalogue fail with it.
 */
import type {
  CatalogEntry,
  Engine,
  Explanation,
  LoadProgress,
  ModelInfo,
  NdArray,
  Params,
  Region,
  Role,
  RunInput,
  RunOptions,
  Step,
  TensorInfo,
  Tile,
  TileRequest,
  Tokenized,
  Trace,
} from '../../../web/engine/types.ts';

const width = 16;
const depth = 24;

/** A number between -1 and 1 that depends on its arguments alone. */
const noise = (...seeds: number[]): number => {
  let h = 2166136261;
  for (const seed of seeds) {
    h ^= seed + 0x9e3779b9 + (h << 6) + (h >>> 2);
    h = Math.imul(h, 16777619);
    h ^= h >>> 13;
  }
  return ((h >>> 0) / 4294967295) * 2 - 1;
};

const codeOf = (word: string): number =>
  [...word].reduce((sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) | 0, 7);

export const entries: CatalogEntry[] = [
  {
    id: 'first_kind',
    kind: 'variant',
    name: 'First kind',
    family: 'fixture',
    summary: 'Every word scores every word.',
    latex: '\\z{Z} = \\a{A}\\v{V}',
    params: [
      {
        id: 'temperature',
        label: 'Temperature',
        doc: 'Divides every score.',
        kind: 'number',
        default: 1,
        min: 0.01,
        max: 100,
        step: 0.01,
        scale: 'log',
      },
      {
        id: 'mask',
        label: 'Mask',
        doc: 'Who reads whom.',
        kind: 'choice',
        default: 'none',
        choices: [
          { value: 'none', label: 'None', doc: 'All.' },
          { value: 'causal', label: 'Causal', doc: 'Backwards.' },
          { value: 'all', label: 'All', doc: 'Nobody reads.' },
        ],
      },
      {
        id: 'window_size',
        label: 'Window',
        doc: 'How far.',
        kind: 'integer',
        default: 4,
        min: 1,
        max: 16,
        when: { param: 'mask', values: ['causal'] },
      },
      { id: 'loud', label: 'Loud', doc: 'A switch.', kind: 'flag', default: false },
    ],
    takes_source: true,
  },
];

interface Table {
  info: TensorInfo;
  data: Float32Array;
}

export interface FixtureOptions {
  /** Tensors with more cells than this are not whole. */
  cap?: number;
  /** Words that a run reads; the rest is left out. */
  reads?: number;
  /** Milliseconds a run takes. */
  delay?: number;
}

export interface FixtureEngine extends Engine {
  /** Traces that were made and not disposed. */
  live: Set<number>;
  runs: number;
}

const example = {
  text: 'the animal crossed the street because it was tired',
  layer: 1,
  head: 2,
  query: 3,
  says: 'A word finds its partner.',
  tries: 'pick another one.',
};

const models: ModelInfo[] = [
  { id: 'starter', layers: 1, heads: [4], available: [[1, 2]], bytes: 0, examples: [example] },
  {
    id: 'big_one',
    layers: 2,
    heads: [4, 4],
    available: [1, 2].flatMap((l) => [1, 2, 3, 4].map((h) => [l, h] as [number, number])),
    bytes: 8e6,
    examples: [example],
  },
];

export const createFixtureEngine = (options: FixtureOptions = {}): FixtureEngine => {
  let next = 1;
  const live = new Set<number>();
  const cut = (text: string): string[] => text.match(/\s+(?=\s)|[^\s]+/gu) ?? [];
  const refuse = (): never => {
    throw new Error('not part of the fixture');
  };
  const engine: FixtureEngine = {
    live,
    runs: 0,
    backend: { flavour: 'simd', threads: 1, place: 'inline', why: 'fixture' },
    catalog: { version: 1, entries },
    models,
    async run(_id: string, input: RunInput, params: Params = {}, run: RunOptions = {}): Promise<Trace> {
      engine.runs++;
      const parts = options.delay ? 4 : 1;
      for (let part = 1; part <= parts; part++) {
        if (options.delay) await new Promise((done) => setTimeout(done, options.delay! / parts));
        if (run.signal?.aborted) throw Object.assign(new Error('run was cancelled'), { name: 'Cancelled' });
        if (part < parts) run.onProgress?.(part / parts);
      }
      const words = 'text' in input ? cut(input.text) : (input.tokens ?? []);
      const other = 'text' in input && input.source !== undefined ? cut(input.source) : [];
      const head = 'text' in input ? (input.head ?? 1) : 1;
      const id = next++;
      live.add(id);
      const { cap = Infinity, reads = Infinity } = options;
      const seed = head + 10 * (run.seed ?? 1);
      return new FixtureTrace(id, words, other, Math.min(words.length, reads), params, seed, cap, () =>
        live.delete(id),
      );
    },
    async tokenize(text: string): Promise<Tokenized> {
      const words = cut(text);
      return {
        pieces: words.map((word, i) => ({ text: word, begin: 0, end: 0, wordStart: true, id: i })),
        outside: words.filter((word) => word.startsWith('zz')),
      };
    },
    async loadModel(
      _id: string,
      load: { signal?: AbortSignal; onProgress?: (p: LoadProgress) => void } = {},
    ): Promise<ModelInfo> {
      for (let i = 1; i <= 8; i++) {
        await new Promise((done) => setTimeout(done, 5));
        if (load.signal?.aborted) throw Object.assign(new Error('cancelled'), { name: 'Cancelled' });
        load.onProgress?.({ loaded: i * 1e6, total: 8e6 });
      }
      return models[1]!;
    },
    embed: refuse,
    attention: refuse,
    rotaryEmbedding: refuse,
    linearAttention: refuse,
    compute: refuse,
    dispose: () => undefined,
  };
  return engine;
};

class FixtureTrace implements Trace {
  readonly entry = 'first_kind';
  readonly milliseconds = 0.4;
  readonly remarks: string[] = [];
  readonly steps: Step[] = [];
  readonly tensors: TensorInfo[] = [];
  readonly wordStarts: boolean[];
  readonly sourceWordStarts: boolean[];
  readonly #tables = new Map<string, Table>();
  readonly #end: () => void;
  readonly #cap: number;
  readonly #factor: number;

  constructor(
    readonly id: number,
    readonly tokens: string[],
    readonly sourceTokens: string[],
    readonly read: number,
    readonly params: Params,
    seed: number,
    cap: number,
    end: () => void,
  ) {
    this.wordStarts = tokens.map(() => true);
    this.sourceWordStarts = sourceTokens.map(() => true);
    this.#end = end;
    this.#cap = cap;
    this.#factor = 1 / (Math.sqrt(width) * Number(params['temperature'] ?? 1));
    this.#build(seed);
  }

  #put(
    name: string,
    symbol: string,
    role: Role,
    axes: string[],
    shape: number[],
    fill: (index: number[]) => number,
    origin?: TensorInfo['origin'],
    dtype: TensorInfo['dtype'] = 'f32',
  ): void {
    const size = shape.reduce((a, b) => a * b, 1);
    const data = new Float32Array(size);
    const index = shape.map(() => 0);
    let [min, max] = [Infinity, -Infinity];
    for (let i = 0; i < size; i++) {
      const value = fill(index);
      data[i] = value;
      if (Number.isFinite(value)) [min, max] = [Math.min(min, value), Math.max(max, value)];
      for (let axis = shape.length - 1; axis >= 0; axis--) {
        index[axis]!++;
        if (index[axis]! < shape[axis]!) break;
        index[axis] = 0;
      }
    }
    const whole = size <= this.#cap;
    const info: TensorInfo = {
      name,
      symbol,
      role,
      shape,
      axes,
      dtype,
      whole,
      min: min === Infinity ? 0 : min,
      max: max === -Infinity ? 0 : max,
      ...(this.sourceTokens.length && (axes.includes('key') || name === 'source')
        ? { source: [name === 'source' ? 'query' : 'key'] }
        : {}),
      ...(origin ? { origin } : {}),
    };
    this.tensors.push(info);
    this.#tables.set(name, { info, data });
  }

  at(name: string, index: number[]): number {
    const { info, data } = this.#tables.get(name)!;
    return data[info.shape.reduce((flat, size, axis) => flat * size + (index[axis] ?? 0), 0)] ?? 0;
  }

  #step(id: string, stage: string, label: string, title: string, op: string, inputs: string[], latex: string): void {
    const axes = this.#tables.get(id)!.info.axes;
    this.steps.push({ id, scope: '', stage, label, title, note: `${title}.`, op, inputs, output: id, axes, latex });
  }

  #build(seed: number): void {
    const n = this.read;
    const code = this.tokens.map(codeOf);
    // Keys and values are of another text where there is one.
    const m = this.#words.length;
    const read = this.sourceTokens.length ? 'source' : 'x';
    const mask = this.params['mask'] ?? 'none';
    this.#put(
      'x',
      'X',
      'none',
      ['query', 'model'],
      [n, depth],
      ([i, c]) => noise(code[i!]!, c!) + 0.4 * Math.sin(i! / (1 + c!)),
      'given',
    );
    if (read === 'source') {
      const other = this.sourceTokens.map(codeOf);
      this.#put('source', 'M', 'none', ['query', 'model'], [m, depth], ([i, c]) => noise(other[i!]!, c!), 'given');
    }
    for (const [name, symbol, role, axis] of [
      ['q', 'Q', 'query', 'query'],
      ['k', 'K', 'key', 'key'],
      ['v', 'V', 'value', 'key'],
    ] as const) {
      this.#put(
        `w_${name}`,
        `W_${symbol}`,
        role,
        ['head', 'model', 'channel'],
        [1, depth, width],
        ([, c, r]) => noise(seed, name === 'v' ? 3 : 1 + (name === 'k' ? noise(seed, 9) : 0), c!, r!),
        'seeded',
      );
      this.#put(name, symbol, role, ['head', axis, 'channel'], [1, name === 'q' ? n : m, width], ([, i, r]) => {
        let sum = 0;
        for (let c = 0; c < depth; c++)
          sum += this.at(name === 'q' ? 'x' : read, [i!, c]) * this.at(`w_${name}`, [0, c, r!]);
        return sum;
      });
      this.#step(
        name,
        'project',
        'Q K V',
        'Each word asks, offers and carries',
        'matmul',
        [name === 'q' ? 'x' : read, `w_${name}`],
        '',
      );
    }
    const pairs = ['head', 'query', 'key'];
    const pair = (name: string, symbol: string, fill: (i: number, j: number) => number): void =>
      this.#put(name, symbol, 'weights', pairs, [1, n, m], ([, i, j]) => fill(i!, j!));
    pair('scores', 'S', (i, j) => {
      let sum = 0;
      for (let c = 0; c < width; c++) sum += this.at('q', [0, i, c]) * this.at('k', [0, j, c]);
      return sum;
    });
    this.#step('scores', 'score', 'scores', 'Every query meets every key', 'matmul', ['q', 'k'], '\\a{S}');
    pair('scaled_scores', 'S', (i, j) => this.at('scores', [0, i, j]) * this.#factor);
    this.#step('scaled_scores', 'scale', 'scale', 'Scores shrink', 'scale', ['scores'], '');
    this.#put(
      'mask',
      'M',
      'weights',
      ['query', 'key'],
      [n, m],
      ([i, j]) => (mask === 'none' || (mask === 'causal' && j! <= i!) ? 1 : 0),
      'fixed',
      'mask',
    );
    this.#step('mask', 'mask', 'mask', 'A mask', 'band_mask', [], '');
    pair('masked_scores', 'S', (i, j) => (this.at('mask', [i, j]) ? this.at('scaled_scores', [0, i, j]) : -Infinity));
    this.#step('masked_scores', 'mask', 'mask', 'A mask', 'mask', ['scaled_scores', 'mask'], '');
    pair('pattern', 'A', (i, j) => {
      const { max, sum } = this.#row(i);
      return sum > 0 ? Math.exp(this.at('masked_scores', [0, i, j]) - max) / sum : 0;
    });
    this.#step(
      'pattern',
      'normalise',
      'softmax',
      'Softmax turns scores into weights',
      'softmax',
      ['masked_scores'],
      '\\a{A}',
    );
    this.#put('z', 'Z', 'output', ['head', 'query', 'channel'], [1, n, width], ([, i, c]) => {
      let sum = 0;
      for (let j = 0; j < m; j++) sum += this.at('pattern', [0, i!, j]) * this.at('v', [0, j, c!]);
      return sum;
    });
    this.#step(
      'z',
      'combine',
      'weighted sum',
      'Each word collects what it reads',
      'matmul',
      ['pattern', 'v'],
      '\\z{Z}',
    );
  }

  /** Those that are read. */
  get #words(): string[] {
    return this.sourceTokens.length ? this.sourceTokens : this.tokens.slice(0, this.read);
  }

  #row(i: number): { max: number; sum: number } {
    const row = this.#words.map((_, j) => this.at('masked_scores', [0, i, j]));
    const max = Math.max(...row, -3.4e38);
    const sum = row.reduce((total, value) => total + (value === -Infinity ? 0 : Math.exp(value - max)), 0);
    return { max, sum };
  }

  tensor(name: string): NdArray {
    const { info, data } = this.#tables.get(name)!;
    if (!info.whole) throw new Error(`${name} is not whole`);
    return { shape: info.shape, data };
  }

  async tile(name: string, request: TileRequest): Promise<Tile> {
    const [pr, pc] = request.pool ?? [1, 1];
    const rows = Math.ceil((request.rows[1] - request.rows[0]) / pr);
    const columns = Math.ceil((request.columns[1] - request.columns[0]) / pc);
    const data = new Float32Array(rows * columns);
    for (let r = request.rows[0]; r < request.rows[1]; r++)
      for (let c = request.columns[0]; c < request.columns[1]; c++) {
        const at = Math.floor((r - request.rows[0]) / pr) * columns + Math.floor((c - request.columns[0]) / pc);
        const value = this.at(name, [...request.at, r, c]);
        if (Math.abs(value) > Math.abs(data[at]!)) data[at] = value;
      }
    return { rows, columns, data };
  }

  async sources(name: string, index: number[]): Promise<Region[]> {
    const one = await this.explain(name, index);
    const row = (tensor: string, lead: number[]): Region => {
      const shape = this.#tables.get(tensor)!.info.shape;
      return { tensor, begin: [...lead, 0], end: [...lead.map((n) => n + 1), shape.at(-1)!] };
    };
    if (name === 'scores') return [row('q', [0, index[1]!]), row('k', [0, index[2]!])];
    if (name === 'pattern') return [row('masked_scores', [0, index[1]!])];
    return one.terms.flatMap((term) =>
      term.sources.map((cell) => ({ tensor: cell.tensor, begin: cell.index, end: cell.index.map((n) => n + 1) })),
    );
  }

  async explain(name: string, index: number[]): Promise<Explanation> {
    const value = this.at(name, index);
    const base = {
      tensor: name,
      index,
      value,
      op: this.steps.find((step) => step.output === name)?.op ?? '',
      facts: {},
      terms: [],
    };
    const cell = (tensor: string, at: number[]) => ({ tensor, index: at, value: this.at(tensor, at) });
    const [, i = 0, j = 0] = index;
    const dot = (
      count: number,
      left: (m: number) => ReturnType<typeof cell>,
      right: (m: number) => ReturnType<typeof cell>,
    ): Explanation => ({
      ...base,
      form: 'dot',
      terms: Array.from({ length: count }, (_, m) => ({
        value: left(m).value * right(m).value,
        sources: [left(m), right(m)],
      })),
    });
    switch (name) {
      case 'q':
      case 'k':
      case 'v':
        return dot(
          depth,
          (c) => cell(name === 'q' || !this.sourceTokens.length ? 'x' : 'source', [i, c]),
          (c) => cell(`w_${name}`, [0, c, j]),
        );
      case 'scores':
        return dot(
          width,
          (c) => cell('q', [0, i, c]),
          (c) => cell('k', [0, j, c]),
        );
      case 'scaled_scores':
        return {
          ...base,
          form: 'scale',
          principal: cell('scores', index),
          terms: [{ value, sources: [cell('scores', index)] }],
          facts: { factor: this.#factor, width, temperature: Number(this.params['temperature'] ?? 1) },
        };
      case 'masked_scores':
        return {
          ...base,
          form: 'mask',
          principal: cell('scaled_scores', index),
          terms: [{ value, sources: [cell('scaled_scores', index), cell('mask', [i, j])] }],
        };
      case 'pattern': {
        const { max, sum } = this.#row(i);
        const terms = this.#words.map((_, m) => ({
          value: sum > 0 ? Math.exp(this.at('masked_scores', [0, i, m]) - max) : 0,
          sources: [cell('masked_scores', [0, i, m])],
        }));
        const remark = sum > 0 ? {} : { remark: 'Every key of this row is masked: the row is zero.' };
        return {
          ...base,
          form: 'softmax',
          principal: cell('masked_scores', index),
          terms,
          facts: { max, sum, own: j },
          ...remark,
        };
      }
      case 'z':
        return dot(
          this.#words.length,
          (m) => cell('pattern', [0, i, m]),
          (m) => cell('v', [0, m, j]),
        );
      default:
        return { ...base, form: 'leaf' };
    }
  }

  dispose(): void {
    this.#end();
  }
}
