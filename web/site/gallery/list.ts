import type { DocumentedEntry } from '../documented.ts';
import { make } from '../make.ts';
import { say } from '../words.ts';
import { card } from './card.ts';
import { byFamily, byYear } from './find.ts';
import type { Pictures } from './pictures.ts';
import type { View } from './state.ts';

const cards = (entries: readonly DocumentedEntry[], short: boolean, pictures: Pictures): HTMLUListElement => {
  const made = entries.map((entry) => {
    const { item, place } = card(entry, short);
    pictures.watch(place, entry);
    return item;
  });
  return make('ul', { class: short ? 'cards short' : 'cards' }, ...made);
};

const timeline = (entries: readonly DocumentedEntry[], pictures: Pictures): HTMLElement =>
  make(
    'ol',
    { class: 'years' },
    ...byYear(entries).map((one) =>
      make(
        'li',
        { class: 'year' },
        make('h2', {}, one.year === undefined ? say('gallery.year.none') : String(one.year)),
        cards(one.entries, true, pictures),
      ),
    ),
  );

/** Fills the place with what was found. */
export const fillList = (
  place: HTMLElement,
  entries: readonly DocumentedEntry[],
  view: View,
  pictures: Pictures,
): void => {
  pictures.clear();
  if (entries.length === 0) place.replaceChildren(make('p', { class: 'none' }, say('gallery.none')));
  else
    place.replaceChildren(
      view === 'timeline' ? timeline(entries, pictures) : cards(byFamily(entries), false, pictures),
    );
};
