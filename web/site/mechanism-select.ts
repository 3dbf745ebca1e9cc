import type { Catalog, CatalogEntry } from '../engine/types.ts';
import { readParams } from '../elements/lib/params.ts';
import { documented } from './documented.ts';
import { byFamily, familiesOf } from './gallery/find.ts';
import { entryOf } from './link/entry.ts';
import type { LinkState } from './link/state.ts';
import { make } from './make.ts';
import { say } from './words.ts';

interface Group {
  label: string;
  entries: CatalogEntry[];
}

/** Families by name, models last: with fifty mechanisms a reader looks for the family, a typist for the name. */
export const groupsOf = (entries: readonly CatalogEntry[]): Group[] => {
  const variants = entries.filter((entry) => entry.kind === 'variant').map(documented);
  const models = entries.filter((entry) => entry.kind !== 'variant');
  const groups = familiesOf(variants).map(({ value }) => ({
    label: value.charAt(0).toUpperCase() + value.slice(1),
    entries: byFamily(variants.filter((entry) => entry.family === value)),
  }));
  return models.length ? [...groups, { label: say('family.models'), entries: models }] : groups;
};

/** Fills the header's select from the catalogue; it knows kinds and families, never an id. */
export const fillMechanisms = (select: HTMLSelectElement, { entries }: Catalog): void =>
  select.replaceChildren(
    ...groupsOf(entries).map((group) =>
      make(
        'optgroup',
        { label: group.label },
        ...group.entries.map((entry) => make('option', { value: entry.id, title: entry.summary }, entry.name)),
      ),
    ),
  );

/** Another mechanism on the same texts: step and pin belong to the one that is left, shared parameters stay. */
export const switched = (state: LinkState, variant: string, catalog: Catalog): LinkState => {
  const { step: _step, pin: _pin, params: old = {}, source, ...rest } = state;
  const entry = entryOf(catalog, variant);
  const other = source !== undefined && entry?.takes_source ? { source } : {};
  const params = entry ? readParams(entry, old).params : {};
  return { ...rest, ...other, variant, ...(Object.keys(params).length ? { params } : {}) };
};
