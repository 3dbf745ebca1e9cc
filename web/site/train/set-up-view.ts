import { html, nothing, type TemplateResult } from 'lit';
import { say } from '../words.ts';
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
  html`<div class="field">
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

/** What is trained, on what, and how; every change is a run of its own. */
export const setUpView = (known: Known, setUp: SetUp, choose: Choose): TemplateResult => {
  const task = taskOf(known, setUp.task);
  const model = modelOf(known, setUp.model);
  if (!task || !model) return html``;
  const changed =
    parts.reduce((sum, part) => sum + Object.keys(setUp.params[part]).length, 0) + (setUp.seed === 1 ? 0 : 1);
  const group = (part: Part, title: string, more: TemplateResult | typeof nothing = nothing) => {
    const specs = specsOf(known, setUp, part);
    if (!specs.length && more === nothing) return nothing;
    return html`<fieldset>
      <legend>${title}</legend>
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
  const seed = html`<div class=${setUp.seed === 1 ? 'field' : 'field changed'} title=${say('train.seed.says')}>
    <label for="seed">${say('train.seed')}</label>
    <input
      id="seed"
      type="number"
      inputmode="numeric"
      min="0"
      max="4294967295"
      .value=${String(setUp.seed)}
      @change=${(e: Event) => {
        const value = Number((e.target as HTMLInputElement).value);
        if (Number.isInteger(value) && value >= 0 && value <= 0xffffffff) choose({ ...setUp, seed: value });
      }}
    />
  </div>`;
  return html`<div class="set-up">
    <div class="picks">
      ${pick('task', say('train.task'), task.id, tasksOf(known), (id) => choose(withTask(known, setUp, id)))}
      ${pick('model', say('train.model'), model.id, modelsFor(known, task), (id) => choose(withModel(known, setUp, id)))}
    </div>
    <details>
      <summary>
        <b>${say('train.set-up')}</b>
        <span>${changed ? say('train.set-up.changed', { count: changed }) : say('train.set-up.says')}</span>
      </summary>
      <div class="groups">
        <p class="about"><b>${task.name}.</b> ${task.summary}</p>
        <p class="about"><b>${model.name}.</b> ${model.summary}</p>
        ${group('task', say('train.part.task'))} ${group('model', say('train.part.model'), attention)}
        ${group('mechanism', say('train.part.mechanism'))} ${group('train', say('train.part.train'), seed)}
        <button type="button" class="link" ?disabled=${!changed} @click=${() => choose(withoutParams(setUp))}>
          ${say('train.set-up.reset')}
        </button>
      </div>
    </details>
  </div>`;
};
