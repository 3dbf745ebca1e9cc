import { html, nothing, type TemplateResult } from 'lit';
import { say } from '../words.ts';
import { percent } from './next-view.ts';
import type { Session } from './session.ts';
import { thumb } from './thumb.ts';

const price = (bits: number | undefined) =>
  bits === undefined ? nothing : html`<span>${say('complete.bits', { bits: bits.toFixed(2) })}</span>`;

/** All pictures that are drawn side by side, and the original. */
export const stripView = (session: Session): TemplateResult | typeof nothing => {
  const { painting, picture, seen, shown, view } = session;
  if (!picture) return nothing;
  const { side, levels } = picture;
  const { verdict } = painting ?? {};
  const drawn = new Set(painting?.places.slice(0, seen));
  const { count, wish } = session;
  const one = (i: number) => {
    const weight = verdict?.weights?.[i];
    const chosen = verdict?.chosen === i;
    return html`<button
      type="button"
      class=${chosen ? 'sample chosen' : 'sample'}
      aria-pressed=${String(shown === i)}
      @click=${() => session.show(i)}
    >
      <span class="spoken">${say('complete.sample', { number: i + 1 })}</span>
      ${thumb({ side, levels, pixels: painting?.at(seen, i) ?? wish, drawn })} ${price(verdict?.bits[i])}
      ${weight === undefined ? nothing : html`<span>${say('complete.weight', { share: percent(weight) })}</span>`}
      ${chosen ? html`<b>${say('complete.chosen')}</b>` : nothing}
    </button>`;
  };
  return html`<section class="strip" aria-labelledby="strip">
    <h2 id="strip">${say(`complete.strip.${view!.way}`, { count })}</h2>
    <p class="note">${say(`complete.strip.${view!.way}.says`)}</p>
    <div class=${count > 5 ? 'samples many' : 'samples'}>
      ${Array.from({ length: count }, (_, i) => one(i))}
      <figure class="sample original">
        ${thumb({ side, levels, pixels: picture.pixels })} ${price(verdict?.bits.at(-1))}
        <figcaption>${say(view!.own ? 'complete.own' : 'complete.original')}</figcaption>
      </figure>
    </div>
  </section>`;
};
