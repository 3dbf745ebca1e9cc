import { baseEntry } from '../../elements/lib/base-entry.ts';
import type { Catalog, CatalogEntry } from '../../engine/types.ts';

/** The entry of an id; without one, the one that the figure opens on. */
export const entryOf = (catalog: Catalog, id: string | undefined): CatalogEntry | undefined =>
  catalog.entries.find((entry) => entry.id === id) ?? baseEntry(catalog);
