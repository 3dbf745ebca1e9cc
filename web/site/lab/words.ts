import type { TokenPiece } from '../../engine/types.ts';

/** A word of the text and the pieces it is cut into: what a visitor changes, swaps and moves. */
export interface Word {
  text: string;
  /** Where it begins in the text. */
  at: number;
  /** Its pieces: first, and after the last. */
  begin: number;
  end: number;
}

export const wordsOf = (text: string, pieces: readonly TokenPiece[]): Word[] => {
  const out: Word[] = [];
  for (const [i, piece] of pieces.entries()) {
    const last = out.at(-1);
    if (last && !piece.wordStart) out[out.length - 1] = { ...last, end: i + 1 };
    else out.push({ text: '', at: piece.begin, begin: i, end: i + 1 });
  }
  return out.map((word) => {
    // A piece may begin with the blank before it.
    const raw = text.slice(word.at, pieces[word.end - 1]?.end ?? 0);
    return { ...word, text: raw.trim(), at: word.at + raw.length - raw.trimStart().length };
  });
};

export const wordAt = (words: readonly Word[], piece: number): number =>
  words.findIndex((word) => piece >= word.begin && piece < word.end);

/** The sentence with other words, in another order; a blank stands between two. */
export const rewritten = (
  words: readonly Word[],
  order: readonly number[],
  changed: Readonly<Record<number, string>>,
): string[] => order.map((from) => changed[from] ?? words[from]?.text ?? '');

/**
 * The second sentence's words taken together as they were written: one in the place of another may be several
 * ("New York"). A place without any piece is empty.
 */
export const inPlaces = (parts: readonly string[], after: readonly Word[]): Word[] => {
  let end = 0;
  let next = 0;
  return parts.map((text) => {
    const at = end;
    end += text.length + 1;
    const begin = after[next]?.begin ?? after.at(-1)?.end ?? 0;
    let last = begin;
    while (next < after.length && (after[next]?.at ?? 0) < end) last = after[next++]?.end ?? last;
    return { text, at, begin, end: last };
  });
};

/** A full order of so many words: what is missing or odd in a link is put right. */
export const fullOrder = (count: number, order: readonly number[] | undefined): number[] => {
  const known = [...new Set(order ?? [])].filter((from) => from < count);
  return [...known, ...Array.from({ length: count }, (_, i) => i).filter((i) => !known.includes(i))];
};

/** For every piece of the first sentence its place in the second, or -1: word by word, piece by piece. */
export const matched = (words: readonly Word[], after: readonly Word[], order: readonly number[]): number[] => {
  const map = new Array<number>(words.at(-1)?.end ?? 0).fill(-1);
  if (after.length !== order.length) return map;
  for (const [to, from] of order.entries()) {
    const [old, now] = [words[from], after[to]];
    if (!old || !now || old.end - old.begin !== now.end - now.begin) continue;
    for (let k = 0; k < old.end - old.begin; k++) map[old.begin + k] = now.begin + k;
  }
  return map;
};

/** Of two sentences that have words in common: the longest row of pieces that both have in the same order. */
export const common = (first: readonly string[], second: readonly string[]): number[] => {
  const most = Array.from({ length: first.length + 1 }, () => new Array<number>(second.length + 1).fill(0));
  const at = (i: number, j: number): number => most[i]?.[j] ?? 0;
  for (let i = first.length - 1; i >= 0; i--)
    for (let j = second.length - 1; j >= 0; j--)
      most[i]![j] = first[i] === second[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const map = new Array<number>(first.length).fill(-1);
  for (let i = 0, j = 0; i < first.length && j < second.length;) {
    if (first[i] === second[j]) map[i++] = j++;
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return map;
};
