import { decodeFact, decodeNumber, unwrap } from './answers.ts';
import { InvalidInput } from './errors.ts';
import type { HostApi, RunAnswer, WireExplanation } from './host-api.ts';
import { sourceAxes } from './source-axes.ts';
import { cutAxis, wordPlaces } from './word-places.ts';
import type {
  CellRef,
  Explanation,
  NdArray,
  Params,
  Region,
  Step,
  TensorInfo,
  Tile,
  TileRequest,
  Trace,
} from './types.ts';
import { countOf, show, wantIndex, wantInteger, wantRecord, wantText } from './validate.ts';

const decodeCell = (cell: CellRef): CellRef => ({ ...cell, value: decodeNumber(cell.value) });

const decodeExplanation = (wire: WireExplanation & { ok?: true }): Explanation => {
  const { ok: _, ...rest } = wire;
  return {
    ...rest,
    value: decodeNumber(wire.value),
    terms: wire.terms.map(({ value, sources }) => ({ value: decodeNumber(value), sources: sources.map(decodeCell) })),
    facts: Object.fromEntries(Object.entries(wire.facts).map(([name, fact]) => [name, decodeFact(fact)])),
    ...(wire.principal ? { principal: decodeCell(wire.principal) } : {}),
  };
};

const wantWindow = (argument: string, value: unknown, size: number): [number, number] => {
  const [begin, end] = (Array.isArray(value) ? value : []) as number[];
  const fits = Number.isInteger(begin) && Number.isInteger(end) && begin! >= 0 && begin! <= end! && end! <= size;
  if (!fits) throw new InvalidInput(argument, show(value), `[begin, end] within 0 to ${size}`);
  return [begin!, end!];
};

const wantTile = (info: TensorInfo, request: TileRequest): Required<TileRequest> => {
  const { at, rows, columns, pool } = wantRecord('tile', request) as unknown as TileRequest;
  const { shape } = info;
  // A vector is one row.
  const height = shape.length > 1 ? shape[shape.length - 2]! : 1;
  const [down = 1, across = 1] = Array.isArray(pool) ? pool : [];
  return {
    at: wantIndex('tile.at', at, shape.slice(0, -2)),
    rows: wantWindow('tile.rows', rows, height),
    columns: wantWindow('tile.columns', columns, shape[shape.length - 1]!),
    pool: [
      wantInteger('tile.pool', down, 1, Number.MAX_SAFE_INTEGER),
      wantInteger('tile.pool', across, 1, Number.MAX_SAFE_INTEGER),
    ],
  };
};

interface TraceOrigin {
  entry: string;
  params: Params;
  tokens: string[];
  read: number;
  wordStarts: boolean[];
  sourceTokens: string[];
  sourceWordStarts: boolean[];
}

/** One run: the copied numbers here, questions about them asked of the host. */
export class TraceClient implements Trace {
  readonly id: number;
  readonly entry: string;
  readonly params: Params;
  readonly tokens: string[];
  readonly read: number;
  readonly wordStarts: boolean[];
  readonly sourceTokens: string[];
  readonly sourceWordStarts: boolean[];
  readonly steps: Step[];
  readonly tensors: TensorInfo[];
  readonly milliseconds: number;
  readonly remarks: string[];
  private readonly table = new Map<string, { info: TensorInfo; offset: number }>();
  private disposed = false;

  constructor(
    private readonly host: Pick<HostApi, 'explain' | 'sources' | 'tile'>,
    answer: RunAnswer,
    private readonly floats: Float32Array,
    origin: TraceOrigin,
    private readonly onDispose: () => void,
  ) {
    this.id = answer.trace;
    this.entry = origin.entry;
    this.params = origin.params;
    this.tokens = origin.tokens;
    this.read = origin.read;
    this.wordStarts = origin.wordStarts;
    this.sourceTokens = origin.sourceTokens;
    this.sourceWordStarts = origin.sourceWordStarts;
    this.steps = answer.steps;
    this.milliseconds = answer.milliseconds;
    this.remarks = answer.remarks;
    const read = origin.sourceTokens.length ? sourceAxes(answer.tensors, answer.steps) : undefined;
    this.tensors = answer.tensors.map(({ offset, min, max, ...rest }) => {
      const source = read?.get(rest.name);
      const info = { ...rest, min: decodeNumber(min), max: decodeNumber(max), ...(source ? { source } : {}) };
      this.table.set(info.name, { info, offset });
      return info;
    });
  }

  /** Where parts of the words begin is known to the ops that took them. */
  async learnPlaces(): Promise<this> {
    const infos = new Map(this.tensors.map((info) => [info.name, info]));
    const cuts = this.steps.flatMap((step) => {
      const axis = cutAxis(step, infos);
      return axis === undefined ? [] : [{ name: step.output, axis }];
    });
    const begins = cuts.map(async ({ name, axis }): Promise<[string, number][]> => {
      const { shape } = infos.get(name)!;
      if (shape.some((size) => size === 0)) return [];
      const [region] = await this.sources(name, Array<number>(shape.length).fill(0));
      const begin = region?.begin[infos.get(region.tensor)?.axes.indexOf(axis) ?? -1];
      return begin === undefined ? [] : [[name, begin]];
    });
    if (!cuts.length) return this;
    const texts = [this.read, this.sourceTokens.length].filter((count) => count > 0);
    const known = wordPlaces(this.tensors, this.steps, texts, new Map((await Promise.all(begins)).flat()));
    for (const [name, places] of known) infos.get(name)!.places = places;
    return this;
  }

  /** The values themselves, not a copy: treat them as read-only. */
  tensor(name: string): NdArray {
    const { info, offset } = this.find(name);
    if (!info.whole)
      throw new InvalidInput('tensor', show(name), 'a tensor that is kept whole; this one is too large, ask for tiles');
    return { shape: info.shape, data: this.floats.subarray(offset, offset + countOf(info.shape)) };
  }

  async tile(name: string, request: TileRequest): Promise<Tile> {
    const { info } = this.find(name);
    const { answer, floats } = await this.host.tile(this.id, name, JSON.stringify(wantTile(info, request)));
    const { rows, columns } = unwrap(answer);
    return { rows, columns, data: floats };
  }

  async sources(name: string, index: number[]): Promise<Region[]> {
    const { info } = this.find(name);
    return unwrap(await this.host.sources(this.id, name, wantIndex('index', index, info.shape))).regions;
  }

  async explain(name: string, index: number[]): Promise<Explanation> {
    const { info } = this.find(name);
    const answer = await this.host.explain(this.id, name, wantIndex('index', index, info.shape));
    return decodeExplanation(unwrap(answer));
  }

  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    this.onDispose();
  }

  protected find(name: string): { info: TensorInfo; offset: number } {
    if (this.disposed) throw new InvalidInput('trace', `trace ${this.id}, disposed of`, 'a live trace');
    const found = this.table.get(wantText('tensor', name));
    if (!found) throw new InvalidInput('tensor', show(name), [...this.table.keys()].join(', '));
    return found;
  }
}
