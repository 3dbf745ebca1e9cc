import { describe, expect, it, vi } from 'vitest';
import { normalForm } from '../../../web/engine/normal-form.ts';
import sentences from '../models/sentences.json';

/** What each unit of the normal form is shown as. */
const shown = (text: string): string[] => {
  const form = normalForm(text);
  return Array.from(form.text, (_, i) => text.slice(...form.original(i, i + 1)));
};

describe('normal form', () => {
  it('is the whole text in NFKC, for every varied sentence', () => {
    for (const text of sentences) expect(normalForm(text).text).toBe(text.normalize('NFKC'));
  });

  it('maps the whole back to the whole, and parts in order', () => {
    for (const text of sentences) {
      const form = normalForm(text);
      if (text !== '') expect(form.original(0, form.text.length)).toEqual([0, text.length]);
      let last = 0;
      for (let i = 0; i < form.text.length; ++i) {
        const [begin, end] = form.original(i, i + 1);
        expect(begin).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(begin);
        last = begin;
      }
    }
  });

  it('shows the letters as they were written', () => {
    expect(shown('ﬁn')).toEqual(['ﬁ', 'ﬁ', 'n']);
    expect(shown('e\u0301a')).toEqual(['e\u0301', 'a']);
    expect(shown('½!')).toEqual(['½', '½', '½', '!']);
  });

  it('keeps characters whole', () => {
    const family = '👨‍👩‍👧‍👦';
    const form = normalForm(`a ${family}b`);
    for (let i = 2; i < form.text.length - 1; ++i) {
      expect(form.original(i, i + 1)).toEqual([2, 2 + family.length]);
    }
    expect(shown('x\u0301\u0302y')).toEqual(['x\u0301\u0302', 'x\u0301\u0302', 'x\u0301\u0302', 'y']);
  });

  it('gives an empty range where an empty range is asked for', () => {
    expect(normalForm('ab').original(1, 1)).toEqual([1, 1]);
    expect(normalForm('').original(0, 0)).toEqual([0, 0]);
  });

  it('does the same without the segmenter of the browser', () => {
    vi.stubGlobal('Intl', {});
    try {
      for (const text of sentences) expect(normalForm(text).text).toBe(text.normalize('NFKC'));
      expect(shown('x\u0301y')).toEqual(['x\u0301', 'x\u0301', 'y']);
      expect(normalForm('👍🏽!').original(0, 1)).toEqual([0, 4]);
    } finally {
      vi.unstubAllGlobals();
    }
  });
});
