import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Notices } from './notices.ts';
import { say } from './words.ts';

/** The address's fragment as a page's state: followed where somebody else changes it, written where the page does. */
export class Fragment implements ReactiveController {
  #written = '';

  constructor(
    host: ReactiveControllerHost,
    private readonly changed: () => void,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    window.addEventListener('hashchange', this.#follow);
  }

  hostDisconnected(): void {
    window.removeEventListener('hashchange', this.#follow);
  }

  /** What stands there, which the page knows from now on. */
  read(): string {
    this.#written = location.hash.slice(1);
    return this.#written;
  }

  write(fragment: string): void {
    this.#written = fragment;
    history.replaceState(null, '', `#${fragment}`);
  }

  readonly #follow = (): void => {
    if (location.hash.slice(1) !== this.#written) this.changed();
  };
}

/** Says which parts of a link could not be used, as they stood there. */
export const sayIgnored = (notices: Notices, ignored: readonly string[]): void => {
  if (ignored.length) notices.show('ignored', say('gallery.ignored'), [...ignored]);
  else notices.remove('ignored');
};
