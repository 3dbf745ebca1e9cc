import { describe, expect, it } from 'vitest';
import {
  fromSlider,
  isShown,
  readParams,
  readValue,
  sliderSteps,
  toSlider,
} from '../../../../web/elements/lib/params.ts';
import { entries } from '../fixture-engine.ts';

const entry = entries[0]!;
const spec = (id: string) => entry.params.find((one) => one.id === id)!;

describe('values from outside', () => {
  it('pass only when the parameter takes them', () => {
    expect(readValue(spec('temperature'), '0.5')).toBe(0.5);
    for (const junk of ['', 'NaN', 'Infinity', '1e9', '-1', '0', 'abc', null, undefined, {}, [], true])
      expect(readValue(spec('temperature'), junk)).toBeUndefined();
    expect(readValue(spec('mask'), 'causal')).toBe('causal');
    expect(readValue(spec('mask'), 'toString')).toBeUndefined();
    expect(readValue(spec('window_size'), '2.5')).toBeUndefined();
    expect(readValue(spec('loud'), '')).toBe(true);
    expect(readValue(spec('loud'), 'false')).toBe(false);
  });

  it('are complained about by name, with what is taken', () => {
    const { params, complaints } = readParams(entry, { temperature: 'junk', mask: 'causal', unknown: 1 });
    expect(params).toEqual({ mask: 'causal' });
    expect(complaints).toEqual([{ param: 'temperature', got: 'junk', takes: '0.01 … 100' }]);
  });

  it('leave out defaults', () => {
    expect(readParams(entry, { temperature: 1 }).params).toEqual({});
  });
});

describe('sliders', () => {
  it('give decades the same room', () => {
    expect(toSlider(spec('temperature'), 1)).toBe(sliderSteps / 2);
    expect(toSlider(spec('temperature'), 0.1)).toBe(sliderSteps / 4);
  });

  it('come back to what they stand for, and within bounds', () => {
    for (let at = 0; at <= sliderSteps; at += 25) {
      const value = fromSlider(spec('temperature'), at);
      expect(value).toBeGreaterThanOrEqual(0.01);
      expect(value).toBeLessThanOrEqual(100);
      expect(readValue(spec('temperature'), value)).toBe(value);
    }
  });

  it('catch at the default', () => {
    expect(fromSlider(spec('temperature'), 503)).toBe(1);
  });
});

it('a parameter shows only while it matters', () => {
  expect(isShown(spec('window_size'), { mask: 'none' })).toBe(false);
  expect(isShown(spec('window_size'), { mask: 'causal' })).toBe(true);
});
