import { describe, expect, it } from 'vitest';
import { utf16Offsets, wellFormed } from '../../../web/engine/utf8.ts';

describe('offsets', () => {
  it.each(['', 'plain', 'é', 'x中y', '😀', 'a😀é中z', '👨‍👩‍👧', 'e\u0301'])('of %j agree with an encoder', (text) => {
    const at = utf16Offsets(text);
    let unit = 0;
    for (const character of text) {
      const begin = new TextEncoder().encode(text.slice(0, unit)).length;
      expect(at(begin)).toBe(unit);
      const bytes = new TextEncoder().encode(character).length;
      // Inside a character: its beginning.
      for (let i = 1; i < bytes; ++i) expect(at(begin + i)).toBe(unit);
      unit += character.length;
    }
    expect(at(new TextEncoder().encode(text).length)).toBe(text.length);
    expect(at(1e9)).toBe(text.length);
    expect(at(-1)).toBe(0);
  });

  it('half a pair becomes a whole character', () => {
    expect(wellFormed('a\uD83Db')).toBe('a\uFFFDb');
    expect(wellFormed('\uDE00')).toBe('\uFFFD');
    expect(wellFormed('😀')).toBe('😀');
  });
});
