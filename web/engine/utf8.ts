/** Half a surrogate pair is no text: it would not survive UTF-8, so it is shown as the replacement character. */
const lone = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** The text with every lone surrogate replaced; offsets stay as they are. */
export const wellFormed = (text: string): string => text.replace(lone, '\uFFFD');

const utf8Length = (point: number): number => (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4);

/**
 * Turns byte offsets into the UTF-8 form of `text` into offsets in UTF-16 units. An offset inside a character belongs
 * to the character's beginning, so that a piece never holds half a character.
 */
export const utf16Offsets = (text: string): ((byte: number) => number) => {
  // One entry per byte: the unit at which the character that holds it begins.
  const units: number[] = [];
  let unit = 0;
  for (const character of text) {
    for (let i = utf8Length(character.codePointAt(0)!); i > 0; --i) units.push(unit);
    unit += character.length;
  }
  return (byte) => units[Math.max(0, byte)] ?? unit;
};
