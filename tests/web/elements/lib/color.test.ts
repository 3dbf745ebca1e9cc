import { describe, expect, it } from 'vitest';
import { contrast, figureOn, mix, pixel, type Rgb } from '../../../../web/elements/lib/color.ts';
import {
  colorAt,
  endsOf,
  isClosed,
  place,
  ramp,
  rampIndex,
  rangeOf,
  scaleOf,
  ticksOf,
} from '../../../../web/elements/scene/scale.ts';
import type { TensorInfo } from '../../../../web/engine/types.ts';

const zero: Rgb = [243, 241, 235];
const weights: Rgb = [161, 44, 134];
const minus: Rgb = [89, 97, 109];

describe('mixes', () => {
  it('begin and end at their colours', () => {
    expect(mix(zero, weights, 0)).toEqual(zero);
    expect(mix(zero, weights, 1)).toEqual(weights);
  });

  it('are what color-mix(in oklab) gives', () => {
    // Chromium: color-mix(in oklab, #A12C86 50%, #F3F1EB) = rgb(205, 146, 186) within rounding.
    const half = mix(zero, weights, 0.5);
    [204, 146, 183].forEach((byte, i) => expect(Math.abs(half[i]! - byte)).toBeLessThanOrEqual(4));
  });
});

describe('ramps', () => {
  const colors = ramp(zero, weights, minus);
  it('are zero in the middle, full at the ends', () => {
    expect(colorAt(colors, 0)).toEqual(zero);
    expect(colorAt(colors, 1)).toEqual(weights);
    expect(colorAt(colors, -1)).toEqual(minus);
    expect(rampIndex(1)).toBe(colors.length - 1);
  });

  it('keep figures readable everywhere', () => {
    for (const color of colors) {
      const figure: Rgb = figureOn(color) === '#000' ? [0, 0, 0] : [255, 255, 255];
      expect(contrast(color, figure)).toBeGreaterThanOrEqual(4.5);
    }
  });
});

describe('scales', () => {
  const info = (over: Partial<TensorInfo>): TensorInfo => ({
    name: 's',
    symbol: 'S',
    role: 'weights',
    shape: [2, 2],
    axes: ['query', 'key'],
    dtype: 'f32',
    whole: true,
    min: -3,
    max: 2,
    ...over,
  });
  const none = (): Float32Array => new Float32Array();
  it('tell the truth', () => {
    expect(scaleOf(info({}), false, none)).toEqual({ kind: 'signed', max: 3 });
    expect(scaleOf(info({ min: 0, max: 0.8 }), true, none)).toEqual({ kind: 'unit' });
    expect(scaleOf(info({ dtype: 'mask' }), false, none)).toEqual({ kind: 'mask' });
    expect(rangeOf({ kind: 'mask' })).toBe('0 … 1');
    expect(scaleOf(info({ min: 0, max: 0 }), false, none)).toEqual({ kind: 'signed', max: 1 });
  });

  it('begin at 0 where nothing is below it, and end there where nothing is above', () => {
    const decay = scaleOf(info({ min: 0.2, max: 0.8 }), false, none);
    expect(decay).toEqual({ kind: 'signed', max: 0.8, side: 1 });
    expect([endsOf(decay), ticksOf(decay), rangeOf(decay)]).toEqual([[0, 1], ['0', '0.4', '0.8'], '0 … 0.8']);
    const logarithm = scaleOf(info({ min: -4, max: 0 }), false, none);
    expect([endsOf(logarithm), ticksOf(logarithm)]).toEqual([
      [-1, 0],
      ['−4', '−2', '0'],
    ]);
    const score = scaleOf(info({}), false, none);
    expect([endsOf(score), ticksOf(score), rangeOf(score)]).toEqual([[-1, 1], ['−3', '0', '+3'], '±3']);
  });

  it('are not spanned by numbers that stand for "never"', () => {
    const data = Float32Array.of(-1e5 + 2, 3, -1, -1e5);
    const masked = scaleOf(info({ min: -1e5, max: 3 }), false, () => data);
    expect(masked).toMatchObject({ kind: 'signed', max: 3 });
    expect([...data].map((value) => isClosed(masked, value))).toEqual([true, false, false, true]);
    const nothing = scaleOf(info({ min: -1e30, max: -1e30 }), false, () => Float32Array.of(-1e30, -1e30));
    expect(nothing).toMatchObject({ kind: 'signed', max: 1 });
    expect(isClosed(nothing, -1e30)).toBe(true);
    // Large numbers with others on the way to them are numbers.
    const large = Float32Array.of(-1e5, 5e3, 30, 1);
    expect(scaleOf(info({ min: -1e5, max: 5e3 }), false, () => large)).toEqual({ kind: 'signed', max: 1e5 });
  });

  it('take any number', () => {
    for (const value of [NaN, Infinity, -Infinity, 1e38, -1e38])
      expect(Math.abs(place({ kind: 'signed', max: 3 }, value))).toBeLessThanOrEqual(1);
  });
});

it('pixels are little-endian RGBA', () => {
  expect([...new Uint8Array(Uint32Array.of(pixel([1, 2, 3], 4)).buffer)]).toEqual([1, 2, 3, 4]);
});
