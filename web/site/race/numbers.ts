import { html, nothing, type TemplateResult } from 'lit';
import { download, fileName } from '../export/download.ts';
import { say } from '../words.ts';
import { csvOf, jsonOf } from './files.ts';
import type { Race } from './race.ts';
import { pointsOf, scatter } from './scatter.ts';
import { choices, type SetUp } from './set-up.ts';
import { table } from './table.ts';

/** Where both stand side by side (race.css), the picture has so much of the page. */
const wide = 1180;
const picture = 520;

const counting = (race: Race, setUp: SetUp, choose: (change: Partial<SetUp>) => void): TemplateResult => {
  const at = race.counting;
  if (at)
    return html`<p class="counting">
      <progress max=${at.all} value=${at.done} aria-label=${say('race.counting')}></progress>
      <span>${say('race.counting.says', { done: at.done, all: at.all })}</span>
      <button type="button" class="link" data-action="stop-counting" @click=${() => race.stopCounting()}>
        ${say('shipped.cancel')}
      </button>
    </p>`;
  return html`<p class="what">${say('race.words.say')}</p>
    <p class="counting">
      <label
        >${say('race.words')}
        <select
          id="words"
          @change=${(event: Event) => choose({ words: Number((event.target as HTMLSelectElement).value) })}
        >
          ${choices.words.map((one) => html`<option value=${one} ?selected=${one === setUp.words}>${one}</option>`)}
        </select></label
      >
      <button
        type="button"
        class="button"
        data-action="count"
        ?disabled=${race.going || !race.runs.some(({ phase }) => phase === 'done')}
        @click=${() => void race.count()}
      >
        ${say('race.count')}
      </button>
    </p>`;
};

/** What the time buys, and everything that was measured. */
export const numbers = (
  race: Race,
  setUp: SetUp,
  choose: (change: Partial<SetUp>) => void,
  width: number,
): TemplateResult => {
  const { runs, engine } = race;
  const save = (name: string, type: string, content: string) =>
    download(`${fileName('race', race.text)}.${name}`, content, type);
  return html`<div class="below">
    <section aria-labelledby="buys">
      <h2 id="buys">${say('race.buys')}</h2>
      <p class="what">${say('race.buys.says')}</p>
      ${counting(race, setUp, choose)} ${scatter(runs, Math.max(280, width >= wide ? picture : width))}
      ${pointsOf(runs).length ? html`<p class="what">${say('race.buys.better')}</p>` : nothing}
    </section>
    <section aria-labelledby="numbers">
      <h2 id="numbers">${say('race.numbers')}</h2>
      <p class="what">${say('race.numbers.says', { count: setUp.repeats })}</p>
      ${table(runs)}
      <p class="files">
        <button type="button" class="link" data-action="csv" @click=${() => save('csv', 'text/csv', csvOf(runs))}>
          CSV
        </button>
        <button
          type="button"
          class="link"
          data-action="json"
          @click=${() => save('json', 'application/json', jsonOf(runs, setUp, engine.backend, navigator.userAgent))}
        >
          JSON
        </button>
        <a class="link" href=${location.href}>${say('race.link')}</a>
        <span class="what"
          >${say('race.machine', { seed: setUp.seed, count: engine.backend.threads, flavour: engine.backend.flavour })}</span
        >
      </p>
    </section>
  </div>`;
};
