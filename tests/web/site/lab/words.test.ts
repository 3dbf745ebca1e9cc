import { describe, expect, it } from 'vitest';
import type { TokenPiece } from '../../../../web/engine/types.ts';
import { common, fullOrder, inPlaces, matched, rewritten, wordAt, wordsOf } from '../../../../web/site/lab/words.ts';

const piece = (text: string, begin: number, wordStart: boolean): TokenPiece => ({
  text,
  begin,
  end: begin + text.length,
  wordStart,
  id: 0,
});
const text = "the dog didn't stop";
const pieces = [
  piece('the', 0, true),
  piece('dog', 4, true),
  piece('didn', 8, true),
  piece("'", 12, false),
  piece('t', 13, false),
  piece('stop', 15, true),
];
const words = wordsOf(text, pieces);

describe('words of a sentence', () => {
  it('are their pieces taken together', () => {
    expect(words.map((word) => word.text)).toEqual(['the', 'dog', "didn't", 'stop']);
    expect(words[2]).toMatchObject({ begin: 2, end: 5 });
    expect(wordAt(words, 4)).toBe(2);
    expect(wordAt(words, 6)).toBe(-1);
  });

  it('are written anew in another order and with others in their place', () => {
    expect(rewritten(words, [3, 2, 1, 0], { 1: 'cat' })).toEqual(['stop', "didn't", 'cat', 'the']);
  });

  it('take the place of others as several, or as nothing that is cut into pieces', () => {
    const after = wordsOf('', [
      piece('the', 0, true),
      piece('New', 4, true),
      piece('York', 8, true),
      piece('x', 13, true),
    ]);
    const placed = inPlaces(['the', 'New York', 'x'], after);
    expect(placed.map(({ begin, end }) => [begin, end])).toEqual([
      [0, 1],
      [1, 3],
      [3, 4],
    ]);
    expect(inPlaces(['the', '', 'x'], wordsOf('', [piece('the', 0, true), piece('x', 5, true)]))[1]).toMatchObject({
      begin: 1,
      end: 1,
    });
  });

  it('stand in a full order whatever a link says', () => {
    expect(fullOrder(4, undefined)).toEqual([0, 1, 2, 3]);
    expect(fullOrder(4, [2, 2, 9, 0])).toEqual([2, 0, 1, 3]);
  });

  it('meet their pieces where these stand after a change of order', () => {
    const after = wordsOf('', [
      piece('didn', 0, true),
      piece("'", 0, false),
      piece('t', 0, false),
      piece('the', 0, true),
      piece('dog', 0, true),
      piece('stop', 0, true),
    ]);
    expect(matched(words, after, [2, 0, 1, 3])).toEqual([3, 4, 0, 1, 2, 5]);
  });

  it('have no partner where another word takes more pieces, or all are cut otherwise', () => {
    const longer = wordsOf('', [
      piece('the', 0, true),
      piece('ca', 0, true),
      piece('t', 0, false),
      piece('x', 0, true),
    ]);
    expect(matched(words, longer, [0, 1, 2, 3])).toEqual([-1, -1, -1, -1, -1, -1]);
    const one = wordsOf('', [piece('the', 0, true), piece('ca', 0, true), piece('t', 0, false)]);
    expect(matched(words.slice(0, 2), one, [0, 1])).toEqual([0, -1]);
  });

  it('meet in two sentences where both have them in one order', () => {
    expect(common(['the', 'river', 'bank'], ['the', 'bank', 'closed'])).toEqual([0, -1, 1]);
    expect(common([], ['a'])).toEqual([]);
  });
});
