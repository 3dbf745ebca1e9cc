import { mix, pixel, type Rgb } from '../lib/color.ts';
import type { Role, TensorInfo } from '../../engine/types.ts';

/**
 * The five roles' letters, used in class names, custom properties and formulas; `n` is everything else, `d` the
 * difference between two runs.
 */
export type RoleLetter = 'q' | 'k' | 'v' | 'a' | 'z' | 'n' | 'd';

const letters: Record<Role, RoleLetter> = { query: 'q', key: 'k', value: 'v', weights: 'a', output: 'z', none: 'n' };

export const letterOf = (role: Role): RoleLetter => letters[role];

/** How a tensor's numbers become colours, and what its legend says. */
export type Scale =
  | { kind: 'unit' }
  | { kind: 'signed'; max: number }
  /** 0 and 1: closed cells are hatched. */
  | { kind: 'mask' };

/**
 * Weights are a share of one, everything else is centred on zero and reaches exactly as far as its data.
 * Whether a tensor is a share of one is read off the trace: made by normalising, within 0 and 1.
 */
export const scaleOf = (info: TensorInfo, normalised: boolean): Scale => {
  if (info.dtype === 'mask') return { kind: 'mask' };
  if (normalised) return { kind: 'unit' };
  const max = Math.max(Math.abs(info.min), Math.abs(info.max));
  return { kind: 'signed', max: max > 0 && Number.isFinite(max) ? max : 1 };
};

/** -1 to 1 on the scale. */
export const place = (scale: Scale, value: number): number => {
  if (!Number.isFinite(value)) return 0;
  if (scale.kind === 'signed') return Math.max(-1, Math.min(1, value / scale.max));
  return Math.max(0, Math.min(1, value));
};

/** Half the length of a ramp: enough for no visible steps. */
const half = 128;

/** 257 colours from -1 to 1 through zero. */
export type Ramp = readonly Rgb[];

export const ramp = (zero: Rgb, plus: Rgb, minus: Rgb): Ramp =>
  Array.from({ length: 2 * half + 1 }, (_, i) =>
    i < half ? mix(zero, minus, (half - i) / half) : mix(zero, plus, (i - half) / half),
  );

const pixels = new WeakMap<Ramp, Map<number, Uint32Array>>();

/** A ramp as a canvas has it, made once. */
export const pixelsOf = (ramp: Ramp, alpha = 255): Uint32Array => {
  const known = pixels.get(ramp) ?? new Map<number, Uint32Array>();
  pixels.set(ramp, known);
  const made = known.get(alpha) ?? Uint32Array.from(ramp, (rgb) => pixel(rgb, alpha));
  known.set(alpha, made);
  return made;
};

export const rampIndex = (at: number): number => Math.round((at + 1) * half);

export const colorAt = (colors: Ramp, at: number): Rgb => colors[rampIndex(at)] ?? [0, 0, 0];
