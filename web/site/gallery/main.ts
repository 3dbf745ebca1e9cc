import { find, startPage } from '../shell/start.ts';
import '../styles/gallery.css';
import catalogUrl from '../../generated/catalog.json?url';
import type { DocumentedEntry } from '../documented.ts';
import { sayIgnored } from '../fragment.ts';
import { say } from '../words.ts';
import { makeControls } from './controls.ts';
import { found } from './find.ts';
import { fillList } from './list.ts';
import { Pictures } from './pictures.ts';
import { readHash, writeHash, type GalleryState } from './state.ts';

// Of a search that is typed, the last letter counts.
const settle = 120;

const notices = startPage();
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
    sayIgnored(notices, ignored);
    show();
  };
  find('.controls').replaceChildren(controls.place);
  window.addEventListener('hashchange', read);
  read();
};

fetch(catalogUrl)
  .then((answer) => (answer.ok ? (answer.json() as Promise<Documented>) : Promise.reject(new Error(answer.statusText))))
  .then(start, () => notices.show('catalog', say('gallery.failed')));
