import type { DocumentedEntry, Paper } from '../documented.ts';
import { make } from '../make.ts';
import { say } from '../words.ts';
import { introducedBy } from './find.ts';
import { usedBy } from './used-by.ts';

/** “Vaswani et al.”: the first author stands for all but two. */
const authorsOf = ({ authors }: Paper): string => {
  const names = authors.split(/,\s*/);
  return names.length > 2 ? say('gallery.authors', { first: names[0] ?? '' }) : names.join(', ');
};

const introduced = (paper: Paper): HTMLElement => {
  const [before = '', after = ''] = say('gallery.introduced', { authors: authorsOf(paper), year: paper.year }).split(
    '{title}',
  );
  const title = make('a', { href: paper.url, rel: 'noopener noreferrer' }, paper.title);
  return make('p', { class: 'paper' }, before, title, after);
};

/** A mechanism at a glance. The picture's place is given back, so that it can be filled when it comes into view. */
export const card = (entry: DocumentedEntry, short: boolean): { item: HTMLLIElement; place: HTMLElement } => {
  const place = make(
    'div',
    { class: 'picture', 'data-state': 'waiting' },
    make('canvas', { 'aria-hidden': 'true', width: '1', height: '1' }),
    make('span', { class: 'what' }, say('gallery.picture.waiting')),
  );
  const paper = introducedBy(entry);
  const page = `./mechanisms/${encodeURIComponent(entry.id)}/`;
  const name = make('a', { class: 'open', href: `./#variant=${encodeURIComponent(entry.id)}` }, entry.name);
  const about = make(
    'a',
    {
      href: page,
      'aria-label': say('gallery.about.of', { name: entry.name }),
    },
    say('gallery.about'),
  );
  const item = make(
    'li',
    { class: 'card', 'data-id': entry.id },
    place,
    make(
      'div',
      { class: 'words' },
      make(short ? 'h3' : 'h2', {}, name),
      make('p', { class: 'kind' }, entry.family, ' · ', about),
      short ? undefined : make('p', { class: 'summary' }, entry.summary),
      paper && introduced(paper),
      usedBy(entry, page),
    ),
  );
  return { item, place };
};
