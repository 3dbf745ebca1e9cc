import { nothing, render } from 'lit';
import type { Region } from '../../engine/types.ts';
import { sameCell, type Cell, type Hover } from '../lib/hover.ts';
import type { Translate } from '../lib/locale.ts';
import type { Hit } from '../scene/hit.ts';
import type { Scene } from '../scene/placed.ts';
import { indexOf } from '../scene/slice.ts';
import type { ValueStore } from '../scene/values.ts';
import { cellRect, hovered, lit } from './overlay.ts';
import { tipFor } from './tip.ts';

/** After this long at rest the tooltip says the number; outlines come at once. */
const tipDelay = 80;
/** Sources of so many cells are remembered: a pointer goes back and forth. */
const mostRegions = 4096;

/** What the pointer looks into: changes with every drawing. */
interface Ground {
  scene: Scene;
  store: ValueStore;
  layer: SVGGElement;
  tip: HTMLElement;
  /** Of labels. */
  font: string;
  t: Translate;
}

/** Pointer or keyboard on a cell. Draws a few shapes over the heat maps and never the heat maps: its cost is constant. */
export class Pointer {
  readonly #hover: Hover;
  #ground: Ground | undefined;
  #at: Cell | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #regions = new Map<string, Promise<Region[]>>();

  constructor(hover: Hover) {
    this.#hover = hover;
  }

  /** A new drawing; what was pointed at before is gone when its numbers are. */
  stand(ground: Ground | undefined): void {
    if (ground?.store !== this.#ground?.store) this.#regions.clear();
    if (ground?.scene !== this.#ground?.scene && this.#at) {
      this.#at = undefined;
      if (ground) render(nothing, ground.layer);
    }
    this.#ground = ground;
  }

  leave(): void {
    clearTimeout(this.#timer);
    this.point(undefined);
  }

  point(hit: Hit | undefined): void {
    const ground = this.#ground;
    if (!ground) return;
    const { slice, letter } = hit?.matrix.spec ?? {};
    const cell = hit && slice ? { tensor: slice.tensor, index: indexOf(slice, hit.row, hit.column) } : undefined;
    if (sameCell(cell, this.#at)) return;
    this.#at = cell;
    clearTimeout(this.#timer);
    ground.tip.hidden = true;
    this.#hover.setRole(letter);
    if (!hit || !cell) {
      render(nothing, ground.layer);
      return;
    }
    const still = (): boolean => this.#ground?.scene === ground.scene && sameCell(cell, this.#at);
    render(hovered(ground.scene, hit.matrix, cell, []), ground.layer);
    void this.#sources(ground.store, cell).then((regions) => {
      if (still()) render(hovered(ground.scene, hit.matrix, cell, regions), ground.layer);
    });
    this.#timer = setTimeout(() => {
      const rect = cellRect(hit.matrix, cell);
      if (!rect || !still()) return;
      const value = ground.store.at(hit.matrix.spec.slice, hit.row, hit.column);
      const about = { matrix: hit.matrix, cell, rect, value, sources: [] };
      tipFor(ground.tip, about, ground.store.trace, ground.scene, ground.font, ground.t);
    }, tipDelay);
  }

  /** A symbol of the formula under the pointer lights its matrices. */
  light(): void {
    const ground = this.#ground;
    if (!ground || this.#at) return;
    render(this.#hover.role ? lit(ground.scene, this.#hover.role) : nothing, ground.layer);
  }

  #sources(store: ValueStore, cell: Cell): Promise<Region[]> {
    const key = `${cell.tensor}:${cell.index.join()}`;
    const known = this.#regions.get(key);
    if (known) return known;
    // A trace that was replaced meanwhile has no answer; nothing is outlined then.
    const asked = store.trace.sources(cell.tensor, cell.index).catch(() => []);
    if (this.#regions.size > mostRegions) this.#regions.clear();
    this.#regions.set(key, asked);
    return asked;
  }
}
