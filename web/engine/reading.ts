import { normalForm } from '../models/text.ts';
import type { Piece } from './host-api.ts';
import type { TokenPiece } from './types.ts';
import { utf16Offsets, wellFormed } from './utf8.ts';

/** A text on its way to the core, and the core's pieces on their way back to what was written. */
export class Reading {
  /** What the core is given. */
  readonly sent: string;
  private readonly written: string;
  private readonly original: (begin: number, end: number) => [number, number];
  private readonly unit: (byte: number) => number;

  constructor(text: string) {
    this.written = wellFormed(text);
    const normal = normalForm(this.written);
    this.sent = normal.text;
    this.original = (begin, end) => normal.original(begin, end);
    this.unit = utf16Offsets(this.sent);
  }

  piece({ id, begin, end, word_start: wordStart }: Piece): TokenPiece {
    const [from, to] = this.original(this.unit(begin), this.unit(end));
    return { text: this.written.slice(from, to), begin: from, end: to, wordStart, id };
  }
}
