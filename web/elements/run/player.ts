import type { Figure } from './figure.ts';

/** A frame stands this long while playing. */
const pause = 1600;

/** Steps on by itself until the last frame, or until somebody takes over. */
export class Player {
  readonly #figure: Figure;
  readonly #changed: () => void;
  #timer: ReturnType<typeof setInterval> | undefined;
  playing = false;

  constructor(figure: Figure, changed: () => void) {
    this.#figure = figure;
    this.#changed = changed;
  }

  get #atEnd(): boolean {
    return this.#figure.index >= this.#figure.frames.length - 1;
  }

  toggle(): void {
    if (this.playing) {
      this.stop();
      return;
    }
    this.playing = true;
    if (this.#atEnd) this.#figure.show(0);
    this.#timer = setInterval(() => {
      if (this.#atEnd) this.stop();
      else this.#figure.go(1);
    }, pause);
    this.#changed();
  }

  stop(): void {
    clearInterval(this.#timer);
    if (!this.playing) return;
    this.playing = false;
    this.#changed();
  }
}
