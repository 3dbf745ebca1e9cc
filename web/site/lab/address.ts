import type { Catalog } from '../../engine/types.ts';
import { wholeHere, writeAddress } from '../held.ts';
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
    lab.addEventListener('state-change', () => {
      const shown = modeIn(location.hash);
      if (shown === undefined || shown === lab.state.mode) this.#soon();
      else this.#follow();
    });
    window.addEventListener('pagehide', () => this.flush());
  }

  read(): void {
    this.#forget();
    const whole = wholeHere();
    if (whole === this.#written) return;
    const { state, ignored } = decodeLab(whole, this.catalog);
    this.lab.state = state;
    this.#written = whole;
    if (ignored.length) this.notices.show('ignored', 'Some of this link could not be used:', ignored);
    else this.notices.remove('ignored');
  }

  /** A file, or taking it back, brought another view: the page around it follows as it follows a link. */
  #follow(): void {
    this.write();
    window.dispatchEvent(new HashChangeEvent('hashchange'));
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
    const { fragment, whole, tooLong } = encodeLab(this.lab.state, this.catalog);
    this.#written = whole;
    writeAddress(fragment, whole);
    if (!tooLong) {
      this.notices.remove('long');
      return location.href;
    }
    const size = `${counted.format(tooLong)} characters; links above ${counted.format(longestFragment)} are cut by many programs`;
    const keep = this.lab.state.mode === 'edit' ? '; “Save as file” keeps them for good' : '';
    this.notices.show(
      'long',
      `These changes are too long for a link (${size}). The address holds everything else. This tab keeps them, over a reload too${keep}.`,
    );
    return undefined;
  }
}
