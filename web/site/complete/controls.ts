import { html, nothing, type TemplateResult } from 'lit';
import { shapes } from '../icons.ts';
import { roundButton } from '../round-button.ts';
import { say } from '../words.ts';
import { hottest, mostSeeds, type View } from './link.ts';
import { levelName } from './next-view.ts';
import type { Pencil } from './pencil.ts';
import { inkOf, ways, type Way } from './picture.ts';
import type { Session } from './session.ts';
import { thumb } from './thumb.ts';

export interface Acts {
  play(): void;
  step(): void;
  reset(): void;
  seek(count: number): void;
  another(): void;
  change(fields: Partial<View>): void;
  offer(): void;
  pencil(level: number | undefined): void;
  wipe(): void;
}

/** Play, step and begin anew, and a slider over all that is drawn so far. */
export const transport = (session: Session, acts: Acts): TemplateResult => {
  const { status, painting, seen, picture } = session;
  const all = painting?.places.length ?? session.wish.filter((level) => level < 0).length;
  const still = status === 'ready' || status === 'paused';
  const play = status === 'drawing' ? 'pause' : status === 'done' ? 'again' : painting ? 'resume' : 'play';
  const at = say('complete.at', { count: seen, all });
  return html`<div class="buttons">
      ${roundButton('play', {
        shape: status === 'drawing' ? shapes.pause : shapes.play,
        label: say(`complete.${play}`),
        disabled: !picture || (!still && status !== 'drawing' && status !== 'done'),
        act: acts.play,
      })}
      ${roundButton('step', {
        shape: shapes.step,
        label: say('complete.step'),
        disabled: !picture || !still || !all,
        act: acts.step,
      })}
      ${roundButton('reset', { shape: shapes.reset, label: say('complete.reset'), disabled: !painting, act: acts.reset })}
    </div>
    <label class="scrub">
      <span><b>${at}</b> ${say(`complete.is.${status}`)}</span>
      <input
        type="range"
        min="0"
        max=${all}
        step="1"
        data-control="seen"
        aria-label=${say('complete.seen')}
        aria-valuetext=${at}
        ?disabled=${!painting}
        .value=${String(seen)}
        @input=${(event: Event) => acts.seek(Number((event.target as HTMLInputElement).value))}
      />
    </label>`;
};

/** How much chance, and which. */
export const chance = (view: View, acts: Acts): TemplateResult =>
  html`<div class="chance">
    <div class="field">
      <label for="temperature">${say('complete.temperature')} <b>${view.temperature.toFixed(2)}</b></label>
      <input
        id="temperature"
        type="range"
        min="0"
        max=${hottest}
        step="0.05"
        title=${say('complete.temperature.says')}
        .value=${String(view.temperature)}
        @change=${(event: Event) => acts.change({ temperature: Number((event.target as HTMLInputElement).value) })}
      />
    </div>
    <div class="field">
      <label for="seed">${say('complete.seed')}</label>
      <input
        id="seed"
        type="number"
        min="0"
        max=${mostSeeds}
        step="1"
        .value=${String(view.seed)}
        @change=${(event: Event) => {
          const field = event.target as HTMLInputElement;
          if (field.validity.valid && field.value !== '') acts.change({ seed: Number(field.value) });
          else field.value = String(view.seed);
        }}
      />
    </div>
    <button type="button" class="button" data-action="another" @click=${acts.another}>
      ${say('complete.another')}
    </button>
  </div>`;

/** What is to be drawn. */
export const wayView = (view: View, side: number, acts: Acts): TemplateResult =>
  html`<div class="way">
    <div class="seg" role="group" aria-label=${say('complete.way')}>
      ${ways.map(
        (way: Way) =>
          html`<button
            type="button"
            data-way=${way}
            aria-pressed=${String(view.way === way)}
            @click=${() => acts.change({ way })}
          >
            ${say(`complete.way.${way}`)}
          </button>`,
      )}
    </div>
    ${
      view.way === 'half'
        ? html`<div class="field kept">
            <label for="kept">${say('complete.kept')} <b>${view.kept}</b></label>
            <input
              id="kept"
              type="range"
              min="0"
              max=${side - 1}
              step="1"
              .value=${String(view.kept)}
              @change=${(event: Event) => acts.change({ kept: Number((event.target as HTMLInputElement).value) })}
            />
          </div>`
        : html`<p class="what">${say(`complete.way.${view.way}.says`)}</p>`
    }
  </div>`;

const inks = (levels: number, pencil: Pencil, acts: Acts) =>
  html`<div class="inks" role="group" aria-label=${say('complete.inks')}>
    ${Array.from({ length: levels }, (_, level) => {
      const name = levelName(level, levels);
      return html`<button
        type="button"
        aria-label=${name}
        title=${name}
        aria-pressed=${String(pencil.level === level)}
        @click=${() => acts.pencil(level)}
      >
        <svg class="ink" viewBox="0 0 1 1" aria-hidden="true">
          <path class="known" fill-opacity=${inkOf(level, levels).toFixed(3)} d="M0 0h1v1h-1z" />
        </svg>
      </button>`;
    })}
  </div>`;

/** Which picture: a held-out digit, or one's own. */
export const choice = (session: Session, pencil: Pencil | undefined, acts: Acts): TemplateResult => {
  const { offers, view, picture } = session;
  return html`<section class="choice" aria-labelledby="choice">
    <div class="head">
      <h2 id="choice">${say('complete.choice')}</h2>
      <button type="button" class="link" data-action="offer" ?disabled=${!offers.length} @click=${acts.offer}>
        ${say('complete.others')}
      </button>
      <div class="own">
        <button
          type="button"
          class="button"
          data-action="pencil"
          aria-pressed=${String(pencil !== undefined)}
          @click=${() => acts.pencil(pencil ? undefined : (picture?.levels ?? 2) - 1)}
        >
          ${say(pencil ? 'complete.pencil.off' : 'complete.pencil')}
        </button>
        ${pencil && picture ? inks(picture.levels, pencil, acts) : nothing}
        ${
          pencil
            ? html`<button type="button" class="link" data-action="wipe" @click=${acts.wipe}>
                ${say('complete.wipe')}
              </button>`
            : nothing
        }
      </div>
    </div>
    <div class="offers">
      ${offers.map(
        ({ digit, picture: one }) =>
          html`<button
            type="button"
            aria-pressed=${String(!view?.own && view?.digit === digit)}
            aria-label=${say('complete.digit', { number: digit })}
            @click=${() => acts.change({ digit, own: undefined })}
          >
            ${thumb(one)}
          </button>`,
      )}
    </div>
  </section>`;
};
