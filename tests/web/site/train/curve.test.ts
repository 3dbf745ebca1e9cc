import { describe, expect, it } from 'vitest';
import { niceTicks } from '../../../../web/site/train/chart.ts';
import { Curve, smoothed } from '../../../../web/site/train/curve.ts';

describe('a curve', () => {
  it('keeps every step of a short run, and the means of a long one in the same room', () => {
    const curve = new Curve();
    for (let step = 1; step <= 100; ++step) curve.add(step, step);
    expect(curve.points()).toHaveLength(100);
    for (let step = 101; step <= 100_000; ++step) curve.add(step, step);
    const points = curve.points(256);
    expect(points.length).toBeLessThanOrEqual(256);
    expect(points.at(-1)!.step).toBe(100_000);
    // The mean of a straight line over equal parts is the line's own.
    const mean = points.reduce((sum, { value }) => sum + value, 0) / points.length;
    expect(mean).toBeGreaterThan(48_000);
    expect(mean).toBeLessThan(52_000);
  });

  it('forgets what came after a step', () => {
    const curve = new Curve();
    for (let step = 1; step <= 20; ++step) curve.add(step, 1);
    curve.cut(12);
    expect(curve.last?.step).toBe(12);
    curve.add(13, 2);
    expect(curve.points()).toHaveLength(13);
  });

  it('is smooth without lagging behind, and begins and ends where it does', () => {
    const line = Array.from({ length: 40 }, (_, i) => ({ step: i, value: i }));
    expect(smoothed(line)).toEqual(line);
    const noisy = line.map(({ step, value }) => ({ step, value: value + (step % 2 ? 1 : -1) }));
    for (const { step, value } of smoothed(noisy).slice(5, -5)) expect(Math.abs(value - step)).toBeLessThan(0.2);
  });
});

describe('the marks of a scale', () => {
  it('are round numbers, and no more than fit', () => {
    expect(niceTicks(1, 4)).toEqual([0, 0.5, 1]);
    expect(niceTicks(1500, 5)).toEqual([0, 500, 1000, 1500]);
    expect(niceTicks(0, 4)).toEqual([0]);
    for (const top of [0.003, 3.7, 42, 12_345]) expect(niceTicks(top, 4).length).toBeLessThanOrEqual(5);
  });
});
