import type { LearningEngine, LearningRun } from '../../engine/types/learning.ts';
import type { PaintedPixel } from '../../engine/types/painting.ts';
import { Shipped } from '../trained/shipped.ts';
import type { View } from './link.ts';
import { Painting } from './painting.ts';
import { halved, wishOf, type Picture, type Way } from './picture.ts';

export type Status = 'opening' | 'ready' | 'drawing' | 'paused' | 'done' | 'failed';

/** One model goes on with a picture, another makes a larger one. */
const folders: Record<Way, string> = { half: 'digits_local', hole: 'digits_local', double: 'digits_double' };
/** Side by side: for a hole candidates, of which one is chosen. As many as are drawn without anybody waiting. */
const pictures: Record<Way, number> = { half: 5, hole: 8, double: 5 };
/** Held-out digits to choose from: two of each kind. */
const offered = 20;
/** Milliseconds between two pixels: eyes can follow. */
const pace = 60;
/** Ids of a task's vocabulary before its first level. */
const before = 2;

/** A held-out digit, or somebody's own in the same sizes. */
const digitOf = async (run: LearningRun, { digit, own }: Pick<View, 'digit' | 'own'>): Promise<Picture> => {
  const { side, levels } = run.setup.taskParams;
  const pixels = own ?? (await run.example(Math.min(digit, run.heldOut - 1))).target.map((id) => id - before);
  return { side: Number(side), levels: Number(levels), pixels };
};

/** A visitor's picture and what models make of it. */
export class Session {
  status: Status = 'opening';
  trouble: string | undefined;
  painting: Painting | undefined;
  /** So many of the drawn pixels are shown. */
  seen = 0;
  /** Which of the pictures drawn stands large. */
  shown = 0;
  /** The digit as it is. */
  picture: Picture | undefined;
  offers: { digit: number; picture: Picture }[] = [];
  view: View | undefined;
  readonly #models: Readonly<Record<Way, Shipped>>;
  #shift = 0;

  constructor(
    engine: LearningEngine,
    private readonly changed: () => void,
  ) {
    const known = new Map<string, Shipped>();
    const model = (way: Way): Shipped => {
      const name = folders[way];
      const one = known.get(name) ?? new Shipped(engine, name, changed);
      known.set(name, one);
      return one;
    };
    this.#models = { half: model('half'), hole: model('hole'), double: model('double') };
  }

  get model(): Shipped {
    return this.#models[this.view?.way ?? 'half'];
  }

  /** So many pictures are drawn side by side. */
  get count(): number {
    return pictures[this.view?.way ?? 'half'];
  }

  /** What is to be drawn now: −1 there. */
  get wish(): number[] {
    const { picture, view } = this;
    return picture && view ? wishOf(picture, view.way, view.kept, view.hole) : [];
  }

  /** Shows this; nothing is drawn yet. */
  async look(view: View): Promise<void> {
    this.stop();
    this.view = view;
    const { model } = this;
    if (!model.run) this.#is('opening');
    await model.load();
    if (this.view !== view) return;
    const { run } = model;
    if (!run) return this.#is('failed', model.state === 'cancelled' ? undefined : model.trouble);
    if (!this.offers.length) await this.offer();
    const picture = await digitOf(run, view);
    if (this.view !== view) return;
    this.picture = picture;
    this.#is('ready');
  }

  /** Other held-out digits to choose from. */
  async offer(): Promise<void> {
    const { run } = this.model;
    if (!run) return;
    const apart = Math.max(1, Math.floor(run.heldOut / offered));
    const shift = this.#shift++;
    const digits = Array.from({ length: Math.min(offered, run.heldOut) }, (_, i) => (i * apart + shift) % run.heldOut);
    this.offers = await Promise.all(digits.map(async (digit) => ({ digit, picture: await digitOf(run, { digit }) })));
    this.changed();
  }

  /** Goes on by itself until all is drawn, or until it is paused. */
  async play(): Promise<void> {
    if (this.status !== 'ready' && this.status !== 'paused') return;
    this.#is('drawing');
    const painting = this.#begin();
    while (painting && this.#goesOn(painting)) {
      const rest = new Promise((resolve) => setTimeout(resolve, pace));
      if (!(await this.#draw(painting))) return;
      await rest;
    }
  }

  async step(): Promise<void> {
    if (this.status !== 'ready' && this.status !== 'paused') return;
    const painting = this.#begin();
    this.#is('paused');
    if (painting) await this.#draw(painting);
  }

  pause(): void {
    if (this.status === 'drawing') this.#is('paused');
  }

  /** Nothing is drawn any more. */
  stop(): void {
    this.painting?.stop();
    this.painting = undefined;
    [this.seen, this.shown] = [0, 0];
    if (this.status === 'drawing' || this.status === 'paused' || this.status === 'done') this.#is('ready');
  }

  /** The pixel that is looked at: the last that is shown. */
  get told(): PaintedPixel | undefined {
    return this.painting?.told[this.seen - 1];
  }

  /** Shows as much of what is drawn. */
  seek(count: number): void {
    this.pause();
    this.seen = Math.min(Math.max(0, count), this.painting?.told.length ?? 0);
    this.changed();
  }

  show(picture: number): void {
    this.shown = picture;
    this.changed();
  }

  #begin(): Painting | undefined {
    const { picture, view } = this;
    const { run } = this.model;
    if (!picture || !view || !run) return undefined;
    this.painting ??= new Painting(run, {
      pixels: this.wish,
      original: picture.pixels,
      small: view.way === 'double' ? halved(picture) : undefined,
      pictures: this.count,
      temperature: view.temperature,
      seed: view.seed,
    });
    this.seen = this.painting.told.length;
    return this.painting;
  }

  #goesOn(painting: Painting): boolean {
    return this.status === 'drawing' && this.painting === painting;
  }

  async #draw(painting: Painting): Promise<boolean> {
    try {
      const more = await painting.next();
      if (this.painting !== painting) return false;
      this.seen = painting.told.length;
      if (painting.done) {
        this.shown = painting.verdict?.chosen ?? this.shown;
        this.#is('done');
      } else this.changed();
      return more;
    } catch (error) {
      if (this.painting === painting) this.#is('failed', (error as Error).message);
      return false;
    }
  }

  #is(status: Status, trouble?: string): void {
    [this.status, this.trouble] = [status, trouble];
    this.changed();
  }
}
