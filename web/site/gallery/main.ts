import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/header.css';
import '../styles/controls.css';
import '../styles/notices.css';
import '../styles/gallery.css';
import catalogUrl from '../../generated/catalog.json?url';
import type { DocumentedEntry } from '../documented.ts';
import { noticesIn } from '../notices.ts';
import { themeButton } from '../theme.ts';
import { say } from '../words.ts';
import { makeControls } from './controls.ts';
import { found } from './find.ts';
import { fillList } from './list.ts';
import { Pictures } from './pictures.ts';
import { readHash, writeHash, type GalleryState } from './state.ts';

const find = <T extends HTMLElement>(selector: string): T => {
  const one = document.querySelector<T>(selector);
  if (!one) throw new Error(`the page has no ${selector}`);
  return one;
};

// Of a search that is typed, the last letter counts.
const settle = 120;

const notices = noticesIn(find('.notices'), find('.toast'));
const list = find('.list');

interface Documented {
  entries: DocumentedEntry[];
}

const start = ({ entries }: Documented): void => {
  const pictures = new Pictures(find('.probe'));
  let state: GalleryState = {};
  let shown = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = () => {
    const matching = found(entries, state);
    controls.show(state, matching.length);
    const view = state.view ?? 'grid';
    const key = [view, ...matching.map((entry) => entry.id)].join();
    if (key !== shown) fillList(list, matching, view, pictures);
    shown = key;
  };
  const write = () => history.replaceState(null, '', `#${writeHash(state)}`);
  const controls = makeControls(entries, (change) => {
    state = { ...state, ...change };
    clearTimeout(timer);
    if ('search' in change)
      timer = setTimeout(() => {
        write();
        show();
      }, settle);
    else {
      write();
      show();
    }
  });
  const read = () => {
    const { state: wished, ignored } = readHash(location.hash, entries);
    state = wished;
    if (ignored.length) notices.show('ignored', say('gallery.ignored'), ignored);
    else notices.remove('ignored');
    show();
  };
  find('.controls').replaceChildren(controls.place);
  window.addEventListener('hashchange', read);
  read();
};

themeButton(find('[data-action="theme"]'));
// The hash of the page is its state, so the skip link must not go there.
find('[data-action="skip"]').addEventListener('click', (event) => {
  event.preventDefault();
  list.focus();
});
fetch(catalogUrl)
  .then((answer) => (answer.ok ? (answer.json() as Promise<Documented>) : Promise.reject(new Error(answer.statusText))))
  .then(start, () => notices.show('catalog', say('gallery.failed')));
