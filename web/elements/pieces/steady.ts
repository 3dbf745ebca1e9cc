/**
 * Stepping must not make what stands below jump: an element only grows while what it is about and its width stay.
 * An observer tells its height after each layout, so that none is forced.
 */
export class Steady {
  #element: HTMLElement | null = null;
  #about = '';
  #width = 0;
  #height = 0;
  readonly #observer = new ResizeObserver(([entry]) => {
    const box = entry?.borderBoxSize[0];
    if (box && this.#element) this.#grow(this.#element, box.inlineSize, box.blockSize);
  });

  /** `active`: where there is room beside it; on a phone everything stands in one column anyway. */
  watch(element: HTMLElement | null, about: string, active: boolean): void {
    const now = active ? about : '';
    if (element === this.#element && now === this.#about) return;
    this.#element?.style.removeProperty('min-height');
    this.#element = element;
    this.#about = now;
    this.#again();
  }

  #again(): void {
    this.#height = 0;
    this.#observer.disconnect();
    // Observing tells the size once, whether it has changed or not.
    if (this.#element && this.#about) this.#observer.observe(this.#element);
  }

  #grow(element: HTMLElement, width: number, height: number): void {
    if (Math.round(width) !== this.#width) {
      this.#width = Math.round(width);
      element.style.removeProperty('min-height');
      this.#again();
      return;
    }
    if (height <= this.#height) return;
    this.#height = height;
    element.style.setProperty('min-height', `${height}px`);
  }

  close(): void {
    this.#observer.disconnect();
    this.#element = null;
    this.#about = '';
  }
}
