/** What a visitor meets when the engine's worker goes away. */
import { describe, expect, it } from 'vitest';
import type {} from '../../web/site/lab/index.ts';
import type { Page } from './driver.ts';
import { figureReady, part, settled } from './figure.ts';
import { harness } from './harness.ts';

const { open } = harness();

type Kept = typeof globalThis & { workers: Worker[] };

/** A page whose workers are within the test's reach. */
const opened = (path = ''): Promise<Page> =>
  open(path, {
    before: () => {
      const kept = globalThis as Kept;
      kept.workers = [];
      kept.Worker = class extends Worker {
        constructor(...all: ConstructorParameters<typeof Worker>) {
          super(...all);
          kept.workers.push(this);
        }
      };
    },
  });

const vanish = (page: Page) =>
  page.evaluate(() => (globalThis as Kept).workers.forEach((worker) => worker.terminate()));

const words = (page: Page) =>
  page.evaluate(() => document.querySelector('attention-stepper')!.figure.session.trace?.tokens.join(' '));

const cancel = '.running button';
const again = '.notice button.plain';

describe('the playground', () => {
  it('offers to try again when the worker fails, and goes on with another', async () => {
    const page = await opened();
    await figureReady(page);
    await page.evaluate(async () => {
      const figure = document.querySelector('attention-stepper')!;
      figure.state = { text: 'the river' };
      await figure.updateComplete;
      for (const worker of (globalThis as Kept).workers)
        worker.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }));
    });
    await page.waitFor('.notice.error');
    expect(await page.text('.notice.error')).toContain('out of memory');
    expect(await page.text(again)).toBe('Try again');
    await page.click(again);
    await page.waitUntil(() => !document.querySelector('attention-stepper')!.figure.session.problem);
    await settled(page);
    expect(await words(page)).toBe('the river');
    await page.waitFor(part.result);
  });

  it('cancels at once when the worker is gone without a word, and computes after all', async () => {
    const page = await opened();
    await figureReady(page);
    await vanish(page);
    await page.evaluate(() => void (document.querySelector('attention-stepper')!.state = { text: 'the river' }));
    await page.click(cancel);
    expect(await page.count(cancel)).toBe(0);
    await page.click(again);
    await page.waitUntil(
      () => document.querySelector('attention-stepper')!.figure.session.trace?.tokens.join(' ') === 'the river',
    );
  });
});

it('a view of two runs cancels at once too, and computes after all', async () => {
  const page = await opened('#view=edit');
  await page.waitFor('.sides .chip');
  await vanish(page);
  await page.evaluate(() => document.querySelector('attention-lab')!.setText('the river'));
  await page.click(cancel);
  expect(await page.count(cancel)).toBe(0);
  await page.click(again);
  await page.waitUntil(
    () => document.querySelector('attention-lab')!.pair?.trace.first.tokens.join(' ') === 'the river',
  );
});
