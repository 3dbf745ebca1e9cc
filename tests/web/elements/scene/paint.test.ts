import { describe, expect, it } from 'vitest';
import { pixel, type Rgb } from '../../../../web/elements/lib/color.ts';
import type { Placed } from '../../../../web/elements/scene/placed.ts';
import { dashes, paintMatrix } from '../../../../web/elements/scene/paint.ts';
import { ramp, type Scale } from '../../../../web/elements/scene/scale.ts';

const zero: Rgb = [240, 240, 240];
const plus: Rgb = [200, 0, 100];
const minus: Rgb = [90, 90, 90];
const paint = { ramp: ramp(zero, plus, minus), zero, ink: [0, 0, 0] as Rgb, edge: [1, 2, 3] as Rgb };

const placed = (rows: number, columns: number, pitch: number, scale: Scale, gap = 0): Placed =>
  ({
    spec: { scale, slice: { rowAxis: 'query', columnAxis: 'key' } },
    kind: 'main',
    x: 0,
    y: 0,
    width: columns * pitch,
    height: rows * pitch,
    pitchX: pitch,
    pitchY: pitch,
    gap,
    window: { row: 0, column: 0, rows, columns },
  }) as unknown as Placed;

describe('painting', () => {
  it('fills cells and leaves the gap', () => {
    const buffer = new Uint32Array(400);
    paintMatrix(buffer, 20, placed(2, 2, 10, { kind: 'unit' }, 1), Float32Array.of(1, 0, 0, 1), paint, 1);
    expect(buffer[0]).toBe(pixel(plus));
    expect(buffer[8]).toBe(pixel(plus));
    expect(buffer[9]).toBe(0);
    expect(buffer[10]).toBe(pixel(zero));
    expect(buffer[9 * 20]).toBe(0);
    expect(buffer[10 * 20 + 10]).toBe(pixel(plus));
  });

  it('hatches masked cells', () => {
    const buffer = new Uint32Array(144);
    paintMatrix(buffer, 12, placed(1, 1, 12, { kind: 'signed', max: 1 }), Float32Array.of(-Infinity), paint, 1);
    const colors = new Set(buffer);
    expect(colors.size).toBe(2);
    expect(colors.has(pixel(zero))).toBe(true);
  });

  it('shows the strongest of the cells under one pixel', () => {
    const buffer = new Uint32Array(4);
    const values = new Float32Array(40);
    values[7] = -1;
    values[33] = 1;
    paintMatrix(buffer, 4, { ...placed(1, 40, 0.1, { kind: 'signed', max: 1 }), pitchY: 1 }, values, paint, 1);
    expect([...buffer.slice(0, 4)]).toContain(pixel(minus));
  });

  it('falls to half strength off the active row', () => {
    const buffer = new Uint32Array(200);
    paintMatrix(
      buffer,
      10,
      placed(2, 1, 10, { kind: 'unit' }),
      Float32Array.of(1, 1),
      { ...paint, dim: { along: 'row', keep: 1 } },
      1,
    );
    expect(buffer[0]).toBe(pixel(plus, 128));
    expect(buffer[150]).toBe(pixel(plus, 255));
  });

  it('takes as long for a million cells as its pixels need', () => {
    const n = 1024;
    const buffer = new Uint32Array(300 * 300);
    const values = new Float32Array(n * n).map((_, i) => Math.sin(i));
    const start = performance.now();
    paintMatrix(buffer, 300, placed(n, n, 300 / n, { kind: 'signed', max: 1 }), values, paint, 1);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

it('dashes mark negative cells that are large enough and not printed', () => {
  const scale: Scale = { kind: 'signed', max: 1 };
  expect(dashes(placed(2, 2, 20, scale), Float32Array.of(-1, 1, -0.5, -Infinity), -1).length).toBe(2);
  expect(dashes(placed(2, 2, 20, scale), Float32Array.of(-1, 1, -0.5, -Infinity), 0).length).toBe(1);
  expect(dashes(placed(2, 2, 8, scale), Float32Array.of(-1, 1, -0.5, -1), -1)).toEqual([]);
});
