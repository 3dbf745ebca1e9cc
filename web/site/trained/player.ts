import { calm } from '../../elements/lib/palette.ts';

/** Goes through places 0 to `last`, one after another or where it is put. */
export class Player {
  at = 0;
  playing = false;
  #last = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    /** Milliseconds at a place. */
    private readonly pace: () => number,
    private readonly changed: () => void,
  ) {}

  get last(): number {
    return this.#last;
  }

  /** Something else to go through: from its beginning where motion is welcome, else all at once. */
  begin(last: number, moves = !calm()): void {
    this.pause();
    this.#last = last;
    this.at = moves ? 0 : last;
    if (moves && last > 0) this.play();
    else this.changed();
  }

  /** From the beginning where it is at its end. */
  play(): void {
    if (this.at >= this.#last) this.at = 0;
    this.playing = true;
    this.#wait();
    this.changed();
  }

  pause(): void {
    clearTimeout(this.#timer);
    if (!this.playing) return;
    this.playing = false;
    this.changed();
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  go(to: number): void {
    clearTimeout(this.#timer);
    this.playing = false;
    this.at = Math.min(Math.max(to, 0), this.#last);
    this.changed();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.at = Math.min(this.at + 1, this.#last);
      if (this.at < this.#last) this.#wait();
      else this.playing = false;
      this.changed();
    }, this.pace());
  }
}
