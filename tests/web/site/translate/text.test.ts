import { describe, expect, it } from 'vitest';
import { typed } from '../../../../web/site/translate/text.ts';
import { verdictOf } from '../../../../web/site/translate/verdict.ts';

describe('what was typed', () => {
  it.each([
    ['Knights', ['knights'], []],
    ['  Naïve  café! ', ['naive', 'cafe'], []],
    ['don’t - well-known', ["don't", 'well', 'known'], []],
    ['R2D2', ['rd'], ['2']],
    ["12 '", [], ['1', '2']],
    ['', [], []],
  ])('becomes words: %j', (text, words, left) => {
    expect(typed(text)).toEqual({ words, left });
  });

  it('is cut where it is longer than what can be looked through, and that is told', () => {
    const { words, left } = typed(`${'a'.repeat(35)} ${'be '.repeat(12)}see`);
    expect(words).toHaveLength(12);
    expect(left).toEqual([`${'a'.repeat(34)}…`, 'see']);
  });
});

describe('the verdict', () => {
  it('stands beside the nearest way to say it', () => {
    const ways = [
      ['N', 'AY', 'T'],
      ['N', 'IH', 'T'],
    ];
    const { errors, columns } = verdictOf(['K', 'N', 'IH'], { part: 'test', ways });
    expect(errors).toBe(2);
    expect(columns.map(({ mark }) => mark)).toEqual(['extra', 'right', 'right', 'missing']);
    expect(columns.at(-1)).toEqual({ mark: 'missing', right: 'T' });
  });
});
