import { html, nothing, type TemplateResult } from 'lit';
import { css } from '../../elements/lib/css.ts';
import { say } from '../words.ts';
import { madeOf, shownDigits, shownPlace, type Chosen } from './chosen.ts';
import { inked } from './ink.ts';
import type { Lane } from './lane.ts';

export interface ChangeActs {
  place(place: number): void;
  code(code: number): void;
  digit(digit: number): void;
}

const arrow = html`<span class="to" aria-hidden="true">→</span>`;

/** A digit, its codes, one of which is another, and what that does to the picture. */
export const changeView = (
  lane: Lane,
  chosen: Chosen,
  given: readonly number[] | undefined,
  after: Float32Array | undefined,
  acts: ChangeActs,
): TemplateResult | typeof nothing => {
  const { codes } = lane;
  if (!codes) return nothing;
  const { own, place, from, to, picture } = chosen;
  return html`<section class="change" aria-labelledby="change">
    <p class="title"><b id="change">${say('codebook.change')}</b> ${say('codebook.change.says')}</p>
    <div class="flow">
      <figure>
        <figcaption>${say('codebook.in')}</figcaption>
        <div class="paper">${given ? inked(given) : nothing}</div>
      </figure>
      ${arrow}
      <div class="numbers">
        <div class="which">
          <label for="code">${say('codebook.change.of', { count: own.length, from })}</label>
          <input
            id="code"
            type="number"
            min="0"
            max=${codes.codes - 1}
            step="1"
            .value=${String(to)}
            @change=${(event: Event) => {
              const field = event.target as HTMLInputElement;
              if (field.validity.valid && field.value !== '') acts.code(Number(field.value));
              else field.value = String(to);
            }}
          />
        </div>
        <div
          class="grid-of"
          role="group"
          aria-label=${say('codebook.change.codes')}
          ${css({ '--columns': String(codes.columns) })}
        >
          ${Array.from(
            own,
            (code, i) =>
              html`<button
                type="button"
                data-place=${i}
                aria-pressed=${String(i === place)}
                aria-label=${say('codebook.place', {
                  code: i === place ? to : code,
                  row: Math.floor(i / codes.columns) + 1,
                  column: (i % codes.columns) + 1,
                })}
                @click=${() => acts.place(i)}
              >
                ${i === place ? to : code}
              </button>`,
          )}
        </div>
      </div>
      ${arrow}
      <figure>
        <figcaption>${say('codebook.before')}</figcaption>
        <div class="paper">${inked(madeOf(lane, picture))}</div>
      </figure>
      <figure class="after">
        <figcaption>${say('codebook.after')}</figcaption>
        <div class="paper" data-picture="after">${after ? inked(after) : nothing}</div>
      </figure>
    </div>
  </section>`;
};

/** Digits that went in, and what came out of the codes. */
export const digitsView = (
  lane: Lane,
  given: readonly (readonly number[])[],
  chosen: number,
  acts: ChangeActs,
): TemplateResult | typeof nothing => {
  if (!lane.codes || !given.length) return nothing;
  const all = Array.from({ length: shownDigits }, (_, i) => i);
  return html`<section class="digits" aria-label=${say('codebook.digits')}>
    <span>${say('codebook.in')}</span>
    ${all.map(
      (i) =>
        html`<button
          type="button"
          class="paper"
          data-digit=${i}
          aria-pressed=${String(i === chosen)}
          aria-label=${say('codebook.digit', { number: i + 1 })}
          @click=${() => acts.digit(i)}
        >
          ${given[i] ? inked(given[i]) : nothing}
        </button>`,
    )}
    <span>${say('codebook.out')}</span>
    ${all.map((i) => html`<div class="paper">${inked(madeOf(lane, shownPlace(lane, i)))}</div>`)}
  </section>`;
};
