import type {
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

/** A trace seen in another way: what is not said otherwise is the trace's own. */
export class TraceView<T extends Trace = Trace> implements Trace {
  readonly id: number;
  readonly entry: string;
  readonly params: Params;
  readonly tokens: string[];
  readonly read: number;
  readonly wordStarts: boolean[];
  readonly sourceTokens: string[];
  readonly sourceWordStarts: boolean[];
  readonly milliseconds: number;
  readonly remarks: string[];

  constructor(
    readonly of: T,
    readonly steps: Step[],
    readonly tensors: TensorInfo[],
  ) {
    this.id = of.id;
    this.entry = of.entry;
    this.params = of.params;
    this.tokens = of.tokens;
    this.read = of.read;
    this.wordStarts = of.wordStarts;
    this.sourceTokens = of.sourceTokens;
    this.sourceWordStarts = of.sourceWordStarts;
    this.milliseconds = of.milliseconds;
    this.remarks = of.remarks;
  }

  tensor(name: string): NdArray {
    return this.of.tensor(name);
  }

  tile(name: string, request: TileRequest): Promise<Tile> {
    return this.of.tile(name, request);
  }

  sources(name: string, index: number[]): Promise<Region[]> {
    return this.of.sources(name, index);
  }

  explain(name: string, index: number[]): Promise<Explanation> {
    return this.of.explain(name, index);
  }

  /** The trace itself is given back by who asked for it. */
  dispose(): void {}
}
