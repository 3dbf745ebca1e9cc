import { html, nothing, type TemplateResult } from 'lit';
import { isShown, readValue, takes, type Value } from '../../elements/lib/params.ts';
import type { ParamSpec, Params } from '../../engine/types.ts';
import { say } from '../words.ts';

/** Told of a value that the parameter takes. */
export type Give = (spec: ParamSpec, value: Value) => void;

/** Words begin with a capital; β stays what it is. */
const capital = (text: string): string => text.replace(/^[a-z]/, (letter) => letter.toUpperCase());

const control = (id: string, spec: ParamSpec, value: Value, give: Give): TemplateResult => {
  if (spec.kind === 'choice')
    return html`<select id=${id} @change=${(e: Event) => give(spec, (e.target as HTMLSelectElement).value)}>
      ${(spec.choices ?? []).map(
        (one) =>
          html`<option value=${one.value} title=${one.doc} ?selected=${one.value === value}>${one.label}</option>`,
      )}
    </select>`;
  if (spec.kind === 'flag')
    return html`<input
      id=${id}
      type="checkbox"
      .checked=${value === true}
      @change=${(e: Event) => give(spec, (e.target as HTMLInputElement).checked)}
    />`;
  const take = (event: Event) => {
    const field = event.target as HTMLInputElement;
    const read = readValue(spec, field.value);
    // A value that is not taken is said to be so, and stays until it is mended.
    field.setCustomValidity(read === undefined ? say('train.takes', { takes: takes(spec) }) : '');
    if (read === undefined) field.reportValidity();
    else give(spec, read);
  };
  return html`<input
    id=${id}
    type="number"
    inputmode=${spec.kind === 'integer' ? 'numeric' : 'decimal'}
    min=${spec.min ?? nothing}
    max=${spec.max ?? nothing}
    step=${spec.kind === 'integer' ? (spec.step ?? 1) : 'any'}
    .value=${String(value)}
    @change=${take}
  />`;
};

/** A field for each parameter of a part, from the catalogue alone: label, value, what it does, and whether it is changed. */
export const fields = (part: string, specs: readonly ParamSpec[], values: Params, give: Give): TemplateResult =>
  html`${specs
    .filter((spec) => isShown(spec, values))
    .map((spec) => {
      const value = values[spec.id] ?? spec.default;
      const id = `${part}-${spec.id}`;
      return html`<div class=${`field ${spec.kind} ${value === spec.default ? '' : 'changed'}`} title=${spec.doc}>
        <label for=${id}>${capital(spec.label)}</label>${control(id, spec, value, give)}
      </div>`;
    })}`;
