/**
 * Text as a tokenizer wants it, and the way back to what was written.
 *
 * Sentencepiece models read Unicode's normal form NFKC (`ﬁ` is `fi`, `１` is `1`, `e` + accent is `é`). Browsers have
 * the tables for it, so it is done here and the core stays small. The core answers with places in the normal form;
 * `original` finds them in the writer's text, widened to whole characters as a reader sees them, so that no emoji
 * family and no accent is ever torn apart on the screen.
 */

interface NormalForm {
  /** What the core is given. */
  text: string;
  /**
   * The range of the writer's text (UTF-16 units) for a range of `text` (UTF-16 units). Ranges inside one character
   * give that whole character, so two pieces of one character show the same.
   */
  original(begin: number, end: number): [number, number];
}

/** Without the browser's own segmenter: a character and the marks, joiners and modifiers that follow it. */
const cluster = /\r\n|[\s\S](?:[\p{M}\p{Emoji_Modifier}]|\p{Join_Control}[\s\S]?)*/gu;

const characters = (text: string): string[] =>
  'Segmenter' in Intl
    ? Array.from(new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text), ({ segment }) => segment)
    : (text.match(cluster) ?? []);

/** Parts that can be normalised one by one: whole characters, joined where they act on each other. */
const independentParts = (text: string): string[] => {
  const parts: string[] = [];
  for (const character of characters(text)) {
    const last = parts.at(-1);
    const apart =
      last === undefined ||
      (last + character).normalize('NFKC') === last.normalize('NFKC') + character.normalize('NFKC');
    if (apart) parts.push(character);
    else parts[parts.length - 1] = last + character;
  }
  // Neighbours decide in practice. Should a text exist for which they do not, it is one part: coarse, never wrong.
  return parts.map((part) => part.normalize('NFKC')).join('') === text.normalize('NFKC') ? parts : [text];
};

export const normalForm = (text: string): NormalForm => {
  // Where each part begins in both texts, and one past the last.
  const starts: { normal: number; original: number }[] = [{ normal: 0, original: 0 }];
  let normal = '';
  let original = 0;
  for (const part of independentParts(text)) {
    normal += part.normalize('NFKC');
    original += part.length;
    starts.push({ normal: normal.length, original });
  }
  /** The last part that begins at or before a place. */
  const partAt = (place: number): number => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]!.normal <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  return {
    text: normal,
    original(begin, end) {
      const first = partAt(begin);
      if (end <= begin) return [starts[first]!.original, starts[first]!.original];
      const last = Math.min(partAt(end - 1) + 1, starts.length - 1);
      return [starts[first]!.original, starts[last]!.original];
    },
  };
};
