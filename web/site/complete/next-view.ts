import { html, nothing, svg, type TemplateResult } from 'lit';
import { css } from '../../elements/lib/css.ts';
import { say } from '../words.ts';
import { halved, inkOf } from './picture.ts';
import type { Session } from './session.ts';
import { dots, mean, radiusOf, shades } from './thumb.ts';

export const percent = (share: number): string => {
  const whole = Math.round(100 * share);
  return whole === 0 && share > 0 ? '<\u00a01' : whole === 100 && share < 1 ? '>\u00a099' : String(whole);
};

/** In words: blank, part of the ink, or full. */
export const levelName = (level: number, levels: number): string =>
  level === 0
    ? say('complete.blank')
    : level === levels - 1
      ? say('complete.full')
      : say('complete.ink', { share: Math.round(100 * inkOf(level, levels)) });

const swatch = (level: number, levels: number) =>
  html`<svg class="ink swatch" viewBox="0 0 1 1" aria-hidden="true">
    <path class="new" fill-opacity=${inkOf(level, levels).toFixed(3)} d="M0 0h1v1h-1z" />
  </svg>`;

const bar = (share: number | undefined, level: number, levels: number, drawn: boolean): TemplateResult =>
  html`<li class=${drawn ? 'level drawn' : 'level'}>
    ${swatch(level, levels)}
    <span>${levelName(level, levels)}</span>
    <span class="track"><i ${css({ width: `${(100 * (share ?? 0)).toFixed(1)}%` })}></i></span>
    <span class="share">${share === undefined ? nothing : `${percent(share)} %`}</span>
    <span class="mark">${drawn ? say('complete.drawn') : nothing}</span>
  </li>`;

/** Sizes of circles for what they stand for. */
const legend = (side: number) => {
  const shares = [0.05, 0.2, 0.5];
  return html`<p class="sizes">
    <span>${say('complete.looks.legend')}</span>
    ${shares.map(
      (share) =>
        html`<span class="size"
          ><svg viewBox="0 0 1 1" aria-hidden="true" data-side=${side}>
            ${svg`<circle class="look" cx="0.5" cy="0.5" r=${radiusOf(share).toFixed(3)} />`}</svg
          >${Math.round(100 * share)} %</span
        >`,
    )}
  </p>`;
};

/** What may stand in the pixel that is looked at, and what of it was drawn. */
export const nextView = (session: Session): TemplateResult => {
  const { told, shown, picture, view } = session;
  const { side, levels } = picture!;
  const drawn = told?.drawn[shown];
  const small = view!.way === 'double' ? halved(picture!) : undefined;
  const reading = drawn?.reading.length ? dots(mean(drawn.reading), side / 2) : '';
  return html`<section class="next-pixel" aria-labelledby="next">
    ${
      small
        ? html`<figure class="source">
            ${shades(small, reading)}
            <figcaption>${say('complete.small')}</figcaption>
          </figure>`
        : nothing
    }
    <h2 id="next">
      ${
        told
          ? say('complete.pixel', { row: Math.floor(told.place / side) + 1, column: (told.place % side) + 1 })
          : say('complete.pixel.first')
      }
    </h2>
    <p class="note">${say('complete.pixel.says')}</p>
    <ul class="levels">
      ${Array.from({ length: levels }, (_, level) => bar(drawn?.shares[level], level, levels, drawn?.level === level))}
    </ul>
    ${legend(side)}
    <p class="note">${say(small ? 'complete.looks.double' : 'complete.looks.says')}</p>
  </section>`;
};
