import { html, nothing, type TemplateResult } from 'lit';
import { css } from '../../elements/lib/css.ts';
import { cell } from '../../elements/lib/format.ts';
import type { DecodedPiece } from '../../engine/types/learning.ts';
import { say } from '../words.ts';

/** Weights below this are the ground's own colour: a sharp row looks sharp. */
const faintest = 0.005;
/** From here on a figure is written in white on light pages, and in black on dark ones. */
const strong = 0.5;

const share = (weight: number) => (weight < faintest ? '0%' : `${(100 * weight).toFixed(1)}%`);

export const pieceLabel = (text: string): TemplateResult | string =>
  text || html`<small>${say('translate.end')}</small>`;

export interface Matrix {
  letters: readonly string[];
  /** The path on show, its end included. */
  pieces: readonly DecodedPiece[];
  /** So many of them have been said. */
  shown: number;
  /** The row that is told of, from 0; -1 for none. */
  row: number;
  go(row: number): void;
}

const spoken = (pieces: readonly DecodedPiece[], letters: readonly string[]): string =>
  say('translate.matrix.says', {
    rows: pieces
      .map(({ text, alignment }) => {
        const most = alignment ? Math.max(...alignment) : 0;
        const read = letters[alignment?.indexOf(most) ?? -1] ?? '';
        return say('translate.matrix.row', { said: text || say('translate.end'), read, weight: most.toFixed(2) });
      })
      .join('; '),
  });

/** Rows for sounds, columns for letters: how much of each letter is read for each sound. One row has its figures. */
export const matrix = ({ letters, pieces, shown, row, go }: Matrix): TemplateResult => {
  const now = pieces[row];
  return html`<div class="matrix" ${css({ '--columns': String(letters.length) })}>
    <span></span>
    ${letters.map(
      (letter, i) =>
        html`<span class="letter" ${css({ '--w': share(now?.alignment?.[i] ?? 0) })}><b>${letter}</b></span>`,
    )}
    ${pieces.map(
      ({ text, alignment }, at) =>
        html`<button
            type="button"
            class=${at === row ? 'sound now' : 'sound'}
            aria-pressed=${at === row ? 'true' : 'false'}
            aria-label=${say('translate.row', { said: text || say('translate.end'), row: at + 1 })}
            @click=${() => go(at)}
          >
            ${at < shown ? pieceLabel(text) : nothing}
          </button>
          ${letters.map((letter, i) => {
            const weight = alignment?.[i] ?? 0;
            if (at >= shown) return html`<i class="open"></i>`;
            return html`<i
              class=${at === row ? (weight >= strong ? 'now strong' : 'now') : ''}
              ${css({ '--w': share(weight) })}
              title=${say('translate.weight', { said: text || say('translate.end'), read: letter, weight: weight.toFixed(3) })}
              >${at === row ? cell(weight, true) : nothing}</i
            >`;
          })}`,
    )}
    <span class="spoken">${spoken(pieces.slice(0, shown), letters)}</span>
  </div>`;
};

/** The same, small: how another model reads the word. */
export const small = (letters: readonly string[], pieces: readonly DecodedPiece[]): TemplateResult =>
  html`<div class="small" aria-hidden="true" ${css({ '--columns': String(letters.length) })}>
    <span></span>
    ${letters.map((letter) => html`<span class="k">${letter}</span>`)}
    ${pieces.map(
      ({ text, alignment }) =>
        html`<span class="q">${text || '·'}</span>
          ${letters.map((_, i) => html`<i ${css({ '--w': share(alignment?.[i] ?? 0) })}></i>`)}`,
    )}
  </div>`;
