import type { Catalog, CatalogEntry } from '../../engine/types.ts';

/** The mechanism that the others are described against, or the first: it opens a figure that names no other. */
export const baseEntry = ({ entries }: Catalog): CatalogEntry | undefined =>
  entries.find((entry) => entry.base) ?? entries.find((entry) => entry.kind === 'variant') ?? entries[0];
