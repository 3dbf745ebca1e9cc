import type { Catalog, Engine } from '../engine/types.ts';
import type { Notices } from './notices.ts';
import type { AttentionLab, LabAddress } from './lab/index.ts';
import { fromFigure, fromLab, toFigure } from './lab/carry.ts';
import { encodeLab } from './lab/link.ts';
import { writeAddress } from './held.ts';
import { encode, type Encoded } from './link/encode.ts';
import type { LinkState } from './link/state.ts';
import { shownTheme } from './theme.ts';
import { say } from './words.ts';

/** Views beside the playground itself: a word in the fragment, a link in the header, a chunk of script. */
const labs = ['compare', 'perturb', 'edit'] as const;
type Lab = (typeof labs)[number];

export const labIn = (fragment: string): Lab | undefined =>
  labs.find((one) => one === new URLSearchParams(fragment.replace(/^#/, '')).get('view'));

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
    window.addEventListener('online', () => notices.remove('view'));
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
    const to = labs.find((one) => one === link.dataset['view']);
    // What is on show already stays as it is.
    const stays = to === labIn(location.hash);
    this.#lab?.address.flush();
    const { fragment, whole } = this.#encoded(to);
    const where = fragment ? `#${fragment}` : './';
    if (event.ctrlKey || event.metaKey || event.shiftKey) return void link.setAttribute('href', where);
    event.preventDefault();
    if (stays) return;
    // A text too long for a link goes along all the same.
    writeAddress(fragment, whole, true);
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  }

  /** What is on show here, as the other view shows it: the mechanism goes along, with its parameters. */
  #encoded(to: Lab | undefined): Encoded {
    const { catalog } = this;
    const left = this.places.figure.state;
    const lab = this.inLab ? this.#lab?.element.state : undefined;
    if (to === undefined) return encode(lab ? toFigure(lab, left, catalog) : left, catalog);
    return encodeLab(lab ? fromLab(lab, to) : fromFigure(left, to, catalog), catalog);
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
    if (this.#now !== wanted) return;
    if (!lab) return this.#missed(wanted);
    this.notices.remove('view');
    figure.remove();
    document.title = `${wanted[0]?.toUpperCase()}${wanted.slice(1)} · Attention playground`;
    lab.address.read();
    lab.element.theme = shownTheme();
    if (!lab.element.isConnected) frame.append(lab.element);
  }

  /** What was on show stays, and its address comes back. */
  #missed(wanted: Lab): void {
    const { figure, links } = this.places;
    const link = links.find((one) => one.dataset['view'] === wanted);
    const stays = figure.isConnected;
    if (stays) history.back();
    this.notices.show('view', say('view.absent', { name: link?.textContent ?? wanted }), [], {
      label: say('again'),
      go: () => (stays ? link?.click() : void this.follow()),
    });
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
      return undefined;
    }
  }
}
