import en from '../../locales/en.json' with { type: 'json' };

/** All text of the page stands in one flat table per language; `{name}` is filled in. */
export type Table = Readonly<Record<string, string>>;

const english: Table = en;
const tables = new Map<string, { table: Table; dir: 'ltr' | 'rtl' }>([['en', { table: english, dir: 'ltr' }]]);

/** Adds a language; missing keys fall back to English. */
export const registerLocale = (name: string, table: Table, dir: 'ltr' | 'rtl' = 'ltr'): void => {
  tables.set(name.toLowerCase(), { table, dir });
};

const find = (name: string): { table: Table; dir: 'ltr' | 'rtl' } | undefined =>
  tables.get(name.toLowerCase()) ?? tables.get(name.toLowerCase().split('-')[0] ?? '');

export const direction = (name: string): 'ltr' | 'rtl' => find(name)?.dir ?? 'ltr';

export type Translate = (key: string, values?: Record<string, string | number>) => string;

/** `{name}` becomes the value of that name. */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));

/** `more`: words that the figure itself has no need of, in English. */
export const translator = (name: string, more: Table = {}): Translate => {
  const table = find(name)?.table ?? english;
  const base: Table = { ...english, ...more };
  return (key, values = {}) => {
    const plural = values['count'] === 1 ? `${key}.one` : key;
    return fill(table[plural] ?? base[plural] ?? table[key] ?? base[key] ?? key, values);
  };
};
