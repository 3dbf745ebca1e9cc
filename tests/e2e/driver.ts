/**
 * What the browser tests need of a browser, and no more: one implementation per engine
 * (Chromium in chromium.ts; others can follow behind the same interface).
 *
 * `target` is a CSS selector that pierces open shadow roots.
 */
export interface PageOptions {
  width?: number;
  height?: number;
  theme?: 'light' | 'dark';
  reducedMotion?: boolean;
  /** The system's own colours, as in Windows' contrast themes. */
  forcedColors?: boolean;
  /** Runs in the page before its own scripts; its text is sent, as that of `evaluate`. */
  before?: () => void;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Page {
  goto(url: string): Promise<void>;
  click(target: string): Promise<void>;
  /** Clicks a point inside the target, in CSS pixels from its top left corner. */
  clickAt(target: string, x: number, y: number): Promise<void>;
  /** Presses on the first point of the target, goes to each of the others in one jump, lets go. */
  drag(target: string, points: readonly (readonly [number, number])[]): Promise<void>;
  hoverAt(target: string, x: number, y: number): Promise<void>;
  focus(target: string): Promise<void>;
  fill(target: string, text: string): Promise<void>;
  select(target: string, value: string): Promise<void>;
  /** A key by its DOM name: `ArrowRight`, `Enter`, `Tab`, ` `. */
  key(name: string): Promise<void>;
  type(text: string): Promise<void>;
  /** As from another program. */
  paste(text: string): Promise<void>;
  /** The next file that the page asks for. */
  giveFile(name: string, text: string, ask: () => Promise<void>): Promise<void>;
  box(target: string): Promise<Box>;
  text(target: string): Promise<string>;
  count(target: string): Promise<number>;
  waitFor(target: string, timeout?: number): Promise<void>;
  /** Runs a function in the page; its text is sent, so it may use nothing from outside but `argument`. */
  evaluate<R, A = undefined>(body: (argument: A) => R | Promise<R>, argument?: A): Promise<R>;
  /** Waits until the function in the page returns true. */
  waitUntil<A = undefined>(
    body: (argument: A) => boolean | Promise<boolean>,
    argument?: A,
    timeout?: number,
  ): Promise<void>;
  /** As on paper, or on the screen again. */
  media(kind: 'print' | 'screen'): Promise<void>;
  /** Cuts the page off from the net, or lets it back. */
  offline(is: boolean): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  screenshot(file: string): Promise<void>;
  /** Runs a script file in the page (axe-core), whatever the page's policy. */
  inject(file: string): Promise<void>;
  /** Console errors and uncaught exceptions so far. */
  readonly problems: string[];
  /** Every address the page asked for. */
  readonly requests: string[];
  close(): Promise<void>;
}

export interface Driver {
  newPage(options?: PageOptions): Promise<Page>;
  close(): Promise<void>;
}
