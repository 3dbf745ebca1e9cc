/** One tab of the dialog. */
export interface Panel {
  panel: HTMLElement;
  open?: () => void;
}

/** Runs work, saying meanwhile that it goes on, and afterwards what went wrong. */
export type During = (work: () => Promise<void> | void) => Promise<void>;
