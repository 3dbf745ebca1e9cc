import { html, type TemplateResult } from 'lit';
import { say } from '../words.ts';

/** Decades of the slider: below, nothing moves; above, everything breaks. The field beside it takes any rate. */
const [low, high] = [-5, 1];
const perDecade = 20;

const place = (rate: number): number =>
  Math.round((Math.min(Math.max(Math.log10(Math.max(rate, 1e-12)), low), high) - low) * perDecade);

const rateAt = (position: number): number => Number((10 ** (low + position / perDecade)).toPrecision(2));

export const shownRate = (rate: number): string =>
  rate >= 1e-4 || rate === 0 ? String(Number(rate.toPrecision(3))) : rate.toExponential(1);

/** The learning rate, changeable while it trains: the slider is logarithmic. */
export const rateControl = (
  rate: number,
  initial: number,
  largest: number,
  give: (rate: number) => void,
): TemplateResult => {
  const take = (event: Event) => {
    const value = Number((event.target as HTMLInputElement).value);
    if (value > 0 && value <= largest) give(value);
  };
  return html`<div class="rate" role="group" aria-label=${say('train.rate')}>
    <label for="rate">${say('train.rate')}</label>
    <input
      id="rate"
      type="range"
      min="0"
      max=${(high - low) * perDecade}
      step="1"
      aria-valuetext=${shownRate(rate)}
      .value=${String(place(rate))}
      @input=${(e: Event) => give(rateAt(Number((e.target as HTMLInputElement).value)))}
    />
    <input
      class="number"
      type="number"
      step="any"
      min="0"
      max=${largest}
      aria-label=${say('train.rate.number')}
      .value=${shownRate(rate)}
      @change=${take}
    />
    <button type="button" class="link" ?disabled=${rate === initial} @click=${() => give(initial)}>
      ${say('train.rate.reset')}
    </button>
  </div>`;
};
