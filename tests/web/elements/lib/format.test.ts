import { describe, expect, it } from 'vitest';
import * as format from '../../../../web/elements/lib/format.ts';

describe('numbers', () => {
  it('have true minus signs and no negative zero', () => {
    expect(format.num(-2.984)).toBe('−2.98');
    expect(format.column(-0.0001)).toBe('0.000');
    expect(format.factor(-4.65)).toBe('(−4.65)');
  });

  it('are never printed as NaN', () => {
    for (const print of [format.num, format.column, (v: number) => format.cell(v, true), format.bound])
      expect(print(NaN)).not.toContain('NaN');
    expect(format.num(-Infinity)).toBe('−∞');
  });

  it('fit their cells', () => {
    expect(format.cell(0.801, true)).toBe('.80');
    expect(format.cell(0.0049, true)).toBe('');
    expect(format.cell(1, true)).toBe('1');
    expect(format.cell(-26.72, false, 4)).toBe('−27');
    expect(format.cell(-26.72, false, 5)).toBe('−26.7');
    // Too narrow for the zero before the point, which says nothing.
    expect(format.cell(-0.31, false, 3)).toBe('−.3');
    expect(format.cell(-4.9, false, 3)).toBe('−5');
    expect(format.cell(-Infinity, false)).toBe('');
    expect(format.cell(12345, false)).toBe('12k');
  });

  it('end scales with three figures', () => {
    expect(format.bound(16.2987)).toBe('16.3');
    expect(format.bound(130.4)).toBe('130');
  });

  it('say a scale as the papers do where the op tells its parts', () => {
    expect(format.scaling({ factor: 1 / 8, width: 64, temperature: 1 })).toBe('÷ √64');
    expect(format.scaling({ factor: 1 / 16, width: 64, temperature: 2 })).toBe('÷ √64 ÷ 2.00');
    expect(format.scaling({ factor: 0.125 })).toBe('× 0.13');
    expect(format.scaling({ factor: 0.5, temperature: 2 })).toBe('÷ 2.00');
  });
});

describe('tokens', () => {
  it('show what cannot be seen', () => {
    expect(format.token(' ')).toBe('␣');
    expect(format.token('\n\t')).toBe('↵⇥');
    expect(format.token(' word')).toBe('␣word');
    expect(format.token('two words')).toBe('two words');
    expect(format.token('')).toBe('␣');
    expect(format.token('a\u0000b')).toBe('a␀b');
  });

  it('disarm direction overrides', () => {
    expect(format.token('\u202eabc')).toBe('·abc');
  });

  it('stay text', () => {
    expect(format.token('<img src=x onerror=alert(1)>')).toBe('<img src=x onerror=alert(1)>');
    expect(format.token('&amp;')).toBe('&amp;');
  });

  it('are cut between whole characters', () => {
    const family = '👩‍👩‍👧';
    expect(format.characters(`${family}é`)).toEqual([family, 'é']);
    expect(format.short(family.repeat(12), 9)).toBe(`${family.repeat(8)}…`);
  });
});
