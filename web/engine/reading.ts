import { normalForm } from './normal-form.ts';
import { TooLarge } from './errors.ts';
import type { Piece } from './host-api.ts';
import type { TokenPiece } from './types.ts';
import { utf16Offsets, wellFormed } from './utf8.ts';

type Place = (begin: number, end: number) => [number, number];

/** More than the most tokens of a run in long words; it keeps a pasted book from holding up the page. */
const mostUnits = 100_000;

const ascii = /^[\0-\x7f]*$/;

/** Plain English is its own normal form, character by character; finding that out the long way takes seconds. */
const sentAs = (text: string): { text: string; original: Place } =>
  ascii.test(text) ? { text, original: (begin, end) => [begin, end] } : normalForm(text);

/** A text on its way to the core, and the core's pieces on their way back to what was written. */
export class Reading {
  /** What the core is given. */
  readonly sent: string;
  private readonly written: string;
  private readonly original: Place;
  private readonly unit: (byte: number) => number;

  /** `argument`: what the text was given as. */
  constructor(text: string, argument = 'text') {
    if (text.length > mostUnits)
      throw new TooLarge(`${argument}: got ${text.length} characters; takes at most ${mostUnits}`);
    this.written = wellFormed(text);
    const sent = sentAs(this.written);
    this.sent = sent.text;
    this.original = (begin, end) => sent.original(begin, end);
    this.unit = utf16Offsets(this.sent);
  }

  piece({ id, begin, end, word_start: wordStart }: Piece): TokenPiece {
    const [from, to] = this.original(this.unit(begin), this.unit(end));
    return { text: this.written.slice(from, to), begin: from, end: to, wordStart, id };
  }
}
