import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../web/engine/types.ts';
import type { Page } from './driver.ts';
import { figureReady, part, root, setState, sideways, slips } from './figure.ts';
import { harness } from './harness.ts';

const { open } = harness();

const catalog = JSON.parse(
  execFileSync(resolve(root, 'build/native/attention-catalog'), { encoding: 'utf8', maxBuffer: 1 << 26 }),
) as Catalog;
const ids = catalog.entries.filter((entry) => entry.kind === 'variant').map((entry) => entry.id);

/** From the first step to the last and back, in the page itself: thousands of steps, each asked for from here, took minutes. */
const walk = async (page: Page, id: string): Promise<void> => {
  const { there, back } = await page.evaluate(
    async ({ first, next, previous, current }) => {
      const figure = document.querySelector('attention-stepper')!;
      const find = (target: string) => figure.shadowRoot!.querySelector<HTMLElement>(target)!;
      const steps = figure.shadowRoot!.querySelectorAll('.steps li').length;
      const press = async (target: string) => {
        find(target).click();
        await figure.updateComplete;
        await new Promise(requestAnimationFrame); // drawn, with whatever that may throw
        return find(current).textContent;
      };
      const there = [await press(first)];
      while (there.length < steps) there.push(await press(next));
      const back = [there.at(-1)!];
      while (back.length < steps) back.push(await press(previous));
      return { there, back };
    },
    { first: part.step(1), next: part.next, previous: part.previous, current: part.currentStep },
  );
  expect(there.length, id).toBeGreaterThan(2);
  expect(back.reverse(), id).toEqual(there);
  expect(page.problems, id).toEqual([]);
};

const shows = async (page: Page, id: string): Promise<void> => {
  await page.waitUntil(
    (wanted) => {
      const { session } = document.querySelector('attention-stepper')!.figure;
      return session.trace?.entry === wanted && !session.running;
    },
    id,
    60_000, // as long as a first run on a busy machine may take
  );
  await figureReady(page);
};

// Sixty mechanisms, about a second each.
const patience = 600_000;

describe('the page of every mechanism', () => {
  it(
    'opens by its link, steps to its end and back',
    async () => {
      const page = await open('', { theme: 'light' });
      await figureReady(page);
      for (const id of ids) {
        await page.evaluate((wanted) => void (location.hash = `variant=${wanted}`), id);
        await shows(page, id);
        expect(await sideways(page), id).toBeLessThanOrEqual(0);
        const thickest = await page.evaluate(() =>
          Math.max(
            0,
            ...[...document.querySelector('attention-stepper')!.shadowRoot!.querySelectorAll('.arc')].map((arc) =>
              Number(arc.getAttribute('stroke-width')),
            ),
          ),
        );
        expect(thickest, `${id}: lines between words stay lines`).toBeLessThan(6);
        expect(await slips(page), id).toEqual([]);
        await walk(page, id);
      }
    },
    patience,
  );

  it(
    'steps in the dark, one mechanism after the other',
    async () => {
      const page = await open('', { theme: 'dark' });
      await figureReady(page);
      for (const id of ids) {
        await setState(page, { variant: id });
        await shows(page, id);
        await walk(page, id);
      }
    },
    patience,
  );
});
