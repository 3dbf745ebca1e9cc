import type { Rgb } from './color.ts';
import { ramp, type Ramp, type RoleLetter } from '../scene/scale.ts';

/** The style sheet's colours as numbers, for canvases. */
export interface Palette {
  ramps: Record<RoleLetter, Ramp>;
  ink: Rgb;
  edge: Rgb;
  zero: Rgb;
  query: Rgb;
  faint: Rgb;
}

let probe: CanvasRenderingContext2D | null = null;

/** Any CSS colour as bytes: the canvas parses what we could not. */
const parse = (color: string): Rgb => {
  if (!probe) {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 1;
    probe = canvas.getContext('2d', { willReadFrequently: true });
  }
  if (!probe) return [0, 0, 0];
  probe.clearRect(0, 0, 1, 1);
  probe.fillStyle = '#000';
  probe.fillStyle = color;
  probe.fillRect(0, 0, 1, 1);
  const [r = 0, g = 0, b = 0] = probe.getImageData(0, 0, 1, 1).data;
  return [r, g, b];
};

/** `root` carries the custom properties; `sample` is an element inside it to read computed colours from. */
export const readPalette = (sample: HTMLElement): Palette => {
  // Where the system forces its colours, every colour would be read as that of text.
  sample.style.setProperty('forced-color-adjust', 'none');
  const read = (name: string): Rgb => {
    sample.style.setProperty('color', `var(--${name})`);
    return parse(getComputedStyle(sample).color);
  };
  const [zero, minus, ink] = [read('zero'), read('minus'), read('ink')];
  const arm = (name: string): Ramp => ramp(zero, read(name), minus);
  return {
    ramps: {
      q: arm('q'),
      k: arm('k'),
      v: arm('v'),
      a: arm('a'),
      z: arm('z'),
      n: ramp(zero, ink, minus),
      d: ramp(zero, read('more'), read('less')),
    },
    ink,
    zero,
    edge: read('edge'),
    query: read('q'),
    faint: read('ink3'),
  };
};

const luminance = (color: string): number | undefined => {
  const parts = color.match(/[\d.]+/g)?.map(Number) ?? [];
  if (!color.startsWith('rgb') || parts.length < 3 || (parts.length > 3 && (parts[3] ?? 1) < 0.5)) return undefined;
  return (0.2126 * (parts[0] ?? 0) + 0.7152 * (parts[1] ?? 0) + 0.0722 * (parts[2] ?? 0)) / 255;
};

/**
 * Light or dark, as the page around the element is: documentation sites switch by a class of their own, so the
 * ground on which the element stands decides first, the visitor's preference second.
 */
export const pageTheme = (host: Element): 'light' | 'dark' => {
  for (let at: Element | null = host.parentElement; at; at = at.parentElement) {
    const ground = luminance(getComputedStyle(at).backgroundColor);
    if (ground !== undefined) return ground < 0.35 ? 'dark' : 'light';
  }
  const scheme = getComputedStyle(document.documentElement).colorScheme;
  if (scheme === 'dark' || scheme === 'light') return scheme;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
};

/** Tells when that may have changed; returns the way to stop. */
export const watchTheme = (changed: () => void): (() => void) => {
  const media = matchMedia('(prefers-color-scheme: dark)');
  media.addEventListener('change', changed);
  const observer = new MutationObserver(changed);
  for (const target of [document.documentElement, document.body])
    if (target) observer.observe(target, { attributes: true });
  return () => {
    media.removeEventListener('change', changed);
    observer.disconnect();
  };
};

export const calm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
