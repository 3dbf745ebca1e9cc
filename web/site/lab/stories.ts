import type { Trace } from '../../engine/types.ts';
import { tell, type Story } from '../../elements/lib/story.ts';
import type { PairTrace } from './pair-trace.ts';

/** Where a number of each run comes from: asked anew when pair or place changes. */
export class Stories {
  readonly #changed: () => void;
  #key = '';
  /** Of the pair as shown, and of each run by itself. */
  shown: Story | undefined;
  first: Story | undefined;
  second: Story | undefined;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  ask(pair: PairTrace, name: string | undefined, tensor: string, index: readonly number[]): void {
    const key = name === undefined ? '' : `${pair.id}|${name}|${index.join()}`;
    if (key === this.#key) return;
    this.#key = key;
    if (name === undefined) {
      this.shown = this.first = this.second = undefined;
      return;
    }
    const has = (trace: Trace): boolean =>
      trace.tensors.some(
        (info) =>
          info.name === tensor &&
          info.shape.length === index.length &&
          index.every((at, i) => at < (info.shape[i] ?? 0)),
      );
    const of = (trace: Trace, place: readonly number[]): Promise<Story> | undefined =>
      has(trace) ? tell(trace, { tensor, index: [...place] }) : undefined;
    Promise.all([
      tell(pair, { tensor: name, index: [...index] }),
      of(pair.first, index),
      of(pair.second, pair.placeInSecond(tensor, index)),
    ]).then(
      ([shown, first, second]) => {
        if (this.#key !== key) return;
        [this.shown, this.first, this.second] = [shown, first, second];
        this.#changed();
      },
      // The pair was replaced while it was asked.
      () => undefined,
    );
  }
}
