import type { Cell } from '../lib/hover.ts';
import { calm, type Palette } from '../lib/palette.ts';
import { drawScene } from '../scene/draw.ts';
import type { Scene } from '../scene/placed.ts';
import type { ValueStore } from '../scene/values.ts';
import { crossFade, travel } from './motion.ts';
import { cellRect } from './overlay.ts';

interface Drawing {
  place: HTMLElement;
  scene: Scene;
  store: ValueStore;
  version: number;
  palette: Palette;
  frame: string;
  head: number;
  query: number;
  key: number | undefined;
  ratio: number;
  pinned: Cell | undefined;
}

/** The heat maps' canvas: drawn again only when something in the picture has changed, moving only from step to step. */
export class Heat {
  #drawn = '';
  #frame = '';
  #palette: Palette | undefined;

  draw(one: Drawing): void {
    const { place, scene, store, palette, frame, query, key, ratio } = one;
    const heat = place.querySelector<HTMLCanvasElement>('.heat');
    const before = place.querySelector<HTMLCanvasElement>('.before');
    if (!heat) return;
    const windows = scene.matrices.map(({ window }) => `${window.row},${window.column}`).join();
    const about = [store.trace.id, one.version, frame, one.head, query, key, scene.width, scene.height, ratio, windows];
    const signature = about.join('|');
    if (signature === this.#drawn && palette === this.#palette) return;
    const stepped = this.#frame !== '' && this.#frame !== frame && !calm();
    if (stepped && before) crossFade(heat, before);
    this.#drawn = signature;
    this.#frame = frame;
    this.#palette = palette;
    drawScene(heat, scene, store, palette, ratio, query, key);
    if (!stepped) return;
    const { pinned } = one;
    const target =
      pinned && scene.matrices.map((matrix) => cellRect(matrix, pinned)).find((rect) => rect !== undefined);
    travel(place, heat, scene, store.trace, query, target, ratio);
  }
}
