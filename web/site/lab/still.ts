/** So long after the last touch a run and its notices may still come. */
const lasting = 1500;

/**
 * Keeps a part of the page where it stands on the screen while what is above it grows and shrinks: the next cell that
 * is painted must be the one under the pointer.
 */
export class Still {
  #part: Element | undefined;
  #top = 0;
  #until = 0;
  #ends = new AbortController();

  /** Again for the same part: it stays where it was first. */
  hold(part: Element, begins: boolean): void {
    this.#until = performance.now() + lasting;
    if (part === this.#part && !begins) return;
    this.let();
    this.#part = part;
    this.#top = part.getBoundingClientRect().top;
    this.#ends = new AbortController();
    const { signal } = this.#ends;
    // A visitor who scrolls goes where they want.
    for (const type of ['wheel', 'touchmove', 'keydown'])
      window.addEventListener(type, () => this.let(), { signal, capture: true, passive: true });
    requestAnimationFrame(() => this.#look(signal));
  }

  let(): void {
    this.#ends.abort();
    this.#part = undefined;
  }

  #look(signal: AbortSignal): void {
    const part = this.#part;
    if (signal.aborted || !part) return;
    if (!part.isConnected || performance.now() > this.#until) {
      this.let();
      return;
    }
    const by = part.getBoundingClientRect().top - this.#top;
    if (Math.abs(by) >= 1) window.scrollBy({ top: by, behavior: 'instant' });
    requestAnimationFrame(() => this.#look(signal));
  }
}
