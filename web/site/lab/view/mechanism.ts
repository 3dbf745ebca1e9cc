import { html, type TemplateResult } from 'lit';
import { groupsOf } from '../../mechanism-select.ts';
import type { AttentionLab } from '../attention-lab.ts';
import { isMechanism } from '../state.ts';

/** A mechanism of the catalogue, under its family, in the same order as everywhere. */
export const mechanismSelect = (lab: AttentionLab, name: 'first' | 'second', label: string): TemplateResult => {
  const entries = (lab.engine?.catalog.entries ?? []).filter(isMechanism);
  const chosen = lab.settled?.[name].entry.id;
  return html`<label for=${`mechanism-${name}`}>${label}</label>
    <select
      class="plain"
      id=${`mechanism-${name}`}
      .value=${chosen ?? ''}
      @change=${(event: Event) => lab.setMechanism(name, (event.target as HTMLSelectElement).value)}
    >
      ${groupsOf(entries).map(
        (group) =>
          html`<optgroup label=${group.label}>
            ${group.entries.map((entry) => html`<option value=${entry.id} ?selected=${entry.id === chosen}>${entry.name}</option>`)}
          </optgroup>`,
      )}
    </select>`;
};
