import { fill, type Translate } from '../elements/lib/locale.ts';
import en from '../locales/en.site.json' with { type: 'json' };

const table: Readonly<Record<string, string>> = en;

/** The text of the site's pages: a table apart from the figure's own, which an embedding page must carry. */
export const say: Translate = (key, values = {}) => {
  const one = values['count'] === 1 ? table[`${key}.one`] : undefined;
  return fill(one ?? table[key] ?? key, values);
};
