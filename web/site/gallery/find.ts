import type { DocumentedEntry, Paper } from '../documented.ts';
import type { GalleryState } from './state.ts';

/** The paper that introduced a mechanism stands first in its list. */
export const introducedBy = (entry: DocumentedEntry): Paper | undefined => entry.papers[0];

export const yearOf = (entry: DocumentedEntry): number | undefined => introducedBy(entry)?.year;

/** Without case and accents: “Vaswani” and “vaswani”, “Céspedes” and “cespedes” are the same search. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const textOf = (entry: DocumentedEntry): string =>
  plain(
    [
      entry.name,
      entry.id.replaceAll('_', ' '),
      entry.family,
      entry.summary,
      ...entry.papers.map((paper) => `${paper.title} ${paper.authors} ${paper.year}`),
      ...entry.used_by.map((use) => use.name),
    ].join(' \n '),
  );

const texts = new WeakMap<DocumentedEntry, string>();

const searchable = (entry: DocumentedEntry): string => {
  const text = texts.get(entry) ?? textOf(entry);
  texts.set(entry, text);
  return text;
};

/** Every word of the search stands somewhere in what is known of the mechanism. */
const matches = (entry: DocumentedEntry, search: string): boolean =>
  plain(search)
    .split(/\s+/)
    .every((word) => searchable(entry).includes(word));

export const found = (entries: readonly DocumentedEntry[], { search, family, year }: GalleryState): DocumentedEntry[] =>
  entries.filter(
    (entry) =>
      (!family || entry.family === family) && (!year || yearOf(entry) === year) && (!search || matches(entry, search)),
  );

/** Relatives side by side, the older one first. */
export const byFamily = (entries: readonly DocumentedEntry[]): DocumentedEntry[] =>
  [...entries].sort(
    (a, b) => a.family.localeCompare(b.family) || (yearOf(a) ?? 0) - (yearOf(b) ?? 0) || a.name.localeCompare(b.name),
  );

interface Year {
  /** Undefined: those that no paper is named for. */
  year: number | undefined;
  entries: DocumentedEntry[];
}

export const byYear = (entries: readonly DocumentedEntry[]): Year[] => {
  const years = new Map<number | undefined, DocumentedEntry[]>();
  for (const entry of byFamily(entries)) years.set(yearOf(entry), [...(years.get(yearOf(entry)) ?? []), entry]);
  return [...years]
    .map(([year, inYear]) => ({ year, entries: inYear }))
    .sort((a, b) => (a.year ?? Infinity) - (b.year ?? Infinity));
};

export interface Choice<T> {
  value: T;
  count: number;
}

/** Distinct values in order, and how often each occurs. */
const counted = <T>(values: readonly T[], order: (a: T, b: T) => number): Choice<T>[] => {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => order(a.value, b.value));
};

export const familiesOf = (entries: readonly DocumentedEntry[]): Choice<string>[] =>
  counted(
    entries.map((entry) => entry.family),
    (a, b) => a.localeCompare(b),
  );

export const yearsOf = (entries: readonly DocumentedEntry[]): Choice<number>[] =>
  counted(
    entries.flatMap((entry) => yearOf(entry) ?? []),
    (a, b) => a - b,
  );
