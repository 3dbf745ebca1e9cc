import { html, type TemplateResult } from 'lit';
import { css } from '../../elements/lib/css.ts';
import { say } from '../words.ts';
import type { Measured } from './measure.ts';

const faintest = 0.005;

/**
 * What each position reads of the sounds before it: a row for each position, dark where it reads. Rows that no call has
 * computed yet are open; `fresh` is the row that the last call was for, -1 where it was for all.
 */
export const triangle = (
  measured: Measured,
  title: string,
  note: string,
  rows: number,
  fresh: number,
): TemplateResult => {
  const { sounds, reads } = measured;
  return html`<figure class="triangle">
    <figcaption><b>${title}</b> ${note}</figcaption>
    <div
      class="grid"
      role="img"
      aria-label=${say('parallel.triangle.says', { title, rows, count: sounds.length })}
      ${css({ '--columns': String(sounds.length) })}
    >
      ${reads.map(
        (row, at) =>
          html`<span class=${at === fresh ? 'now' : ''}>${at < rows ? sounds[at] || say('translate.end') : ''}</span>
            ${row.map((weight, column) =>
              column > at
                ? html`<i class="never"></i>`
                : at < rows
                  ? html`<i
                      class=${at === fresh ? 'now' : ''}
                      ${css({ '--w': `${weight < faintest ? 0 : (100 * weight).toFixed(1)}%` })}
                    ></i>`
                  : html`<i class="open"></i>`,
            )}`,
      )}
    </div>
  </figure>`;
};
