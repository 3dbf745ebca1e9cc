import type { Catalog } from '../../engine/types.ts';
import { longestFragment } from '../link/encode.ts';
import type { Notices } from '../notices.ts';
import type { AttentionLab } from './attention-lab.ts';
import { decodeLab, encodeLab, modeIn } from './link.ts';

// As for the figure: browsers refuse more than about a hundred replaceState calls in 30 s.
const settle = 250;

const counted = new Intl.NumberFormat('en');

/** Keeps the address's fragment and the view's state the same while one of its modes is on show. */
export class LabAddress {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #written = '';

  constructor(
    private readonly lab: AttentionLab,
    private readonly catalog: Catalog,
    private readonly notices: Notices,
  ) {
    lab.addEventListener('state-change', () => this.#soon());
    window.addEventListener('pagehide', () => this.flush());
  }

  read(): void {
    this.#forget();
    if (location.hash.slice(1) === this.#written) return;
    const { state, ignored } = decodeLab(location.hash, this.catalog);
    this.lab.state = state;
    this.#written = location.hash.slice(1);
    if (ignored.length) this.notices.show('ignored', 'Some of this link could not be used:', ignored);
    else this.notices.remove('ignored');
  }

  #soon(): void {
    this.#forget();
    this.#timer = setTimeout(() => this.flush(), settle);
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  flush(): void {
    if (this.#timer !== undefined) this.write();
  }

  /** Another view was chosen: nothing of this one is to be written over it. */
  leave(): void {
    this.flush();
    this.#written = '';
    this.notices.remove('long');
  }

  /** The link to what is on show; undefined when the edits are too many for one. */
  write(): string | undefined {
    this.#forget();
    if (modeIn(location.hash) === undefined) return undefined;
    const { fragment, tooLong } = encodeLab(this.lab.state, this.catalog);
    this.#written = fragment;
    if (location.hash.slice(1) !== fragment) history.replaceState(null, '', `#${fragment}`);
    if (!tooLong) {
      this.notices.remove('long');
      return location.href;
    }
    this.notices.show(
      'long',
      `These changes are too long for a link (${counted.format(tooLong)} characters; links above ${counted.format(longestFragment)} are cut by many programs). The address holds everything else; “Save as file” keeps them all.`,
    );
    return undefined;
  }
}
