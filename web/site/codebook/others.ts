import { html, nothing, type TemplateResult } from 'lit';
import { css } from '../../elements/lib/css.ts';
import { say } from '../words.ts';
import { chosenOf, madeOf } from './chosen.ts';
import { inked } from './ink.ts';
import type { Lane } from './lane.ts';
import { plane } from './plane.ts';
import type { Session } from './session.ts';

/** A small plane's width in its own units. */
const width = 200;

const counted = new Intl.NumberFormat('en');

/** The three numbers that every way has. */
export const figures = (lane: Lane): TemplateResult => {
  const { codes } = lane;
  const known = codes && lane.step > 0;
  const cell = (name: string, text: string) =>
    html`<div>
      <dt>${say(`codebook.figure.${name}`)}</dt>
      <dd>${text}</dd>
    </div>`;
  return html`<dl class="figures">
    ${cell('perplexity', known ? codes.use.perplexity.toFixed(1) : '–')}
    ${cell('dead', known ? say('codebook.figure.of', { count: codes.use.dead, all: codes.codes }) : '–')}
    ${cell('error', known ? codes.error.toFixed(3) : '–')}
  </dl>`;
};

const stateOf = (session: Session, lane: Lane): string => {
  const { state } = lane;
  const { steps } = session.setUp;
  if (state === 'failed') return say('codebook.lane.failed', { reason: lane.trouble });
  if (!lane.step || (state === 'cancelled' && !lane.codes)) return say(`codebook.lane.${state}`);
  const at = say('codebook.lane.at', { step: counted.format(lane.step) });
  return lane.step < steps ? `${at}, ${say(`codebook.lane.${state}`)}` : at;
};

const card = (session: Session, lane: Lane, bring: (lane: Lane) => void): TemplateResult => {
  const { setUp } = session;
  const { way, codes } = lane;
  const chosen = chosenOf(lane, setUp);
  const share = Math.min(1, lane.step / setUp.steps);
  return html`<li data-way=${way.key}>
    <button
      type="button"
      class="bring"
      aria-label=${say('codebook.bring', { name: way.name })}
      @click=${() => bring(lane)}
    >
      ${codes && lane.step ? plane({ lane, width, small: true }) : html`<span class="plane-place"></span>`}
      ${share < 1 ? html`<span class="bar-of" aria-hidden="true"><i ${css({ width: `${(100 * share).toFixed(1)}%` })}></i></span>` : nothing}
    </button>
    <div class="about-way">
      <div>
        <h3>${way.name}</h3>
        <p>${way.says}</p>
      </div>
      <div class="paper">${chosen && lane.step ? inked(madeOf(lane, chosen.picture)) : nothing}</div>
    </div>
    ${figures(lane)}
    <p class="what">${stateOf(session, lane)}</p>
  </li>`;
};

/** All other ways, small, with the same three numbers. */
export const othersView = (
  session: Session,
  acts: { bring(lane: Lane): void; teach(): void; stop(): void },
): TemplateResult => {
  const { behind, others, setUp } = session;
  const open = behind.some((lane) => lane.step < setUp.steps);
  return html`<section class="others" aria-labelledby="others">
    <div class="head">
      <h2 id="others">${say('codebook.others')}</h2>
      ${
        others === 'learn'
          ? html`<button type="button" class="button" data-action="stop" @click=${acts.stop}>
              ${say('codebook.stop')}
            </button>`
          : open
            ? html`<button type="button" class="button" data-action="teach" @click=${acts.teach}>
                ${say('codebook.teach')}
              </button>`
            : nothing
      }
    </div>
    <p class="lead">
      ${say('codebook.others.says', { steps: counted.format(setUp.steps), seed: setUp.seed, pictures: session.main.codes?.pictures ?? 0 })}
    </p>
    <ul>
      ${behind.map((lane) => card(session, lane, acts.bring))}
    </ul>
  </section>`;
};
