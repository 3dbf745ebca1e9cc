import type { LearningRun } from '../../engine/types/learning.ts';
import type { PaintedPixel } from '../../engine/types/painting.ts';
import { laterKnown, missing, unknown } from './picture.ts';

/** What is asked of the model once. */
export interface Wish {
  /** −1 where something is to be drawn. */
  pixels: readonly number[];
  small?: readonly number[] | undefined;
  /** As it was: its price is told beside those of the pictures drawn. */
  original: readonly number[];
  pictures: number;
  temperature: number;
  seed: number;
}

/** What is known when all is drawn. */
export interface Verdict {
  /** Bits for each pixel drawn, picture by picture; the original's last. */
  bits: number[];
  /** Where pixels were known that come later: how likely each picture makes them, and the one chosen by that. */
  weights?: number[];
  chosen?: number;
}

/** Pictures on their way: one pixel of each at a time, kept with what was said of it. */
export class Painting {
  readonly told: PaintedPixel[] = [];
  readonly places: readonly number[];
  verdict: Verdict | undefined;
  readonly #pixels: AsyncGenerator<PaintedPixel, number[][]>;
  #stopped = false;

  constructor(
    private readonly run: LearningRun,
    readonly wish: Wish,
  ) {
    this.places = missing(wish.pixels);
    const { pixels, small, pictures, temperature, seed } = wish;
    this.#pixels = run.paint({ pixels, pictures, temperature, seed, ...(small ? { small } : {}) });
  }

  get done(): boolean {
    return this.told.length === this.places.length && this.verdict !== undefined;
  }

  /** Draws the next pixel of all pictures, and judges them behind the last. Is there more to draw? */
  async next(): Promise<boolean> {
    if (this.#stopped || this.done) return false;
    const { value, done } = await this.#pixels.next();
    if (this.#stopped) return false;
    if (!done) this.told.push(value);
    if (this.told.length < this.places.length) return true;
    const verdict = await this.#judge();
    if (!this.#stopped) this.verdict = verdict;
    return false;
  }

  /** Nothing more is drawn; what is on its way is not kept. */
  stop(): void {
    this.#stopped = true;
    void this.#pixels.return([]);
  }

  /** A picture as it was when so many pixels were drawn: −1 where nothing is yet. */
  at(count: number, picture: number): number[] {
    const pixels = [...this.wish.pixels];
    for (const { place, drawn } of this.told.slice(0, count)) pixels[place] = drawn[picture]?.level ?? unknown;
    return pixels;
  }

  async #judge(): Promise<Verdict> {
    const { pixels, original, small, seed, pictures } = this.wish;
    const drawn = Array.from({ length: pictures }, (_, i) => this.at(this.told.length, i));
    const beside = small ? { small } : {};
    const counted = laterKnown(pixels);
    const { logShares, weights, chosen } = await this.run.weigh({ pictures: drawn, counted, seed, ...beside });
    const whole = await this.run.weigh({ pictures: [original], ...beside });
    const bits = [...logShares, ...whole.logShares].map(
      (logs) => -this.places.reduce((sum, place) => sum + (logs[place] ?? 0), 0) / Math.LN2 / this.places.length,
    );
    return counted.length ? { bits, weights, chosen } : { bits };
  }
}
