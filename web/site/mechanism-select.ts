import type { Catalog } from '../engine/types.ts';
import { readParams } from '../elements/lib/params.ts';
import { entryOf } from './link/entry.ts';
import type { LinkState } from './link/state.ts';

const groupNames: Record<string, string> = { variant: 'Attention', model: 'Models' };

/** Fills the header's select from the catalogue; it knows kinds, never an id. */
export const fillMechanisms = (select: HTMLSelectElement, catalog: Catalog): void => {
  const kinds = [...new Set(catalog.entries.map((entry) => entry.kind))];
  select.replaceChildren(
    ...kinds.map((kind) => {
      const group = document.createElement('optgroup');
      group.label = groupNames[kind] ?? kind;
      group.append(
        ...catalog.entries
          .filter((entry) => entry.kind === kind)
          .map((entry) => {
            const option = document.createElement('option');
            option.value = entry.id;
            option.textContent = entry.name;
            option.title = entry.summary;
            return option;
          }),
      );
      return group;
    }),
  );
};

/** Another mechanism on the same sentence: step and pin belong to the one that is left, shared parameters stay. */
export const switched = (state: LinkState, variant: string, catalog: Catalog): LinkState => {
  const { step: _step, pin: _pin, params: old = {}, ...rest } = state;
  const entry = entryOf(catalog, variant);
  const params = entry ? readParams(entry, old).params : {};
  return { ...rest, variant, ...(Object.keys(params).length ? { params } : {}) };
};
