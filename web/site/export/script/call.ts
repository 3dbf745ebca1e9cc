import type { TensorInfo } from '../../../engine/types.ts';
import { float } from '../numbers.ts';
import type { Facts } from './facts.ts';

/** One step of the record as a language writes it: variables, and how their axes meet. Axes meet by name. */
export class Call {
  constructor(
    /** Variables. */
    readonly names: readonly string[],
    readonly inputs: readonly TensorInfo[],
    readonly output: TensorInfo,
    private readonly facts: Facts,
  ) {}

  get x(): string {
    return this.names[0]!;
  }

  number(fact: string): string {
    return float(Math.fround(Number(this.facts[fact])));
  }

  numbers(fact: string): number[] {
    const value = this.facts[fact];
    return Array.isArray(value) ? value : [];
  }

  /** The name that the output knows an axis of an input by: rows may be renamed on the way. */
  #known(input: number, at: number): string {
    const { axes } = this.inputs[input]!;
    const axis = axes[at]!;
    const foreign = this.output.axes.filter((one) => !this.inputs.some((info) => info.axes.includes(one)));
    const renamed = input === 0 && at === axes.length - 2 && foreign.length === 1 && !this.output.axes.includes(axis);
    return renamed ? foreign[0]! : axis;
  }

  /** `bqc,bkc->bqk` for the first two inputs: shared axes meet, those that the output lacks are added up. */
  get subscripts(): string {
    const letters = new Map<string, string>();
    const letter = (axis: string): string => {
      const known = letters.get(axis) ?? 'abcdefghijkl'[letters.size]!;
      letters.set(axis, known);
      return known;
    };
    const written = this.inputs
      .slice(0, 2)
      .map((info, i) => info.axes.map((_, at) => letter(this.#known(i, at))).join(''));
    return `${written.join(',')}->${this.output.axes.map(letter).join('')}`;
  }

  /** How an input's axes are to be put in the output's order, and the index that makes room for those it lacks. */
  aligned(input: number): { order: number[]; index: string } {
    const axes = this.inputs[input]!.axes.map((_, at) => this.#known(input, at));
    const present = this.output.axes.filter((axis) => axes.includes(axis));
    const first = this.output.axes.findIndex((axis) => axes.includes(axis));
    const behind = first < 0 ? [] : this.output.axes.slice(first);
    // Leading axes that are missing are put in front by the language itself.
    const index = behind.every((axis) => axes.includes(axis))
      ? ''
      : `[${behind.map((axis) => (axes.includes(axis) ? ':' : 'None')).join(', ')}]`;
    return { order: present.map((axis) => axes.indexOf(axis)), index };
  }

  /** Place of the first input's axis that the output lacks. */
  get lost(): number {
    return this.inputs[0]!.axes.findIndex((axis) => !this.output.axes.includes(axis));
  }

  /** The first input is one row for all rows of the output. */
  get rowless(): boolean {
    return !this.inputs[0]!.axes.includes(this.output.axes.at(-2) ?? '');
  }

  /** Place of the output's axis that the first input lacks; -1 where it has them all. */
  get gained(): number {
    return this.output.axes.findIndex((axis) => !this.inputs[0]!.axes.includes(axis));
  }

  /** Place of the axis whose size is not that of the first input. */
  get changed(): number {
    return this.output.shape.findIndex((size, i) => size !== this.inputs[0]!.shape[i]);
  }

  /** `[:, 2:5]`: the first input cut to the output's size. */
  get cut(): string {
    const at = this.changed;
    const begin = this.numbers('start')[at] ?? 0;
    const range = `${begin}:${begin + this.output.shape[at]!}`;
    return at < 0 ? '' : `[${[...Array.from({ length: at }, () => ':'), range].join(', ')}]`;
  }

  get shape(): string {
    return `(${this.output.shape.join(', ')}${this.output.shape.length === 1 ? ',' : ''})`;
  }
}

export const isIdentity = (order: readonly number[]): boolean => order.every((axis, i) => axis === i);
