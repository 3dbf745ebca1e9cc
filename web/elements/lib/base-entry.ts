import type { Catalog, CatalogEntry } from '../../engine/types.ts';

/**
 * The mechanism that the others are described against: the one that most of their laws compare themselves with.
 * Where none does, the first. It opens a figure that names no other.
 */
export const baseEntry = (catalog: Catalog): CatalogEntry | undefined => {
  const variants = catalog.entries.filter((entry) => entry.kind === 'variant');
  const pool = variants.length ? variants : catalog.entries;
  const references = (id: string): number =>
    pool.reduce((sum, entry) => sum + entry.laws.filter((law) => law.other?.id === id && entry.id !== id).length, 0);
  return pool.reduce<CatalogEntry | undefined>(
    (best, entry) => (best && references(best.id) >= references(entry.id) ? best : entry),
    undefined,
  );
};
