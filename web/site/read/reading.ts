import type { Judged, JudgedSentence } from '../../engine/types/learning.ts';

/** A word of the message, coloured by how much the verdict leans on it. */
export interface ShownWord {
  begin: number;
  text: string;
  /** What stands between it and the word before it in its line. */
  gap: string;
  /** Its share of its line, and of the whole message. */
  inLine: number;
  share: number;
  unknown: boolean;
  /** Taken out: the models do not read it. */
  out: boolean;
}

export interface ShownLine {
  words: ShownWord[];
  /** What stands behind its last word. */
  tail: string;
  weight: number;
}

export interface Reading {
  lines: ShownLine[];
  /** What the model does not read, because it takes no more. */
  rest: string;
  /** The largest share of a word: the end of the scale. */
  largest: number;
}

/** Blanks in place of words: the rest stays where it is. */
export const without = (text: string, { sentences }: Judged, out: ReadonlySet<number>): string => {
  let left = text;
  for (const { begin = 0, end = 0 } of sentences.flatMap(({ words }) => words))
    if (out.has(begin)) left = left.slice(0, begin) + ' '.repeat(end - begin) + left.slice(end);
  return left;
};

/** The sentence and the word of a judgement that begin where these do. */
const atBegin = ({ sentences }: Judged) => {
  const found = new Map<number, { sentence: JudgedSentence; weight: number }>();
  for (const sentence of sentences)
    for (const { begin = 0, weight } of sentence.words) found.set(begin, { sentence, weight });
  return found;
};

/**
 * The message in the lines in which the model takes it, `now` with some words taken out.
 *
 * @param whole the judgement of the whole message: it says what the lines are.
 */
export const readingOf = (text: string, whole: Judged, now: Judged, out: ReadonlySet<number>): Reading => {
  const known = atBegin(now);
  const lines: ShownLine[] = [];
  let end = 0;
  for (const { words } of whole.sentences) {
    const line: ShownLine = { words: [], tail: '', weight: 0 };
    for (const { begin = 0, end: behind = 0, unknown } of words) {
      let gap = text.slice(end, begin);
      if (!line.words.length) {
        const [tail = '', ...more] = gap.split('\n');
        const before = lines.at(-1);
        // Where a long line goes on in the next one, what stands between belongs to the new one.
        if (before && more.length) before.tail = tail;
        gap = more.length ? (more.at(-1) ?? '') : gap.trimStart();
      }
      const at = known.get(begin);
      const inLine = at?.weight ?? 0;
      if (at) line.weight = at.sentence.weight;
      const share = inLine * (at?.sentence.weight ?? 0);
      line.words.push({ begin, text: text.slice(begin, behind), gap, inLine, share, unknown, out: out.has(begin) });
      end = behind;
    }
    lines.push(line);
  }
  const rest = whole.cut === undefined ? '' : text.slice(whole.cut);
  const last = lines.at(-1);
  if (last) last.tail = (text.slice(end, whole.cut).split('\n')[0] ?? '').trimEnd();
  const largest = Math.max(0, ...lines.flatMap(({ words }) => words.map(({ share }) => share)));
  return { lines, rest, largest };
};

/** The words that weigh most, heaviest first, each spelling once; those below an even share are none of them. */
export const heaviest = ({ lines }: Reading, count: number): ShownWord[] => {
  const all = lines.flatMap(({ words }) => words).filter(({ out }) => !out);
  const even = 1 / Math.max(all.length, 1);
  const sorted = all.filter(({ share }) => share > even).sort((a, b) => b.share - a.share);
  const seen = new Set<string>();
  return sorted.filter(({ text }) => !seen.has(text.toLowerCase()) && seen.add(text.toLowerCase())).slice(0, count);
};
