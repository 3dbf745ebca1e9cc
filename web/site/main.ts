import { find, startPage } from './shell/start.ts';
import './styles/playground.css';
import { registerElements, type AttentionStepper } from '../elements/index.ts';
import type { Engine } from '../engine/types.ts';
import { Address } from './address.ts';
import { copyText } from './clipboard.ts';
import { costDetails } from './cost/open.ts';
import { embedDialog } from './embed-dialog.ts';
import { getEngine } from './engine.ts';
import { subjectOf } from './export/subject.ts';
import { entryOf } from './link/entry.ts';
import { fillMechanisms, switched } from './mechanism-select.ts';
import { snippetFor } from './snippet.ts';
import { labIn, Views } from './views.ts';
import { say } from './words.ts';

const action = <T extends HTMLElement = HTMLButtonElement>(name: string) => find<T>(`[data-action="${name}"]`);

const notices = startPage();
const frame = find('#figure');

let wired = false;
/** One engine for the page, which is made ready for it first: a link's state is there before the figure's first run. */
const engineOfPage = async (): Promise<Engine> => {
  try {
    const engine = await getEngine();
    notices.remove('engine');
    if (!wired) {
      wired = true;
      wire(engine);
    }
    return engine;
  } catch (error) {
    notices.show('engine', say('engine.absent'), [], { label: say('again'), go: startAgain });
    throw error;
  }
};
const startAgain = () => {
  notices.toast(say('engine.starting'));
  // The figure says itself what went wrong, where it is on show.
  if (figure.isConnected) void figure.start();
  else engineOfPage().catch(() => {});
};

registerElements(engineOfPage);
const figure = document.createElement('attention-stepper') as AttentionStepper;
figure.className = 'wrap';
// On this page the figure is all there is: its keys work without a click into it first.
figure.setAttribute('keyboard', 'page');

action<HTMLAnchorElement>('home').addEventListener('click', (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  // A new entry of the history: Back brings back what was.
  if (location.hash) location.assign(location.pathname + location.search);
  else location.reload();
});

const wire = (engine: Engine): void => {
  const { catalog } = engine;
  const select = find<HTMLSelectElement>('#mechanism');
  const about = action<HTMLAnchorElement>('about');
  fillMechanisms(select, catalog);
  const follow = () => {
    if (views.inLab) return;
    const entry = entryOf(catalog, figure.state.variant);
    if (!entry) return;
    select.value = entry.id;
    document.title = `${entry.name} · Attention playground`;
    about.href = `./mechanisms/${encodeURIComponent(entry.id)}/`;
  };
  const own = [find('.mech'), about, action('embed'), action('export'), find('.cost')];
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.views [data-view]')];
  const views = new Views({ frame, figure, own, links }, engine, catalog, notices);
  const address = new Address(figure, catalog, notices, () => views.inLab);
  address.start();
  // What was changed last belongs to the entry of the history that is left.
  for (const link of links) link.addEventListener('click', () => address.flush(), { capture: true });
  select.addEventListener('change', () => {
    address.step(() => (figure.state = switched(figure.state, select.value, catalog)));
    follow();
  });
  figure.addEventListener('state-change', follow);
  window.addEventListener('hashchange', follow);
  follow();
  void views.follow();

  action('copy').addEventListener('click', () => {
    const link = views.inLab ? views.link() : address.write();
    if (!link) return;
    void copyText(link).then((done) =>
      notices.toast(
        done
          ? 'Link copied: it restores exactly what you see.'
          : 'The link is in the address bar; this browser does not let pages copy.',
      ),
    );
  });
  action('export').addEventListener('click', () => {
    const subject = subjectOf(figure);
    if (!subject) return notices.toast(say('export.none'));
    // Most visitors never export: the dialog comes when it is asked for.
    void import('./export/dialog.ts').then(
      ({ openExport }) => openExport(subject),
      () => notices.toast(say('export.absent')),
    );
  });
  const script = new URL('attention-playground.js', document.baseURI);
  find('[data-part="where"]').textContent = 'Save the script beside your page, or point to the copy on this site.';
  embedDialog(find('dialog'), action('embed'), () =>
    snippetFor(figure.state, catalog, script.protocol === 'file:' ? 'attention-playground.js' : script.href),
  );
};

engineOfPage().catch(() => {});
if (!labIn(location.hash)) frame.append(figure);
costDetails(find<HTMLDetailsElement>('.cost'), find('.cost-panel'), figure);
