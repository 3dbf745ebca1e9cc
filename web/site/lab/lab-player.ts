import { LabCells } from './lab-cells.ts';

/** A frame stands this long while playing, as in the stepper. */
const pause = 1600;

/** Going from frame to frame, by hand or by itself. */
export abstract class LabPlayer extends LabCells {
  playing = false;
  #timer: ReturnType<typeof setInterval> | undefined;

  go(by: number): void {
    this.stop();
    this.show(this.index + by);
  }

  show(index: number): void {
    const frame = this.frames[Math.max(0, Math.min(this.frames.length - 1, index))];
    if (frame) this.look({ step: frame.key });
  }

  toggle(): void {
    if (this.playing) {
      this.stop();
      return;
    }
    this.playing = true;
    if (this.index >= this.frames.length - 1) this.show(0);
    this.#timer = setInterval(() => {
      if (this.index >= this.frames.length - 1) this.stop();
      else this.show(this.index + 1);
    }, pause);
    this.requestUpdate();
  }

  stop(): void {
    clearInterval(this.#timer);
    if (!this.playing) return;
    this.playing = false;
    this.requestUpdate();
  }
}
