import { html, nothing, type TemplateResult } from 'lit';
import type { TrainedManifest } from '../../engine/types/learning.ts';
import { say } from '../words.ts';
import { largestOf, type Glimpse } from './glimpses.ts';
import type { Kind, Looking } from './looking.ts';
import { glimpseSays } from './words.ts';

export interface PanelActs {
  show(step: number): void;
  /** The pen on the picture. */
  pen(event: PointerEvent): void;
  /** Everything it computed. */
  steps(): void;
}

const counted = new Intl.NumberFormat('en');

const facts = ({ metrics, parameters }: TrainedManifest): string =>
  say('look.facts', {
    right: (100 * (1 - (metrics.wer ?? 1))).toFixed(1),
    decoded: counted.format(metrics.decoded ?? 0),
    parameters: counted.format(parameters),
  });

const nameOf = ({ text }: Glimpse): string => text || say('look.end');

/** One model: the picture with what it looks at now, and all its looks in a row. */
export const panel = (
  kind: Kind,
  looking: Looking,
  step: number,
  manifest: TrainedManifest | undefined,
  acts: PanelActs,
): TemplateResult => {
  const { picture, target, readings } = looking;
  const reading = readings[kind];
  const glimpses = reading?.glimpses ?? [];
  const at = Math.min(step, glimpses.length - 1);
  const now = glimpses[at];
  const right = target === undefined ? undefined : reading?.text === target;
  return html`<section class="gaze" data-look=${kind} aria-labelledby=${`gaze-${kind}`}>
    <div class="head">
      <h2 id=${`gaze-${kind}`}>${say(`look.${kind}`)}</h2>
      <p>${say(`look.${kind}.is`)}</p>
    </div>
    <canvas
      class="big"
      role="img"
      aria-label=${now ? glimpseSays(kind, now, at, picture) : say('look.opening')}
      @pointerdown=${acts.pen}
      @pointermove=${acts.pen}
      @pointerup=${acts.pen}
      @pointercancel=${acts.pen}
    ></canvas>
    <p class="now" aria-hidden="true">${now ? glimpseSays(kind, now, at, picture) : ' '}</p>
    <ol class="looks">
      ${glimpses.map(
        (glimpse, i) =>
          html`<li>
            <button
              type="button"
              data-step=${i}
              aria-current=${i === at ? 'step' : nothing}
              aria-label=${`${nameOf(glimpse)} ${glimpse.share.toFixed(2)}: ${glimpseSays(kind, glimpse, i, picture)}`}
              @click=${() => acts.show(i)}
            >
              <canvas class="small" data-glimpse=${i}></canvas>
              <b>${nameOf(glimpse)}</b> <span>${glimpse.share.toFixed(2)}</span>
            </button>
          </li>`,
      )}
      ${
        glimpses.length
          ? html`<li class="sum">
              <canvas class="small" data-sum role="img" aria-label=${say('look.sum.says')}></canvas>
              <b>${say('look.sum')}</b>
            </li>`
          : nothing
      }
    </ol>
    ${
      reading
        ? html`<p class="legend">
            <span>${say(`look.legend.${kind}`)}</span><span>0</span><i aria-hidden="true"></i
            ><span>${largestOf(glimpses.map(({ weights }) => weights)).toFixed(2)}</span>
          </p>`
        : nothing
    }
    <p class="verdict">
      <span class="what">${say('look.names')}</span> <b>${reading?.text || '–'}</b>
      ${
        right === undefined
          ? nothing
          : html`<span class="what">${say('look.should')}</span> <span>${target}</span>
              <em class=${right ? 'right' : 'wrong'}>${say(right ? 'look.right' : 'look.wrong')}</em>`
      }
    </p>
    ${manifest ? html`<p class="what">${facts(manifest)}</p>` : nothing}
    ${
      reading
        ? html`<button type="button" class="link" data-action="steps" @click=${acts.steps}>
            ${say('train.steps')}
          </button>`
        : nothing
    }
  </section>`;
};
