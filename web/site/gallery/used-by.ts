import type { DocumentedEntry, Use } from '../documented.ts';
import { make } from '../make.ts';
import { say } from '../words.ts';

/** A card has room for so many names; “1 more” would take that of a name. */
const room = 3;

/** Those a card names, the best known first, and how many it leaves to the mechanism's page. */
export const shownUses = ({ used_by: all }: DocumentedEntry): { shown: Use[]; more: number } => {
  const shown = all.length > room + 1 ? all.slice(0, room) : all;
  return { shown, more: all.length - shown.length };
};

/** “Used by PaLM, StarCoder and 2 more”; nothing where nobody is known. */
export const usedBy = (entry: DocumentedEntry, page: string): HTMLElement | undefined => {
  const { shown, more } = shownUses(entry);
  if (shown.length === 0) return undefined;
  const links = shown.map(({ name, url }) => make('a', { href: url, rel: 'noopener noreferrer' }, name));
  if (more)
    links.push(
      make(
        'a',
        { href: `${page}#used-by`, 'aria-label': say('gallery.used.more.of', { count: more, name: entry.name }) },
        say('gallery.used.more', { count: more }),
      ),
    );
  const [before = '', after = ''] = say('gallery.used').split('{names}');
  const list = new Intl.ListFormat('en-GB')
    .formatToParts(links.map((_, i) => String(i)))
    .map(({ type, value }) => (type === 'element' ? links[Number(value)] : value));
  return make('p', { class: 'used' }, before, ...list, after);
};
