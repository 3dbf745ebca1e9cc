import { html, nothing, type TemplateResult } from 'lit';
import { css } from '../../elements/lib/css.ts';
import type { Judged } from '../../engine/types/learning.ts';
import { say } from '../words.ts';
import type { Judge, Seen } from './judges.ts';

/** What a manifest says of a model, as far as this page tells it. */
export interface Facts {
  parameters: number;
  metrics: { examples: number; accuracy: number };
}

const junk = 'spam';
const counted = new Intl.NumberFormat('en');

/** How likely a message is junk. */
export const junkShare = (judged: Judged | undefined): number =>
  judged?.classes.find(({ name }) => name === junk)?.share ?? 0;

export const isJunk = (judged: Judged | undefined): boolean => judged?.classes[judged.verdict]?.name === junk;

/** Near the ends two digits would say that nothing moves. */
const figure = (share: number): string => share.toFixed(share < 0.01 || share > 0.99 ? 4 : 2);

/** One model's verdict as a place between ham and spam, with the place where it stood before words were taken out. */
export const verdictView = (
  judge: Judge,
  { now, whole, out }: Seen,
  facts: Facts | undefined,
): TemplateResult | typeof nothing => {
  const judged = now[judge];
  if (!judged) return nothing;
  const share = junkShare(judged);
  const before = junkShare(whole[judge]);
  const moved = out.size > 0;
  const name = isJunk(judged) ? 'spam' : 'ham';
  return html`<article class="verdict" data-judge=${judge}>
    <h3>${say(`read.judge.${judge}`)}</h3>
    <p class="what">${say(`read.judge.${judge}.says`)}</p>
    <p class="said"><b>${say(`read.is.${name}`)}</b> <span>${say('read.share', { share: figure(share) })}</span></p>
    <div
      class="scale"
      role="img"
      aria-label=${say(moved ? 'read.scale.moved' : 'read.scale', { share: figure(share), before: figure(before) })}
      ${css({ '--share': share.toFixed(4), '--before': before.toFixed(4) })}
    >
      ${moved ? html`<i class="before"></i>` : nothing}<i class="now"></i>
    </div>
    <p class="ends"><span>0 · ham</span><span>spam · 1</span></p>
    ${moved ? html`<p class="moved">${say('read.moved', { before: figure(before), share: figure(share) })}</p>` : nothing}
    ${
      facts
        ? html`<p class="what facts">
            ${say('read.facts', {
              accuracy: (100 * facts.metrics.accuracy).toFixed(1),
              examples: counted.format(facts.metrics.examples),
              parameters: counted.format(facts.parameters),
            })}
          </p>`
        : nothing
    }
  </article>`;
};
