import { html, nothing, type TemplateResult } from 'lit';
import type { AttentionStepper } from '../../elements/index.ts';
import { isAttention } from './blocks-nav.ts';
import { t } from './words.ts';

type Figure = AttentionStepper['figure'];

/** Frames in which weights come to be. */
const placesIn = ({ frames }: Figure): number[] => frames.flatMap((frame, i) => (isAttention(frame) ? [i] : []));

/** To the next step with attention, or the one before; from the last one to the first. */
export const jump = (figure: Figure, by: 1 | -1): void => {
  const places = placesIn(figure);
  const next = by > 0 ? places.find((at) => at > figure.index) : places.findLast((at) => at < figure.index);
  const to = next ?? (by > 0 ? places[0] : places.at(-1));
  if (to !== undefined) figure.show(to);
};

const attention = (figure: Figure): TemplateResult | typeof nothing => {
  const places = placesIn(figure);
  if (!places.length) return nothing;
  const here = places.indexOf(figure.index);
  const says = t('steps.attention.at', { at: here < 0 ? '–' : here + 1, all: places.length });
  const button = (by: 1 | -1, key: string, sign: string): TemplateResult =>
    html`<button type="button" aria-label=${t(key)} title=${t(key)} @click=${() => jump(figure, by)}>${sign}</button>`;
  return html`<div class="seg jump" role="group" aria-label=${t('steps.attention')}>
    ${button(-1, 'steps.attention.previous', '←')}
    <span>${t('steps.attention')} ${says}</span>
    ${button(1, 'steps.attention.next', '→')}
  </div>`;
};

const heads = (figure: Figure): TemplateResult | typeof nothing => {
  const all = figure.headsInTrace;
  if (all < 2) return nothing;
  const button = (head: number): TemplateResult =>
    html`<button
      type="button"
      aria-label="${t('steps.head')} ${head}"
      aria-pressed=${figure.head === head}
      @click=${() => figure.pickHead(head)}
    >
      ${head}
    </button>`;
  return html`<div class="seg heads" role="group" aria-label=${t('steps.head')}>
    <span aria-hidden="true">${t('steps.head')}</span>
    ${Array.from({ length: all }, (_, i) => button(i + 1))}
  </div>`;
};

/** Straight to what is worth a look: the next attention, another of its heads. */
export const jumpsView = (figure: Figure): TemplateResult =>
  html`<div class="jumps">${attention(figure)}${heads(figure)}</div>`;
