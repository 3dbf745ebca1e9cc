import type { DocumentedEntry } from '../documented.ts';
import { make } from '../make.ts';
import { say } from '../words.ts';
import { familiesOf, yearsOf, type Choice } from './find.ts';
import type { GalleryState, View } from './state.ts';

const option = (value: string, text: string): HTMLOptionElement => make('option', { value }, text);

const select = (id: string, all: string, choices: readonly Choice<string | number>[]): HTMLSelectElement =>
  make(
    'select',
    { id },
    option('', all),
    ...choices.map(({ value, count }) => option(String(value), say('gallery.choice', { value, count }))),
  );

const labelled = (control: HTMLElement, label: string): HTMLElement =>
  make('div', { class: 'field' }, make('label', { for: control.id }, label), control);

const views: View[] = ['grid', 'timeline'];

export interface Controls {
  place: HTMLElement;
  show(state: GalleryState, count: number): void;
}

/** Search, filters and view; `changed` hears of every wish of the visitor. */
export const makeControls = (
  entries: readonly DocumentedEntry[],
  changed: (change: Partial<GalleryState>) => void,
): Controls => {
  const search = make('input', { id: 'search', type: 'search', autocomplete: 'off', spellcheck: 'false' });
  search.placeholder = say('gallery.search.example');
  const family = select('family', say('gallery.family.all'), familiesOf(entries));
  const year = select('year', say('gallery.year.all'), yearsOf(entries));
  const buttons = views.map((view) => {
    const button = make('button', { type: 'button', 'data-view': view }, say(`gallery.view.${view}`));
    button.addEventListener('click', () => changed({ view }));
    return button;
  });
  const count = make('p', { class: 'count', role: 'status' });
  const reset = make('button', { type: 'button', class: 'button', 'data-action': 'reset' }, say('gallery.reset'));

  search.addEventListener('input', () => changed({ search: search.value.trim() || undefined }));
  family.addEventListener('change', () => changed({ family: family.value || undefined }));
  year.addEventListener('change', () => changed({ year: Number(year.value) || undefined }));
  reset.addEventListener('click', () => {
    changed({ search: undefined, family: undefined, year: undefined });
    search.value = '';
    search.focus();
  });

  const seg = make('div', { class: 'seg', role: 'group', 'aria-label': say('gallery.view') }, ...buttons);
  const place = make(
    'div',
    { class: 'find', role: 'search' },
    labelled(search, say('gallery.search')),
    labelled(family, say('gallery.family')),
    labelled(year, say('gallery.year')),
    make('div', { class: 'field' }, make('span', { class: 'label' }, say('gallery.view')), seg),
    make('div', { class: 'result' }, count, reset),
  );
  return {
    place,
    show(state, found) {
      // A blank at the end of what is being typed is not part of the search, and must stay where it is.
      if (search.value.trim() !== (state.search ?? '')) search.value = state.search ?? '';
      family.value = state.family ?? '';
      year.value = state.year ? String(state.year) : '';
      for (const button of buttons)
        button.setAttribute('aria-pressed', String(button.dataset['view'] === (state.view ?? 'grid')));
      const words = found === entries.length ? 'gallery.count.all' : 'gallery.count';
      count.textContent = say(words, { count: found, all: entries.length });
      reset.hidden = !state.search && !state.family && !state.year;
    },
  };
};
