import { html, type TemplateResult } from 'lit';
import type { CatalogEntry } from '../../../engine/types.ts';
import type { AttentionLab } from '../attention-lab.ts';
import { isMechanism } from '../state.ts';

const families = (entries: readonly CatalogEntry[]): Map<string, CatalogEntry[]> => {
  const out = new Map<string, CatalogEntry[]>();
  for (const entry of entries) out.set(entry.family, [...(out.get(entry.family) ?? []), entry]);
  return out;
};

/** A mechanism of the catalogue, under its family. */
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
      ${[...families(entries)].map(
        ([family, list]) =>
          html`<optgroup label=${family}>
            ${list.map((entry) => html`<option value=${entry.id} ?selected=${entry.id === chosen}>${entry.name}</option>`)}
          </optgroup>`,
      )}
    </select>`;
};
