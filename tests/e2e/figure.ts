/** What the tests know of the figure: where its parts are, and how to wait for it. */
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
// The element's own type: tests read numbers from its session.
import type {} from '../../web/elements/index.ts';
import type { LinkState } from '../../web/site/link/state.ts';
import type { Page } from './driver.ts';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
export const site = resolve(root, 'dist/site');

/** Starting the engine and the first run on a busy machine of two cores. */
const patience = 40_000;

export const part = {
  word: (i: number) => `.chip[data-i="${i}"]`,
  chosen: '.chip.query',
  step: (i: number) => `.steps li:nth-child(${i}) button`,
  currentStep: '.steps li.cur .nm',
  next: '.trans button[aria-label="Next step"]',
  previous: '.trans button[aria-label="Previous step"]',
  play: '.trans .play',
  heat: 'canvas.heat',
  grid: (tensor: string) => `.grid[data-tensor="${tensor}"]`,
  result: '.der .final .big',
  badge: '.badge',
  own: 'button.own',
  editor: '.editor textarea',
  figureNotice: 'attention-stepper .notice',
  pageNotice: '.notices .notice',
  loader: '.loader button',
  reset: '.params .reset',
} as const;

/** Waits until every figure of the page shows a run. */
export const figureReady = (page: Page): Promise<void> =>
  page.waitUntil(
    () => {
      const figures = [...document.querySelectorAll('attention-stepper')];
      return (
        figures.length > 0 &&
        figures.every(
          (f) =>
            f.figure?.session.trace !== undefined &&
            !f.figure.session.running &&
            !!f.shadowRoot?.querySelector('canvas.heat'),
        )
      );
    },
    undefined,
    patience,
  );

/** Waits until nothing runs, trace or not. */
export const settled = async (page: Page): Promise<void> => {
  await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
  await page.waitUntil(
    () =>
      [...document.querySelectorAll('attention-stepper')].every(
        (f) =>
          f.figure &&
          !f.figure.session.running &&
          (f.figure.session.trace !== undefined || f.figure.session.problem !== undefined),
      ),
    undefined,
    patience,
  );
};

export const state = (page: Page): Promise<LinkState> =>
  page.evaluate(() => document.querySelector('attention-stepper')!.state);

/** The mechanism on show; the state does not name the one that a figure opens with. */
export const shownEntry = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.querySelector('attention-stepper')!.figure.session.trace?.entry);

export const setState = async (page: Page, next: LinkState): Promise<void> => {
  await page.evaluate((value) => void (document.querySelector('attention-stepper')!.state = value), next);
  await settled(page);
};

/** FNV-1a over the bits of every tensor that was copied out: equal digits, equal text. */
export const digits = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { trace } = document.querySelector('attention-stepper')!.figure.session;
    if (!trace) return 'no trace';
    return trace.tensors
      .filter((info) => info.whole)
      .map((info) => {
        const { data } = trace.tensor(info.name);
        const words = new Uint32Array(new Float32Array(data).buffer);
        let hash = 0x811c9dc5;
        for (const word of words) hash = Math.imul(hash ^ word, 0x01000193) >>> 0;
        return `${info.name}:${hash.toString(16)}`;
      })
      .join('\n');
  });

/** No number of the run is NaN. */
export const hasNaN = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const { trace } = document.querySelector('attention-stepper')!.figure.session;
    return !!trace?.tensors.some(
      (info) => info.whole && trace.tensor(info.name).data.some((value) => Number.isNaN(value)),
    );
  });

/** What the figures say that no visitor should read: the marks of a number or a value that went missing. */
export const slips = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('attention-stepper')].flatMap((f) =>
      [...(f.shadowRoot?.querySelectorAll('*') ?? [])]
        .filter((one) => one.childElementCount === 0 && !one.closest('.notice'))
        .map((one) => one.textContent?.trim() ?? '')
        .filter((text) => /\bNaN\b|\bundefined\b|\[object|^[A-Z]_\w/.test(text)),
    ),
  );

/** All the text of the figures. */
export const figureText = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [...document.querySelectorAll('attention-stepper')].map((f) => f.shadowRoot?.textContent).join('\n'),
  );

/** Pixels by which the page can be scrolled sideways. */
export const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
