import { html, nothing, type TemplateResult } from 'lit';
import { say } from '../words.ts';
import { largestSeed } from '../../engine/limits.ts';
import type { LearningModel, LearningTask } from '../../engine/types/learning.ts';
import { fields } from './controls.ts';
import {
  modelOf,
  modelsFor,
  parts,
  specsOf,
  taskOf,
  tasksOf,
  valuesOf,
  withMechanism,
  withModel,
  withoutParams,
  withParam,
  withTask,
  type Known,
  type Part,
  type SetUp,
} from './set-up.ts';

type Choose = (setUp: SetUp) => void;

const chevron = html`<svg width="10" height="6" viewBox="0 0 10 6" aria-hidden="true">
  <path d="M1 1l4 4 4-4" fill="none" stroke="currentColor" stroke-width="1.6" />
</svg>`;

const pick = (
  id: string,
  label: string,
  value: string,
  choices: readonly { id: string; name: string; summary?: string }[],
  take: (id: string) => void,
): TemplateResult =>
  html`<div class="field choice">
    <label for=${id}>${label}</label>
    <span class="pick">
      <select id=${id} .value=${value} @change=${(e: Event) => take((e.target as HTMLSelectElement).value)}>
        ${choices.map(
          (one) =>
            html`<option value=${one.id} title=${one.summary ?? ''} ?selected=${one.id === value}>${one.name}</option>`,
        )}
      </select>
      ${chevron}
    </span>
  </div>`;

/** What learns, and what it learns. */
export const picksView = (known: Known, setUp: SetUp, choose: Choose): TemplateResult => {
  const task = taskOf(known, setUp.task);
  if (!task) return html``;
  return html`<div class="picks">
    ${pick('task', say('train.task'), task.id, tasksOf(known), (id) => choose(withTask(known, setUp, id)))}
    ${pick('model', say('train.model'), setUp.model, modelsFor(known, task), (id) => choose(withModel(known, setUp, id)))}
  </div>`;
};

const seedField = (setUp: SetUp, choose: Choose): TemplateResult =>
  html`<div class=${setUp.seed === 1 ? 'field' : 'field changed'} title=${say('train.seed.says')}>
    <label for="seed">${say('train.seed')}</label>
    <input
      id="seed"
      type="number"
      inputmode="numeric"
      min="0"
      max=${largestSeed}
      .value=${String(setUp.seed)}
      @change=${(e: Event) => {
        const value = Number((e.target as HTMLInputElement).value);
        if (Number.isInteger(value) && value >= 0 && value <= largestSeed) choose({ ...setUp, seed: value });
      }}
    />
  </div>`;

/** Where it comes from, and in which it is not what stands there. */
const sources = ({ differs, papers }: LearningModel | LearningTask): TemplateResult | typeof nothing =>
  differs || papers.length
    ? html`<details class="sources">
        <summary>${say('train.sources')}</summary>
        <p>${differs}</p>
        <ul>
          ${papers.map(
            ({ title, authors, year, url }) =>
              html`<li><a href=${url} rel="noopener noreferrer">${title}</a>, ${authors}, ${year}</li>`,
          )}
        </ul>
      </details>`
    : nothing;

/** Sizes, optimizer, schedule: every change is a run of its own. */
export const setUpView = (known: Known, setUp: SetUp, open: boolean, choose: Choose): TemplateResult => {
  const task = taskOf(known, setUp.task);
  const model = modelOf(known, setUp.model);
  if (!task || !model) return html``;
  const changed = parts.some((part) => Object.keys(setUp.params[part]).length > 0) || setUp.seed !== 1;
  const group = (part: Part, title: string, about: string, more: TemplateResult | typeof nothing = nothing) => {
    const specs = specsOf(known, setUp, part);
    if (!specs.length && more === nothing && !about) return nothing;
    return html`<fieldset class=${part}>
      <legend>${title}</legend>
      <p class="about">${about}</p>
      ${more}
      ${fields(part, specs, valuesOf(known, setUp, part), (spec, value) =>
        choose(withParam(known, setUp, part, spec.id, value)),
      )}
    </fieldset>`;
  };
  const own = { id: '', name: say('train.mechanism.own') };
  const attention = model.takes_mechanism
    ? pick('mechanism', say('train.mechanism'), setUp.mechanism ?? '', [own, ...known.mechanisms], (id) =>
        choose(withMechanism(known, setUp, id)),
      )
    : nothing;
  const mechanism = known.mechanisms.find((one) => one.id === setUp.mechanism);
  return html`<details class="set-up" ?open=${open}>
    <summary>
      <h2>${say('train.set-up')}</h2>
      <span>${say('train.set-up.says')}</span>
    </summary>
    <div class="groups">
      ${group('task', task.name, task.summary, sources(task))}
      ${group('model', model.name, model.summary, html`${sources(model)}${attention}`)}
      ${mechanism ? group('mechanism', mechanism.name, mechanism.summary) : nothing}
      ${group('train', say('train.part.train'), say('train.part.train.says'), seedField(setUp, choose))}
    </div>
    <button
      type="button"
      class="link"
      data-action="defaults"
      ?disabled=${!changed}
      @click=${() => choose(withoutParams(setUp))}
    >
      ${say('train.set-up.reset')}
    </button>
  </details>`;
};
