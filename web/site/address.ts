import type { Catalog } from '../engine/types.ts';
import { decode } from './link/decode.ts';
import { wholeHere, writeAddress } from './held.ts';
import { encode, longestFragment } from './link/encode.ts';
import type { LinkState } from './link/state.ts';
import type { Notices } from './notices.ts';

/** The figure, as the address needs it. */
interface Stateful extends HTMLElement {
  state: LinkState;
}

// One change of a slider is dozens of events; browsers refuse more than about a hundred replaceState calls in 30 s.
const settle = 250;

const counted = new Intl.NumberFormat('en');

/** Keeps the address's fragment and the figure's state the same, whichever changes. */
export class Address {
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What the page itself wrote, so that it is not read back. */
  #written = '';

  constructor(
    private readonly figure: Stateful,
    private readonly catalog: Catalog,
    private readonly notices: Notices,
    /** The fragment belongs to another view. */
    private readonly elsewhere: () => boolean = () => false,
  ) {}

  start(): void {
    if (wholeHere() && !this.elsewhere()) this.read();
    window.addEventListener('hashchange', () => {
      if (!this.elsewhere() && wholeHere() !== this.#written) this.read();
    });
    this.figure.addEventListener('state-change', () => this.soon());
    // Leaving within the delay must not lose the last change.
    window.addEventListener('pagehide', () => this.flush());
  }

  read(): void {
    // What was still to be written belongs to the entry of the history that is left.
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#written = wholeHere();
    const { state, ignored } = decode(this.#written, this.catalog);
    this.figure.state = state;
    if (ignored.length) this.notices.show('ignored', 'Some of this link could not be used:', ignored);
    else this.notices.remove('ignored');
  }

  /** Makes a change that Back undoes: an entry of the history for what was, one for what is. */
  step(change: () => void): void {
    this.write();
    change();
    this.write(true);
  }

  /** Writes the state into the address after a pause. */
  soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), settle);
  }

  flush(): void {
    if (this.#timer !== undefined) this.write();
  }

  /** The link to what is on show; undefined when the text is too long for one. */
  write(asStep = false): string | undefined {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.elsewhere()) return undefined;
    const { fragment, whole, tooLong } = encode(this.figure.state, this.catalog);
    this.#written = whole;
    writeAddress(fragment, whole, asStep);
    if (!tooLong) {
      this.notices.remove('long');
      return location.href;
    }
    const size = `${counted.format(tooLong)} characters; links above ${counted.format(longestFragment)} are cut by many programs`;
    this.notices.show(
      'long',
      `This text is too long for a link (${size}). The address holds everything but the text, which stays with this tab alone; “Embed” carries the text too.`,
    );
    return undefined;
  }
}
