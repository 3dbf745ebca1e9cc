import type { Catalog, CatalogEntry } from '../../engine/types.ts';

/** The entry of an id; without one, what the figure shows by itself: the first mechanism. */
export const entryOf = (catalog: Catalog, id: string | undefined): CatalogEntry | undefined =>
  catalog.entries.find((entry) => entry.id === id) ??
  catalog.entries.find((entry) => entry.kind === 'variant') ??
  catalog.entries[0];
