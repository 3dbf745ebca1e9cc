/** Letters that no word of the dictionary has more of; the core takes no more. */
const longest = 34;
/** Words of a phrase: what can be looked through. */
const most = 12;

export interface Typed {
  words: string[];
  /** What cannot be read, each once. */
  left: string[];
}

/** Words as the models read them: lower case, letters and apostrophes, accents put off. */
export const typed = (text: string): Typed => {
  const left = new Set<string>();
  const plain = text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replace(/[‘’]/g, "'");
  const words = plain
    .split(/[\s.,;:!?"“”()–—-]+/u)
    .map((word) =>
      word.replace(/[^a-z']/gu, (sign) => {
        left.add(sign);
        return '';
      }),
    )
    .filter((word) => /[a-z]/.test(word));
  for (const word of words) if (word.length > longest) left.add(`${word.slice(0, longest)}…`);
  const short = words.filter((word) => word.length <= longest);
  for (const word of short.slice(most)) left.add(word);
  return { words: short.slice(0, most), left: [...left] };
};
