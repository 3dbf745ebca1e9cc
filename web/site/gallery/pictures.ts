import { column } from '../../elements/lib/format.ts';
import { readPalette, watchTheme, type Palette } from '../../elements/lib/palette.ts';
import { drawPicture } from '../../elements/pieces/thumbnail.ts';
import type { CatalogEntry } from '../../engine/types.ts';
import { getEngine } from '../engine.ts';
import { say } from '../words.ts';
import { pictureFor, type Shown } from './picture.ts';

/** Runs start a little before a card comes into view, so that scrolling meets finished pictures. */
const ahead = '240px';

/** A strip longer than this many times its breadth would be a line. */
const widest = 4;

/**
 * The cards' pictures: computed when a card comes into view, one after the other in one engine, and kept for the page's
 * life.
 */
export class Pictures {
  readonly #places = new Map<Element, CatalogEntry>();
  readonly #known = new Map<string, Promise<Shown | undefined>>();
  #queue: Promise<unknown> = Promise.resolve();
  #palette: Palette | undefined;
  readonly #observer = new IntersectionObserver(
    (seen) => {
      for (const { isIntersecting, target } of seen) if (isIntersecting) void this.#show(target);
    },
    { rootMargin: ahead },
  );

  /** `probe`: an element to read the page's colours from. */
  constructor(private readonly probe: HTMLElement) {
    watchTheme(() => {
      this.#palette = undefined;
      for (const place of this.#places.keys()) if (place.getAttribute('data-state') === 'drawn') void this.#show(place);
    });
  }

  /** `place` holds the canvas and the words below it; how far it is stands in its `data-state`. */
  watch(place: HTMLElement, entry: CatalogEntry): void {
    this.#places.set(place, entry);
    this.#observer.observe(place);
  }

  /** Before the cards are made anew. */
  clear(): void {
    this.#observer.disconnect();
    this.#places.clear();
  }

  #pictureOf(entry: CatalogEntry): Promise<Shown | undefined> {
    const known = this.#known.get(entry.id);
    if (known) return known;
    // One run after the other, in the order in which the cards came into view.
    const made = this.#queue.then(async () => pictureFor(await getEngine(), entry));
    this.#queue = made.catch(() => undefined);
    this.#known.set(entry.id, made);
    return made;
  }

  async #show(place: Element): Promise<void> {
    const entry = this.#places.get(place);
    const canvas = place.querySelector('canvas');
    if (!entry || !canvas) return;
    this.#observer.unobserve(place);
    const tell = (state: string, key: string, largest = 1) => {
      place.setAttribute('data-state', state);
      place.querySelector('.what')?.replaceChildren(say(key, { largest: column(largest, 2) }));
    };
    try {
      const shown = await this.#pictureOf(entry);
      if (!shown) return tell('absent', 'gallery.picture.absent');
      this.#palette ??= readPalette(this.probe);
      const { picture } = shown;
      drawPicture(canvas, picture, this.#palette);
      const aspect = Math.max(1 / widest, Math.min(widest, picture.columns / picture.rows));
      canvas.style.setProperty('aspect-ratio', String(aspect));
      // A tall one is as high as the others, and narrower.
      canvas.style.setProperty('width', `${100 * Math.min(1, aspect)}%`);
      tell('drawn', shown.largest ? 'gallery.picture.weights' : 'gallery.picture.output', shown.largest);
    } catch {
      tell('failed', 'gallery.picture.failed');
    }
  }
}
