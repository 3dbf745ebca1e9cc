import { html, nothing, type TemplateResult } from 'lit';
import { megabytes } from '../../elements/lib/format.ts';
import { loading } from '../trained/loading.ts';
import type { Shipped } from '../trained/shipped.ts';
import { say } from '../words.ts';
import { small } from './matrix.ts';
import { saidLine } from './said.ts';
import type { Said, Session } from './session.ts';

interface Acts {
  choose(model: number): void;
  load(model: number): void;
}

export const nameOf = (model: Shipped, names: ReadonlyMap<string, string>): string =>
  names.get(model.manifest?.model ?? '') ?? model.name;

const state = (model: Shipped, place: number, acts: Acts): TemplateResult | typeof nothing => {
  const size = megabytes(model.manifest?.bytes ?? 0);
  switch (model.state) {
    case 'asking':
      return html`<p class="what">${say('shipped.asking')}</p>`;
    case 'absent':
      return html`<p>${say('shipped.absent')}</p>
        <p><code>npm run train -- ${model.name}</code></p>`;
    case 'loading':
      return loading(model);
    case 'failed':
    case 'cancelled':
      return html`<p role="alert">
          ${model.state === 'failed' ? say('shipped.failed', { message: model.trouble }) : say('shipped.cancelled')}
        </p>
        <button type="button" class="button" data-action="load" @click=${() => acts.load(place)}>
          ${say('again')}
        </button>`;
    case 'there':
      return html`<p class="what">${say('translate.card.there')}</p>
        <button type="button" class="button" data-action="load" @click=${() => acts.load(place)}>
          ${say('shipped.load', { size })}
        </button>`;
    default:
      return nothing;
  }
};

const word = (one: Said): TemplateResult => {
  const letters = one.decoded.sourcePieces;
  return html`${small(letters, one.decoded.pieces)} ${saidLine(one)}
    <p class="what">${say('translate.chance', { chance: Math.exp(one.decoded.score).toFixed(2) })}</p>`;
};

/** The three models: what each says of the word, small; one click brings it up. */
export const cards = (session: Session, at: number, names: ReadonlyMap<string, string>, acts: Acts): TemplateResult =>
  html`<section class="cards" aria-labelledby="cards">
    <h2 id="cards">${say('translate.cards')}</h2>
    <div class="three">
      ${session.models.map((model, place) => {
        const shown = place === session.view.model;
        const said = session.said(model, session.words[at] ?? '');
        return html`<article class=${shown ? 'card now' : 'card'} data-model=${model.name}>
          <div class="card-head">
            <h3>${nameOf(model, names)}</h3>
            ${
              shown
                ? html`<span class="what">${say('translate.card.shown')}</span>`
                : model.state === 'ready'
                  ? html`<button type="button" class="link" data-action="choose" @click=${() => acts.choose(place)}>
                      ${say('translate.card.choose')}
                    </button>`
                  : nothing
            }
          </div>
          ${said && model.state === 'ready' ? word(said) : state(model, place, acts)}
        </article>`;
      })}
    </div>
  </section>`;
