import type { Palette } from '../../elements/lib/palette.ts';
import { drawPicture } from '../../elements/pieces/thumbnail.ts';
import type { Matrix } from './matrix.ts';

/** Thumbnails reach their full colour at three quarters of the scale; a picture to keep does so at its end. */
const whole = 1 / 0.75;

/** One pixel per cell, as an address. */
export const pixelsOf = (matrix: Matrix, palette: Palette): string => {
  const { rows, columns, data, letter, scale } = matrix;
  const canvas = document.createElement('canvas');
  const exact = scale.kind === 'signed' ? { ...scale, max: scale.max * whole } : scale;
  drawPicture(canvas, { rows, columns, data, letter, scale: exact }, palette);
  return canvas.toDataURL('image/png');
};
