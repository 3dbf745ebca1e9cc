/** A judged message as it is shown: lines as the model cuts them, words coloured, some taken out. */
import { describe, expect, it } from 'vitest';
import type { Judged } from '../../../../web/engine/types/learning.ts';
import { readHash, writeHash } from '../../../../web/site/read/link.ts';
import { heaviest, readingOf, without } from '../../../../web/site/read/reading.ts';
import { samples } from '../../../../web/site/read/samples.ts';

/** A judgement of these lines of words, each line and word weighing what stands behind it. */
const judged = (text: string, lines: [weight: number, words: [word: string, weight: number][]][]): Judged => {
  let at = 0;
  const sentences = lines.map(([weight, words]) => ({
    weight,
    words: words.map(([word, share]) => {
      const begin = text.indexOf(word, at);
      at = begin + word.length;
      return { begin, end: at, weight: share, unknown: word === 'Tom' };
    }),
  }));
  return { classes: [], verdict: 0, sentences };
};

const text = 'Hi Tom,\n\n> free money!\nBye.';
const whole = judged(text, [
  [0.2, [['Hi', 0.25], ['Tom', 0.75]]],
  [0.7, [['free', 0.5], ['money', 0.4], ['!', 0.1]]],
  [0.1, [['Bye', 1]]],
]); // prettier-ignore

describe('a message as it is shown', () => {
  it('has the lines of the model, and nothing of the text gets lost in them', () => {
    const { lines, rest, largest } = readingOf(text, whole, whole, new Set());
    const shown = lines.map(({ words, tail }) => words.map((word) => word.gap + word.text).join('') + tail);
    expect(shown).toEqual(['Hi Tom,', '> free money!', 'Bye.']);
    expect(lines.map(({ weight }) => weight)).toEqual([0.2, 0.7, 0.1]);
    expect(lines[1]!.words[0]).toMatchObject({ inLine: 0.5, share: 0.35, unknown: false });
    expect(lines[0]!.words[1]!.unknown).toBe(true);
    expect([rest, largest]).toEqual(['', 0.35]);
  });

  it('keeps the whole message’s lines when words are taken out of it', () => {
    const free = text.indexOf('free');
    const left = without(text, whole, new Set([free]));
    expect(left).toBe('Hi Tom,\n\n>      money!\nBye.');
    const now = judged(left, [
      [0.5, [['Hi', 0.25], ['Tom', 0.75]]],
      [0.3, [['money', 0.9], ['!', 0.1]]],
      [0.2, [['Bye', 1]]],
    ]); // prettier-ignore
    const { lines } = readingOf(text, whole, now, new Set([free]));
    expect(lines[1]!.weight).toBe(0.3);
    expect(lines[1]!.words.map(({ out, share }) => [out, share.toFixed(2)])).toEqual([
      [true, '0.00'],
      [false, '0.27'],
      [false, '0.03'],
    ]);
  });

  it('says what is not read, and which words weigh most', () => {
    const long = `${text}\nand more`;
    const reading = readingOf(long, { ...whole, cut: long.indexOf('and') }, whole, new Set());
    expect(reading.rest).toBe('and more');
    expect(heaviest(reading, 2).map((word) => word.text)).toEqual(['free', 'money']);
  });
});

describe("the page's address", () => {
  it.each([
    { text: samples.ham, out: new Set<number>() },
    { text: samples.spam, out: new Set([3, 14]) },
    { text: 'Größe & mehr = 5\nnext', out: new Set([0]) },
  ])('carries a message and what is taken out', (message) => {
    expect(readHash(writeHash(message))).toEqual({ message, ignored: [] });
  });

  it('names what it cannot use', () => {
    const { message, ignored } = readHash('#sample=constructor&colour=red&out=1.x.-2');
    expect(message).toEqual({ text: samples.spam, out: new Set([1]) });
    expect(ignored).toEqual(['colour', 'sample=constructor']);
  });
});
