import { decodeNumber } from '../answers.ts';
import type { Judged } from '../types/learning.ts';
import { utf16Offsets } from '../utf8.ts';
import type { JudgeAnswer } from './answers.ts';

/** `text`: what was judged, empty for an example. */
export const judgedOf = (answer: JudgeAnswer, text: string): Judged => {
  const unit = utf16Offsets(text);
  return {
    classes: answer.classes.map(({ name, share }) => ({ name, share: decodeNumber(share) })),
    verdict: answer.verdict,
    sentences: answer.sentences.map(({ weight, words }) => ({
      weight: decodeNumber(weight),
      words: words.map(({ weight: share, unknown, begin, end }) => ({
        weight: decodeNumber(share),
        unknown,
        ...(begin === undefined || end === undefined ? {} : { begin: unit(begin), end: unit(end) }),
      })),
    })),
    ...(answer.cut < 0 ? {} : { cut: unit(answer.cut) }),
  };
};
