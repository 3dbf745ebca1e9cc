import type { Catalog, Engine } from '../engine/types.ts';
import type { Notices } from './notices.ts';
import type { AttentionLab, LabAddress } from './lab/index.ts';
import type { LinkState } from './link/state.ts';
import { shownTheme } from './theme.ts';

/** Views beside the playground itself: a word in the fragment, a link in the header, a chunk of script. */
const labs = ['compare', 'perturb', 'edit'] as const;
type Lab = (typeof labs)[number];

export const labIn = (fragment: string): Lab | undefined =>
  labs.find((one) => one === new URLSearchParams(fragment.replace(/^#/, '')).get('view'));

/** What every view can take over from another: the sentence and where it is read. */
const carried = ({ text, model, layer, head, seed, query }: LinkState): URLSearchParams =>
  new URLSearchParams(
    Object.entries({ text, model, layer, head, seed, query }).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, String(value)]],
    ),
  );

interface Places {
  frame: HTMLElement;
  figure: HTMLElement & { state: LinkState };
  /** Header parts that belong to the playground alone. */
  own: readonly HTMLElement[];
  links: readonly HTMLAnchorElement[];
}

/** Shows the view that the address asks for, and keeps the header's links on the present sentence. */
export class Views {
  #lab: { element: AttentionLab; address: LabAddress } | undefined;
  #now: Lab | 'playground' | undefined;

  constructor(
    private readonly places: Places,
    private readonly engine: Engine,
    private readonly catalog: Catalog,
    private readonly notices: Notices,
  ) {
    window.addEventListener('hashchange', () => void this.follow());
    for (const link of places.links) link.addEventListener('click', (event) => this.#go(event, link));
  }

  /** The link to what is on show in a lab; the playground has its own. */
  link(): string | undefined {
    return this.#lab?.address.write();
  }

  get inLab(): boolean {
    return labIn(location.hash) !== undefined;
  }

  #go(event: MouseEvent, link: HTMLAnchorElement): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    // What is on show already stays as it is.
    if ((link.dataset['view'] ?? '') === (labIn(location.hash) ?? '')) return;
    const to = link.dataset['view'] ?? '';
    this.#lab?.address.flush();
    const pairs = carried(this.#state());
    const fragment = to ? `view=${to}${pairs.size ? `&${String(pairs)}` : ''}` : String(pairs);
    history.pushState(null, '', fragment ? `#${fragment}` : location.pathname + location.search);
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  }

  #state(): LinkState {
    if (!this.inLab || !this.#lab) return this.places.figure.state;
    const { text, model, layer, head, seed, query } = this.#lab.element.state;
    return Object.fromEntries(
      Object.entries({ text, model, layer, head, seed, query }).filter(([, value]) => value !== undefined),
    ) as LinkState;
  }

  async follow(): Promise<void> {
    const { frame, figure, own, links } = this.places;
    const wanted = labIn(location.hash);
    for (const link of links) {
      if ((link.dataset['view'] ?? '') === (wanted ?? '')) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
    for (const part of own) part.hidden = wanted !== undefined;
    if (wanted === undefined) {
      this.#now = 'playground';
      if (this.#lab?.element.isConnected) {
        this.#lab.address.leave();
        this.#lab.element.remove();
      }
      // Away from the page it has not heard of another theme.
      figure.setAttribute('theme', shownTheme());
      if (!figure.isConnected) frame.append(figure);
      return;
    }
    this.#now = wanted;
    const lab = await this.#load();
    // Another view may have been chosen while this one was loading.
    if (!lab || this.#now !== wanted) return;
    figure.remove();
    document.title = `${wanted[0]?.toUpperCase()}${wanted.slice(1)} · Attention playground`;
    lab.address.read();
    lab.element.theme = shownTheme();
    if (!lab.element.isConnected) frame.append(lab.element);
  }

  async #load(): Promise<{ element: AttentionLab; address: LabAddress } | undefined> {
    if (this.#lab) return this.#lab;
    try {
      const { AttentionLab: Element, LabAddress: Address } = await import('./lab/index.ts');
      const element = new Element();
      element.className = 'wrap';
      element.use(this.engine);
      this.#lab ??= { element, address: new Address(element, this.catalog, this.notices) };
      return this.#lab;
    } catch {
      this.notices.show('view', 'This view did not load. Reload the page to try again.');
      return undefined;
    }
  }
}
