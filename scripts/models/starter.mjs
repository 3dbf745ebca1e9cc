// What travels inside the page's single file: one head of the encoder (layer 1,
// head 2) and the embeddings of a hundred pieces.
//
// The starter must never cut a word differently from the full vocabulary. It
// does not have that vocabulary, so it carries proofs instead of scores:
//
// - A text is cut into chunks at places no piece of the full vocabulary spans:
//   before every separator, and between an ASCII letter and another ASCII
//   character or apostrophe (`check_chunk_rule` verifies it for every piece).
//   The best cut of a text is then the best cuts of its chunks, side by side.
// - For each chunk that one piece or a pair of the starter's pieces can spell,
//   one bit says whether the full vocabulary cuts it in exactly this way; the few
//   longer chunks of the example sentences are listed whole.
//
// A chunk without such a proof is "outside the starter", even where the cut would
// have been the same: careful, never wrong.

import { SEPARATOR } from './tokenizer.mjs';

export const LAYER = 1;
export const HEAD = 2;

const APOSTROPHE = '\u2019'; // the typographic one is a piece of its own

/** 1 letter, 2 other known character, 0 not known to the starter (never a border). */
function character_class(c) {
  if (/^[A-Za-z]$/.test(c)) return 1;
  return /^[\x21-\x7e]$/.test(c) || c === APOSTROPHE ? 2 : 0;
}

const is_border = (before, after) =>
  after === SEPARATOR ||
  (character_class(before) !== 0 && character_class(after) !== 0 && character_class(before) !== character_class(after));

/** Chunks of a text that already has its separators. */
export function cut_chunks(prepared) {
  const chunks = [];
  let before = '';
  for (const c of prepared) {
    if (before === '' || is_border(before, c)) chunks.push(c);
    else chunks[chunks.length - 1] += c;
    before = c;
  }
  return chunks;
}

/** Every piece must lie inside one chunk wherever it stands. */
function check_chunk_rule(vocabulary, reserved) {
  for (const [piece] of vocabulary.slice(reserved)) {
    if (cut_chunks(piece).length !== 1)
      throw new Error(`the chunk rule cuts the piece ${piece}; the starter needs another rule`);
  }
}

/**
 * @param {import("./tokenizer.mjs").Tokenizer} full
 * @param {string[]} sentences prepared texts that must work
 * @param {number} count how many pieces the size budget allows
 */
export function choose_starter(full, vocabulary, reserved, sentences, count) {
  check_chunk_rule(vocabulary, reserved);
  const cut = (chunk) => full.encode_prepared(chunk).map((piece) => piece.id);
  const chosen = new Set(sentences.flatMap((text) => cut(text)));
  if (chosen.has(0)) throw new Error('an example sentence has a character outside the vocabulary');
  // Sentencepiece sorts by log-probability: the next most frequent pieces fill the
  // rest. Left out are pieces with characters the starter's rule does not know.
  for (let id = reserved; id < vocabulary.length && chosen.size < count; ++id) {
    const characters = [...vocabulary[id][0].replace(SEPARATOR, '')];
    if (full.ids.get(vocabulary[id][0]) === id && characters.every((c) => character_class(c) !== 0)) chosen.add(id);
  }
  // Pieces that begin a word first: only the others can be the second of a pair.
  const begins = (id) => vocabulary[id][0].startsWith(SEPARATOR);
  const sorted = [...chosen].sort((a, b) => a - b);
  const ids = [...sorted.filter(begins), ...sorted.filter((id) => !begins(id))];
  const first_inner = ids.findIndex((id) => !begins(id));
  const same = (a, b) => a.length === b.length && a.every((v, i) => v === b[i]);

  const singles = Uint8Array.from(ids, (id) => (same(cut(vocabulary[id][0]), [id]) ? 1 : 0));
  // pairs [piece, inner piece], one bit each, lowest bit first.
  const pair_bytes = Math.ceil((ids.length - first_inner) / 8);
  const pairs = new Uint8Array(ids.length * pair_bytes);
  ids.forEach((a, row) => {
    ids.slice(first_inner).forEach((b, bit) => {
      const text = vocabulary[a][0] + vocabulary[b][0];
      if (cut_chunks(text).length === 1 && same(cut(text), [a, b]))
        pairs[row * pair_bytes + (bit >> 3)] |= 1 << (bit & 7);
    });
  });
  // Longer chunks of the sentences: count, then that many rows of `ids`.
  const longer = [];
  const seen = new Set();
  for (const chunk of sentences.flatMap(cut_chunks)) {
    const pieces = cut(chunk);
    if (pieces.length < 3 || seen.has(chunk)) continue;
    seen.add(chunk);
    longer.push(pieces.length, ...pieces.map((id) => ids.indexOf(id)));
  }
  return { ids, first_inner, singles, pairs, pair_bytes, longer };
}
