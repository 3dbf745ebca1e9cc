import { html, nothing, type TemplateResult } from 'lit';
import { css } from '../../elements/lib/css.ts';
import { say } from '../words.ts';
import type { Reading, ShownLine, ShownWord } from './reading.ts';

export interface Acts {
  /** Takes a word out, or puts it back. */
  toggle: (word: ShownWord) => void;
  /** The word that is pointed at; none on leaving. */
  point: (line?: ShownLine, word?: ShownWord) => void;
}

const figure = (share: number): string => share.toFixed(2);

/** What one word weighs, in words. */
export const sentenceOf = (line: ShownLine, word: ShownWord): string =>
  say(word.out ? 'read.word.out' : word.unknown ? 'read.word.unknown' : 'read.word', {
    word: word.text,
    inLine: figure(word.inLine),
    line: figure(line.weight),
    share: figure(word.share),
  });

const wordView = (line: ShownLine, word: ShownWord, { largest }: Reading, top: boolean, acts: Acts) => {
  const names = ['word', word.unknown && 'unknown', word.out && 'out', top && !word.out && 'top'];
  return html`<span class="gap">${word.gap}</span
    ><button
      type="button"
      class=${names.filter(Boolean).join(' ')}
      data-begin=${word.begin}
      aria-pressed=${word.out ? 'true' : 'false'}
      aria-label=${sentenceOf(line, word)}
      ${css({ '--share': (word.share / (largest || 1)).toFixed(3) })}
      @click=${() => acts.toggle(word)}
      @pointerenter=${() => acts.point(line, word)}
      @pointerleave=${() => acts.point()}
      @focus=${() => acts.point(line, word)}
      @blur=${() => acts.point()}
    >
      ${word.text}
    </button>`;
};

/** The message as the model reads it: a bar for each line, a ground for each word. */
export const messageView = (reading: Reading, top: ReadonlySet<number>, acts: Acts): TemplateResult =>
  html`<ol class="lines">
      ${reading.lines.map(
        (line, i) =>
          html`<li ${css({ '--i': String(i), '--weight': line.weight.toFixed(3) })}>
            <span class="weight" role="img" aria-label=${say('read.line', { weight: figure(line.weight) })}
              ><i></i><span aria-hidden="true">${figure(line.weight)}</span></span
            >
            <p>
              ${line.words.map((word) => wordView(line, word, reading, top.has(word.begin), acts))}<span class="gap"
                >${line.tail}</span
              >
            </p>
          </li>`,
      )}
    </ol>
    ${
      reading.rest
        ? html`<div class="rest">
            <p class="what">${say('read.rest')}</p>
            <p class="cut">${reading.rest}</p>
          </div>`
        : nothing
    }`;
