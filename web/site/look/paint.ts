import type { Rgb } from '../../elements/lib/color.ts';
import type { Palette } from '../../elements/lib/palette.ts';
import { colorAt } from '../../elements/scene/scale.ts';
import { gridOf } from './glimpses.ts';
import type { Picture } from './picture.ts';

/** What lies over a picture: weights of its places up to `largest`, and the one place that was looked at. */
export interface Over {
  weights: Float32Array;
  largest: number;
  place?: number | undefined;
}

/** The weights' colour goes this far: ink stays readable on it. The legend is made of the same colours. */
const far = 0.72;

const css = ([r, g, b]: Rgb, alpha = 1): string => `rgba(${r},${g},${b},${alpha})`;

/** A picture in ink on the ground of its weights, as sharp as the screen. */
export const paint = (canvas: HTMLCanvasElement, picture: Picture, over: Over | undefined, colours: Palette): void => {
  const { rows, columns, values } = picture;
  const wanted = (canvas.clientWidth || columns) * (globalThis.devicePixelRatio || 1);
  const side = Math.max(1, Math.ceil(wanted / columns));
  const [width, height] = [columns * side, rows * side];
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d');
  if (!context) return;
  const { ink, zero, ramps } = colours;
  context.fillStyle = css(zero);
  context.fillRect(0, 0, width, height);
  const grid = over && gridOf(over.weights.length, rows, columns);
  const place = (i: number) => {
    const { rows: down, columns: across } = grid!;
    const [x, y] = [i % across, Math.floor(i / across)];
    return [(x * width) / across, (y * height) / down, width / across, height / down] as const;
  };
  if (over && over.largest > 0)
    over.weights.forEach((weight, i) => {
      const share = Math.min(1, weight / over.largest);
      if (share < 0.005) return;
      context.fillStyle = css(colorAt(ramps.a, far * share));
      const [x, y, w, h] = place(i);
      context.fillRect(Math.floor(x), Math.floor(y), Math.ceil(w), Math.ceil(h));
    });
  values.forEach((value, i) => {
    if (value <= 0) return;
    context.fillStyle = css(ink, value);
    context.fillRect((i % columns) * side, Math.floor(i / columns) * side, side, side);
  });
  if (over?.place === undefined || over.place < 0) return;
  const [x, y, w, h] = place(over.place);
  const line = Math.max(2, side / 4);
  context.strokeStyle = css(ink);
  context.lineWidth = line;
  context.strokeRect(x + line / 2, y + line / 2, w - line, h - line);
};
