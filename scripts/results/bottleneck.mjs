// What the bottleneck's page and figure are made of: the held-out phrases of a run in groups by their length, and a
// phrase to stand for each group. The site draws the same numbers (web/site/bottleneck/).
import { wilson } from './interval.mjs';

/** From so many letters and spaces to so many; phrases above 48 are few. */
export const groups = [
  [1, 8],
  [9, 16],
  [17, 24],
  [25, 32],
  [33, 60],
];

/** These must put the whole phrase into one vector. */
export const withoutAttention = ['rnn_encoder_decoder', 'lstm_encoder_decoder'];

/** @typedef {{ right: number, low: number, high: number }} Share */
/** @typedef {{ from: number, to: number, examples: number, errors: number, sounds: Share, phrases: Share }} Group */

/**
 * A share of what is right, with its 95 % interval. Sounds of one phrase are wrong together, so phrases are what is
 * counted, as if each were right or wrong as a whole. It is approximate: phrases have unlike lengths, and errors of one
 * may be more than its sounds.
 * @returns {Share}
 */
function rightOf(wrong, examples) {
  const share = Math.min(wrong, 1);
  const [low, high] = wilson(share * examples, examples);
  return { right: 1 - share, low: Math.max(0, 1 - high), high: Math.min(1, 1 - low) };
}

/** The groups in which a run has phrases. @returns {Group[]} */
export function byLength({ metrics }) {
  return groups.flatMap(([from, to]) => {
    const some = metrics.by_length.filter(({ length }) => length >= from && length <= to);
    const sum = (name) => some.reduce((total, one) => total + one[name], 0);
    const examples = sum('examples');
    if (!examples) return [];
    const errors = sum('edits') / sum('symbols');
    return [
      {
        from,
        to,
        examples,
        errors,
        sounds: rightOf(errors, examples),
        phrases: rightOf(sum('wrong') / examples, examples),
      },
    ];
  });
}

/** A held-out phrase for each group: the first of those whose length is nearest to the middle. */
export function phrasesOf({ tensors }) {
  const words = Buffer.from(tensors.words.data).toString('latin1').split('\0');
  const [rows, columns] = tensors.phrases.shape;
  const test = Array.from({ length: Math.min(rows, tensors.phrase_counts.data[0]) }, (_, row) =>
    [...tensors.phrases.data.subarray(row * columns, (row + 1) * columns)]
      .filter((word) => word >= 0)
      .map((word) => words[word])
      .join(' '),
  );
  return groups.map(([from, to]) => {
    const far = (phrase) => Math.abs(phrase.length - (from + to) / 2);
    const inside = test.filter(({ length }) => length >= from && length <= to);
    return { from, to, phrase: inside.reduce((best, one) => (far(one) < far(best) ? one : best), inside[0] ?? '') };
  });
}
