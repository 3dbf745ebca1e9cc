import { describe, expect, it } from 'vitest';
import { TooLarge } from '../../../web/engine/errors.ts';
import { Reading } from '../../../web/engine/reading.ts';

const bytes = (text: string) => new TextEncoder().encode(text).length;
const piece = (reading: Reading, begin: number, end: number) => reading.piece({ id: 1, begin, end, word_start: true });

describe('a reading', () => {
  it('of plain text is the text', () => {
    const reading = new Reading('two words');
    expect(reading.sent).toBe('two words');
    expect(piece(reading, 4, 9)).toEqual({ text: 'words', begin: 4, end: 9, wordStart: true, id: 1 });
  });

  it('sends the normal form and shows what was written', () => {
    const reading = new Reading('a ﬁne e\u0301');
    expect(reading.sent).toBe('a fine é');
    expect(piece(reading, 2, 6).text).toBe('ﬁne');
    expect(piece(reading, 7, 9)).toMatchObject({ text: 'e\u0301', begin: 6, end: 8 });
  });

  it('never tears a family apart', () => {
    const family = '👨‍👩‍👧';
    const reading = new Reading(`x ${family}`);
    expect(piece(reading, 2, 6).text).toBe(family);
    expect(piece(reading, bytes(reading.sent) - 4, bytes(reading.sent)).text).toBe(family);
  });

  it('is as long as a page can bear', () => {
    expect(() => new Reading('é'.repeat(100_001))).toThrow(TooLarge);
  });
});
