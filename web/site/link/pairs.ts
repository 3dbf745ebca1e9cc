/** What both kinds of links have in common: pairs of names and values, and sentences about those that are no use. */

const longestName = 64;
const mostLines = 12;

/** Cuts by whole characters: a name shown in a notice must not end in half an emoji. */
export const short = (text: string): string => {
  const characters = [...text];
  return characters.length > longestName ? `${characters.slice(0, longestName).join('')}…` : text;
};

export const quoted = (text: string): string => (text === '' ? 'nothing' : `“${short(text)}”`);

/** Of two values under one name the first counts; the other is named. */
export const pairsIn = (fragment: string): { pairs: Map<string, string>; ignored: string[] } => {
  const pairs = new Map<string, string>();
  const ignored: string[] = [];
  for (const [key, value] of new URLSearchParams(fragment.replace(/^#/, ''))) {
    if (pairs.has(key))
      ignored.push(`${key === '' ? 'A name without letters' : short(key)} is given twice; the first is used.`);
    else pairs.set(key, value);
  }
  return { pairs, ignored };
};

/** Each line once, and no more than a notice can hold. */
export const brief = (lines: readonly string[]): string[] => {
  const once = [...new Set(lines)];
  const more = once.length - mostLines;
  return more > 0 ? [...once.slice(0, mostLines), `${more} more of the kind.`] : once;
};
