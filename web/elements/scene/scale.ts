import { mix, pixel, type Rgb } from '../lib/color.ts';
import { bound } from '../lib/format.ts';
import { isNormalised } from '../lib/frames.ts';
import type { Role, TensorInfo, Trace } from '../../engine/types.ts';

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
  /** `side`: no number is on the other side of 0. `beyond`: numbers this large stand for "never", and do not span it. */
  | { kind: 'signed'; max: number; side?: 1 | -1; beyond?: number }
  /** 0 and 1: closed cells are hatched. */
  | { kind: 'mask' };

/** Masks are written as large finite numbers too, from 1e4 (half precision) to 1e30; what is computed stays below. */
const never = 1e4;
/** Between such numbers and the others of a tensor there is a gap of at least this factor. */
const gap = 50;

/** The extremes but for numbers that stand for "never". */
const ordinary = (info: TensorInfo, data: () => Float32Array): { min: number; max: number; beyond?: number } => {
  const far = Math.max(-info.min, info.max);
  if (!(far >= never) || !info.whole) return info;
  let [min, max] = [0, 0];
  for (const value of data()) {
    const size = Math.abs(value);
    // The mask itself, give or take the score that it was added to.
    if (!(size < far / 2)) continue;
    if (size * gap > far) return info;
    if (value < min) min = value;
    else if (value > max) max = value;
  }
  return { min, max, beyond: far / 2 };
};

/**
 * Weights are a share of one, everything else is centred on zero, or begins there, and reaches exactly as far as its data.
 * Whether a tensor is a share of one is read off the trace: made by normalising, within 0 and 1.
 */
export const scaleOf = (info: TensorInfo, normalised: boolean, data: () => Float32Array): Scale => {
  if (info.dtype === 'mask') return { kind: 'mask' };
  if (normalised) return { kind: 'unit' };
  const { min, max, beyond } = ordinary(info, data);
  const most = Math.max(-min, max);
  return {
    kind: 'signed',
    max: most > 0 && Number.isFinite(most) ? most : 1,
    ...(min < 0 === max > 0 ? {} : { side: max > 0 ? 1 : -1 }),
    ...(beyond === undefined ? {} : { beyond }),
  };
};

const scales = new WeakMap<TensorInfo, Scale>();

export const scaleIn = (trace: Trace, info: TensorInfo): Scale => {
  const known = scales.get(info) ?? scaleOf(info, isNormalised(trace, info), () => trace.tensor(info.name).data);
  scales.set(info, known);
  return known;
};

/** What is shut out has no colour: masked by 0, by minus infinity or by a number that stands for it. */
export const isClosed = (scale: Scale, value: number): boolean =>
  value === -Infinity ||
  (scale.kind === 'mask' ? value === 0 : scale.kind === 'signed' && Math.abs(value) >= (scale.beyond ?? Infinity));

/** Where a scale begins and ends on its ramp. */
export const endsOf = (scale: Scale): [number, number] => {
  if (scale.kind !== 'signed') return [0, 1];
  return [scale.side === 1 ? 0 : -1, scale.side === -1 ? 0 : 1];
};

/** The numbers at the beginning, in the middle and at the end of a scale. */
export const ticksOf = (scale: Scale): string[] => {
  if (scale.kind === 'unit') return ['0', '0.5', '1'];
  if (scale.kind === 'mask') return [];
  const [from, to] = endsOf(scale);
  const sign = scale.side ? '' : '+';
  return [from, (from + to) / 2, to].map((at) => (at > 0 ? sign : '') + bound(at * scale.max));
};

/** From where to where, in a word. */
export const rangeOf = (scale: Scale): string => {
  if (scale.kind === 'signed' && !scale.side) return `±${bound(scale.max)}`;
  const [from, , to] = scale.kind === 'mask' ? ['0', '', '1'] : ticksOf(scale);
  return `${from} … ${to}`;
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
