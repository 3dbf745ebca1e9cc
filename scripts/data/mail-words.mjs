// How a message is cut into lines and words, and words into numbers. core/tasks/spam/words.cpp cuts what people paste in
// the same way; tests hold both to one table.

/** Of a message its first lines, of a line its first words: what is longer goes on in the next line. */
export const LINES = 30;
export const WORDS = 20;

/**
 * Words in small letters; any number is "0"; letters that are not English are "~"; ! ? $ % stand for themselves.
 * @param {string} text a character for each byte
 */
export function wordsOfLine(text) {
  return (text.toLowerCase().match(/[a-z]+(?:'[a-z]+)*|[0-9]+(?:[.,][0-9]+)*|[\x80-\uffff]+|[!?$%]/g) ?? []).map(
    (word) => (/^[0-9]/.test(word) ? '0' : /^[\x80-\uffff]/.test(word) ? '~' : word),
  );
}

/** @returns {string[][]} lines of words; lines without words are left out */
export function linesOf(text) {
  const lines = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    const words = wordsOfLine(line);
    for (let at = 0; at < words.length; at += WORDS) lines.push(words.slice(at, at + WORDS));
  }
  return lines.slice(0, LINES);
}

/** FNV-1a, 32 bits. */
export function hashOf(word) {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(word, 'latin1')) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}
