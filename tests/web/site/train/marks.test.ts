import { describe, expect, it } from 'vitest';
import { marksOf } from '../../../../web/site/train/marks.ts';

const marks = (said: string, target: string): string =>
  marksOf(
    [...said].map((one) => one.charCodeAt(0)),
    [...target].map((one) => one.charCodeAt(0)),
  )
    .map((mark) => ({ right: '.', wrong: 'w', extra: '+', missing: '-' })[mark])
    .join('');

describe('marks', () => {
  it('say which pieces are wrong, too many and left out', () => {
    expect(marks('abc', 'abc')).toBe('...');
    expect(marks('axc', 'abc')).toBe('.w.');
    expect(marks('ac', 'abc')).toBe('.-.');
    expect(marks('abxc', 'abc')).toBe('..+.');
    expect(marks('', 'ab')).toBe('--');
    expect(marks('ab', '')).toBe('++');
    expect(marks('', '')).toBe('');
  });

  it('are as few as can be', () => {
    // What was said with one piece too many at its beginning is not all wrong.
    expect(marks('xabcdef', 'abcdef')).toBe('+......');
    expect(marks('bcdef', 'abcdef')).toBe('-.....');
  });
});
