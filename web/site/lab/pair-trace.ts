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
} from '../../engine/types.ts';
import { isPooled, type Words, type Worded } from '../../elements/lib/words.ts';
import { isTokenAxis } from '../../elements/scene/slice.ts';
import { differenceOf, reachOf, type Difference } from './difference.ts';

/** Which of the two runs a tensor is of, or their difference. */
export type Which = 'first' | 'second' | 'difference';

export const named = (which: Which, tensor: string): string => `${which}/${tensor}`;

export const partsOf = (name: string): { which: Which; tensor: string } => {
  const cut = name.indexOf('/');
  return { which: name.slice(0, cut) as Which, tensor: name.slice(cut + 1) };
};

const inverse = (map: readonly number[]): number[] => {
  const out = new Array<number>(map.length).fill(-1);
  map.forEach((to, from) => (out[to] = from));
  return out;
};

let pairs = 0;

/**
 * Two runs and their difference as one trace, for everything that draws traces. Where a match is given, the second run's
 * rows and columns stand in the order of the first one's words.
 */
export class PairTrace implements Worded {
  readonly id = -++pairs;
  readonly entry: string;
  readonly params: Params;
  readonly tokens: string[];
  readonly read: number;
  readonly wordStarts: boolean[];
  // In these views every text reads itself.
  readonly sourceTokens: string[] = [];
  readonly sourceWordStarts: boolean[] = [];
  readonly steps: Step[];
  readonly tensors: TensorInfo[] = [];
  readonly milliseconds: number;
  readonly remarks: string[] = [];
  readonly #infos = new Map<string, TensorInfo>();
  readonly #differences = new Map<string, Difference>();
  readonly #arranged = new Map<string, NdArray>();
  readonly #back: readonly number[] | undefined;

  constructor(
    readonly first: Trace,
    readonly second: Trace,
    /** For each word of the first run its place in the second; undefined: the places are the same. */
    readonly match?: readonly number[],
  ) {
    ({
      entry: this.entry,
      params: this.params,
      tokens: this.tokens,
      read: this.read,
      wordStarts: this.wordStarts,
    } = first);
    this.#back = match && inverse(match);
    this.milliseconds = first.milliseconds + second.milliseconds;
    const own = (which: Which, trace: Trace): Step[] =>
      trace.steps.map((step) => ({
        ...step,
        inputs: step.inputs.map((name) => named(which, name)),
        output: named(which, step.output),
      }));
    this.steps = [...own('first', first), ...own('second', second)];
    for (const info of first.tensors) this.#put({ ...info, name: named('first', info.name) });
    for (const info of second.tensors) this.#put({ ...info, name: named('second', info.name) });
    for (const info of first.tensors) if (this.comparable(info.name)) this.#put(this.#differenceInfo(info));
  }

  #put(info: TensorInfo): void {
    this.tensors.push(info);
    this.#infos.set(info.name, info);
  }

  #infoOf(trace: Trace, tensor: string): TensorInfo | undefined {
    return trace.tensors.find((info) => info.name === tensor);
  }

  /** Both have it, in the same shape. */
  comparable(tensor: string): boolean {
    const [a, b] = [this.#infoOf(this.first, tensor), this.#infoOf(this.second, tensor)];
    return a !== undefined && b !== undefined && a.whole && b.whole && a.shape.join() === b.shape.join();
  }

  /** Its range is known when somebody draws it, and not before: most tensors of a trace are never looked at. */
  #differenceInfo(info: TensorInfo): TensorInfo {
    const reach = (): number => reachOf(this.difference(info.name), Math.max(Math.abs(info.min), Math.abs(info.max)));
    return {
      name: named('difference', info.name),
      symbol: `Δ${info.symbol}`,
      role: 'none',
      shape: info.shape,
      axes: info.axes,
      dtype: 'f32',
      whole: info.whole,
      get min() {
        return -reach();
      },
      get max() {
        return reach();
      },
    };
  }

  difference(tensor: string): Difference {
    const known = this.#differences.get(tensor);
    if (known) return known;
    const made = differenceOf(this.first.tensor(tensor).data, this.#second(tensor).data);
    this.#differences.set(tensor, made);
    return made;
  }

  /** Axes of a tensor along which the words stand that are matched. */
  #matchedAxes(tensor: string): number[] {
    const info = this.#infoOf(this.second, tensor);
    if (!info || !this.match) return [];
    return info.axes.flatMap((axis, i) => (isTokenAxis(axis) && info.shape[i] === this.match?.length ? [i] : []));
  }

  /** A place as it is shown, as the second run has it; and back. */
  #inSecond(tensor: string, index: readonly number[], map: readonly number[] | undefined): number[] {
    const axes = this.#matchedAxes(tensor);
    return index.map((at, i) => (axes.includes(i) ? (map?.[at] ?? at) : at));
  }

  #second(tensor: string): NdArray {
    const plain = this.second.tensor(tensor);
    const axes = this.#matchedAxes(tensor);
    if (!axes.length) return plain;
    const known = this.#arranged.get(tensor);
    if (known) return known;
    const { shape } = plain;
    const data = new Float32Array(plain.data.length);
    const steps = shape.map((_, i) => shape.slice(i + 1).reduce((a, b) => a * b, 1));
    for (let flat = 0; flat < data.length; flat++) {
      let from = flat;
      for (const axis of axes) {
        const at = Math.floor(flat / steps[axis]!) % shape[axis]!;
        from += ((this.match?.[at] ?? at) - at) * steps[axis]!;
      }
      data[flat] = plain.data[from] ?? 0;
    }
    const made = { shape, data };
    this.#arranged.set(tensor, made);
    return made;
  }

  wordsIn(name: string): Words {
    if (partsOf(name).which !== 'second') return this.first;
    const { tokens, read } = this.second;
    return this.match
      ? { tokens: this.match.map((at) => tokens[at] ?? ''), read: this.match.length }
      : { tokens, read };
  }

  pooled(name: string): boolean {
    const { which, tensor } = partsOf(name);
    return isPooled(which === 'second' ? this.second : this.first, tensor);
  }

  tensor(name: string): NdArray {
    const { which, tensor } = partsOf(name);
    if (which === 'first') return this.first.tensor(tensor);
    if (which === 'second') return this.#second(tensor);
    return { shape: this.#infos.get(name)?.shape ?? [], data: this.difference(tensor).data };
  }

  tile(name: string, request: TileRequest): Promise<Tile> {
    const { which, tensor } = partsOf(name);
    return (which === 'first' ? this.first : this.second).tile(tensor, request);
  }

  async sources(name: string, index: number[]): Promise<Region[]> {
    const { which, tensor } = partsOf(name);
    if (which === 'difference')
      return (['first', 'second'] as const).map((one) => ({
        tensor: named(one, tensor),
        begin: index,
        end: index.map((at) => at + 1),
      }));
    if (which === 'first')
      return (await this.first.sources(tensor, index)).map((one) => ({ ...one, tensor: named('first', one.tensor) }));
    const regions = await this.second.sources(tensor, this.#inSecond(tensor, index, this.match));
    return regions.flatMap((one) => this.#shown(one));
  }

  /** A region of the second run as it is shown: single places move, a whole axis stays whole. */
  #shown({ tensor, begin, end }: Region): Region[] {
    const axes = this.#matchedAxes(tensor).filter((axis) => (end[axis] ?? 0) - (begin[axis] ?? 0) === 1);
    const place = (at: number, axis: number): number => (axes.includes(axis) ? (this.#back?.[at] ?? at) : at);
    const from = begin.map(place);
    return [{ tensor: named('second', tensor), begin: from, end: from.map((at, i) => at + end[i]! - begin[i]!) }];
  }

  async explain(name: string, index: number[]): Promise<Explanation> {
    const { which, tensor } = partsOf(name);
    if (which === 'difference') return this.#explainDifference(tensor, index);
    const place = which === 'second' ? this.#inSecond(tensor, index, this.match) : index;
    const one = await (which === 'first' ? this.first : this.second).explain(tensor, place);
    const cell = (ref: CellRef): CellRef => ({
      ...ref,
      tensor: named(which, ref.tensor),
      index: which === 'second' ? this.#inSecond(ref.tensor, ref.index, this.#back) : ref.index,
    });
    return {
      ...one,
      tensor: name,
      index,
      terms: one.terms.map((term) => ({ ...term, sources: term.sources.map(cell) })),
      ...(one.principal ? { principal: cell(one.principal) } : {}),
    };
  }

  #explainDifference(tensor: string, index: number[]): Explanation {
    const flat = (this.#infos.get(named('difference', tensor))?.shape ?? []).reduce(
      (sum, size, i) => sum * size + (index[i] ?? 0),
      0,
    );
    const value = (data: Float32Array): number => data[flat] ?? 0;
    const [before, after] = [value(this.first.tensor(tensor).data), value(this.#second(tensor).data)];
    const source = (which: Which, own: number) => [{ tensor: named(which, tensor), index, value: own }];
    return {
      tensor: named('difference', tensor),
      index,
      value: value(this.difference(tensor).data),
      op: 'difference',
      form: 'sum',
      terms: [
        { value: after, sources: source('second', after) },
        { value: -before, sources: source('first', -before) },
      ],
      facts: {},
    };
  }

  /** A place as the second run itself counts it. */
  placeInSecond(tensor: string, index: readonly number[]): number[] {
    return this.#inSecond(tensor, index, this.match);
  }

  dispose(): void {
    // The two runs belong to whoever made them.
  }
}
