import type { DocumentedEntry } from '../documented.ts';
import { familiesOf, yearsOf } from './find.ts';

export type View = 'grid' | 'timeline';

/** What the address holds; absent = everything, as a grid. */
export interface GalleryState {
  search?: string;
  family?: string;
  year?: number;
  view?: View;
}

/** Longer searches find nothing; a link may come from anyone. */
const longest = 200;

export interface Read {
  state: GalleryState;
  /** Names of what could not be used. */
  ignored: string[];
}

export const readHash = (hash: string, entries: readonly DocumentedEntry[]): Read => {
  const state: GalleryState = {};
  const ignored: string[] = [];
  for (const [key, value] of new URLSearchParams(hash.replace(/^#/, ''))) {
    const refuse = () => void ignored.push(`${key}=${value}`.slice(0, 80));
    if (key === 'search' && value.length <= longest) state.search = value;
    else if (key === 'family' && familiesOf(entries).some((one) => one.value === value)) state.family = value;
    else if (key === 'year' && yearsOf(entries).some((one) => String(one.value) === value)) state.year = Number(value);
    else if (key === 'view' && (value === 'grid' || value === 'timeline')) state.view = value;
    else refuse();
  }
  return { state, ignored };
};

export const writeHash = ({ search, family, year, view }: GalleryState): string => {
  const pairs = new URLSearchParams();
  if (search) pairs.set('search', search);
  if (family) pairs.set('family', family);
  if (year) pairs.set('year', String(year));
  if (view && view !== 'grid') pairs.set('view', view);
  return String(pairs);
};
