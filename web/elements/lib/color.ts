/** Colour arithmetic for canvases: the same OKLab mixes that the style sheet makes with color-mix(). */

export type Rgb = readonly [number, number, number];
type Lab = readonly [number, number, number];

const toLinear = (byte: number): number => {
  const c = byte / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
};

const toByte = (linear: number): number => {
  const c = Math.min(1, Math.max(0, linear));
  return Math.round(255 * (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055));
};

// Ottosson's OKLab matrices.
const toLab = (rgb: Rgb): Lab => {
  const [r, g, b] = [toLinear(rgb[0]), toLinear(rgb[1]), toLinear(rgb[2])];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
};

const fromLab = ([lightness, a, b]: Lab): Rgb => {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    toByte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    toByte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    toByte(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
};

export const mix = (from: Rgb, to: Rgb, amount: number): Rgb => {
  const [a, b] = [toLab(from), toLab(to)];
  const at = (i: 0 | 1 | 2): number => a[i] + (b[i] - a[i]) * amount;
  return fromLab([at(0), at(1), at(2)]);
};

const luminance = ([r, g, b]: Rgb): number => 0.2126 * toLinear(r) + 0.7152 * toLinear(g) + 0.0722 * toLinear(b);

export const contrast = (a: Rgb, b: Rgb): number => {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
};

/** Figures in cells are pure black or white, whichever contrasts more: then never under 4.5:1. */
export const figureOn = (ground: Rgb): '#000' | '#fff' =>
  contrast(ground, [0, 0, 0]) >= contrast(ground, [255, 255, 255]) ? '#000' : '#fff';

/** Pixels as ImageData keeps them in a Uint32Array on the little-endian machines that run browsers. */
export const pixel = ([r, g, b]: Rgb, alpha = 255): number => ((alpha << 24) | (b << 16) | (g << 8) | r) >>> 0;
