import { html, type PropertyValues, type TemplateResult } from 'lit';
import { pixel } from '../lib/color.ts';
import type { Palette } from '../lib/palette.ts';
import { Piece } from '../lib/piece.ts';
import { isClosed, pixelsOf, place, rampIndex, type RoleLetter, type Scale } from '../scene/scale.ts';

/** A small picture of a matrix: one canvas pixel per number, stretched by the browser without blur. */
export interface Picture {
  rows: number;
  columns: number;
  data: Float32Array;
  letter: RoleLetter;
  scale: Scale;
}

const maxOf = ({ scale }: Picture): number => (scale.kind === 'signed' ? scale.max : 0);

export const samePicture = (one: Picture, other: Picture): boolean =>
  one.letter === other.letter &&
  one.scale.kind === other.scale.kind &&
  maxOf(one) === maxOf(other) &&
  one.rows === other.rows &&
  one.columns === other.columns &&
  one.data.every((value, i) => Object.is(value, other.data[i]));

/** One canvas pixel per number. */
export const drawPicture = (canvas: HTMLCanvasElement, picture: Picture, palette: Palette): void => {
  const context = canvas.getContext('2d');
  // Setting a size, even the same, clears the canvas and takes new memory.
  if (canvas.width !== picture.columns) canvas.width = picture.columns;
  if (canvas.height !== picture.rows) canvas.height = picture.rows;
  if (!context || !picture.columns || !picture.rows) return;
  const ramp = pixelsOf(palette.ramps[picture.letter]);
  const image = context.createImageData(picture.columns, picture.rows);
  const pixels = new Uint32Array(image.data.buffer);
  // Thumbnails may clip: a single extreme number must not turn the rest pale.
  const scale = picture.scale.kind === 'signed' ? { ...picture.scale, max: picture.scale.max * 0.75 } : picture.scale;
  const closed = pixel(palette.edge, 120);
  picture.data.forEach((value, i) => {
    pixels[i] = isClosed(scale, value)
      ? closed
      : (ramp[scale.kind === 'mask' ? 128 : rampIndex(place(scale, value))] ?? 0);
  });
  context.putImageData(image, 0, 0);
};

export class Thumbnail extends Piece {
  static override properties = {
    picture: { attribute: false },
    palette: { attribute: false },
    width: { type: Number },
    height: { type: Number },
  };

  picture: Picture | undefined;
  palette: Palette | undefined;
  width = 44;
  height = 44;

  override render(): TemplateResult {
    return html`<canvas aria-hidden="true"></canvas>`;
  }

  protected override updated(changed: PropertyValues): void {
    const canvas = this.querySelector('canvas');
    if (!canvas) return;
    if (changed.has('width') || changed.has('height')) {
      canvas.style.setProperty('width', `${this.width}px`);
      canvas.style.setProperty('height', `${this.height}px`);
      canvas.style.setProperty('image-rendering', 'pixelated');
    }
    if (!changed.has('picture') && !changed.has('palette')) return;
    if (this.picture && this.palette) drawPicture(canvas, this.picture, this.palette);
  }
}
