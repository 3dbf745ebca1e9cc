import { html, nothing, type TemplateResult } from 'lit';
import { say } from '../words.ts';
import { grouped, lanes } from './lanes.ts';
import { choices, largestSeed, longestText, mostCost, type SetUp } from './set-up.ts';

type Choose = (change: Partial<SetUp>) => void;

/** A few values side by side. */
const few = (name: keyof typeof choices, value: number, choose: Choose, most = Infinity): TemplateResult =>
  html`<div class="field">
    <span class="label" id=${`label-${name}`}>${say(`race.${name}`)}</span>
    <div class="seg" role="group" aria-labelledby=${`label-${name}`}>
      ${choices[name]
        .filter((one) => one <= most)
        .map(
          (one) =>
            html`<button
              type="button"
              data-choice=${`${name}-${one}`}
              aria-pressed=${one === value ? 'true' : 'false'}
              @click=${() => choose({ [name]: one })}
            >
              ${one}
            </button>`,
        )}
    </div>
  </div>`;

/** Which lanes take part, by ideas. */
const chooseLanes = (setUp: SetUp, choose: Choose): TemplateResult => {
  const toggle = (id: string, on: boolean) => {
    const chosen = lanes.filter((lane) => (lane.id === id ? on : setUp.lanes.includes(lane.id))).map((lane) => lane.id);
    if (chosen.length) choose({ lanes: chosen });
  };
  const count = say('race.lanes.count', { chosen: setUp.lanes.length, all: lanes.length });
  return html`<details class="pick" data-action="lanes">
    <summary><span class="label">${say('race.lanes')}</span><b>${count}</b></summary>
    <div>
      ${grouped(lanes.map((lane) => ({ lane }))).map(
        ({ group, members }) =>
          html`<fieldset>
            <legend>${group.says}</legend>
            ${members.map(({ lane }) => {
              const on = setUp.lanes.includes(lane.id);
              return html`<label>
                <input
                  type="checkbox"
                  data-pick=${lane.id}
                  .checked=${on}
                  ?disabled=${on && setUp.lanes.length === 1}
                  @change=${(event: Event) => toggle(lane.id, (event.target as HTMLInputElement).checked)}
                />
                <span>${lane.name} <small>${lane.says}</small></span>
              </label>`;
            })}
          </fieldset>`,
      )}
    </div>
  </details>`;
};

export interface Going {
  going: boolean;
  /** How far it is: turns of all lanes. */
  done: number;
  all: number;
  /** Threads that this page may have. */
  threads: number;
}

/** Start or stop, and everything that a race depends on. */
export const controls = (
  setUp: SetUp,
  { going, done, all, threads }: Going,
  choose: Choose,
  acts: { start: () => void; stop: () => void },
): TemplateResult =>
  html`<section class="ctl" aria-label=${say('translate.controls')}>
    <button
      type="button"
      class="button primary"
      data-action=${going ? 'stop' : 'start'}
      @click=${going ? acts.stop : acts.start}
    >
      ${say(going ? 'race.stop' : 'race.start')}
    </button>
    ${few('repeats', setUp.repeats, choose)} ${few('batch', setUp.batch, choose)}
    ${few('threads', setUp.threads, choose, threads)}
    <div class="field seed">
      <label for="seed">${say('race.seed')}</label>
      <input
        id="seed"
        type="number"
        inputmode="numeric"
        min="0"
        max=${largestSeed}
        step="1"
        .value=${String(setUp.seed)}
        @change=${(event: Event) => {
          const field = event.target as HTMLInputElement;
          if (field.reportValidity() && field.value !== '') choose({ seed: Number(field.value) });
        }}
      />
    </div>
    ${chooseLanes(setUp, choose)}
    <div class="progress">
      ${
        going
          ? html`<progress max=${all} value=${done} aria-label=${say('race.measuring')}></progress>
              <span>${say('race.progress', { done, all })}</span>`
          : nothing
      }
    </div>
  </section>`;

/** What is said, and what each call is thought to cost. */
export const wishes = (setUp: SetUp, choose: Choose, another: (() => void) | undefined): TemplateResult =>
  html`<div class="wishes">
    <form
      class="field text"
      @submit=${(event: Event) => {
        event.preventDefault();
        choose({ text: (event.currentTarget as HTMLElement).querySelector<HTMLInputElement>('#text')!.value });
      }}
    >
      <label for="text">${say('race.text')}</label>
      ${
        another
          ? html`<button type="button" class="link" data-action="another" @click=${another}>
              ${say('race.another')}
            </button>`
          : nothing
      }
      <input
        id="text"
        maxlength=${longestText}
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        .value=${setUp.text}
        @change=${(event: Event) => choose({ text: (event.target as HTMLInputElement).value })}
      />
    </form>
    <div class="field cost">
      <label for="cost"
        >${say('race.cost')} <i class="cost" aria-hidden="true"></i> <small>${say('race.simulated')}</small></label
      >
      <span class="value"
        ><b>+${setUp.cost.toFixed(2)} ms</b>
        <button type="button" class="link" ?disabled=${setUp.cost === 0} @click=${() => choose({ cost: 0 })}>
          ${say('race.cost.reset')}
        </button></span
      >
      <input
        id="cost"
        type="range"
        min="0"
        max=${mostCost}
        step="0.05"
        aria-valuetext=${say('race.cost.value', { cost: setUp.cost.toFixed(2) })}
        .value=${String(setUp.cost)}
        @input=${(event: Event) => choose({ cost: Number((event.target as HTMLInputElement).value) })}
      />
    </div>
  </div>`;
