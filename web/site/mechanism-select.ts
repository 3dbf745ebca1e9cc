import type { Catalog } from '../engine/types.ts';

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
