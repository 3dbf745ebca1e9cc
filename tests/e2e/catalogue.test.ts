import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../web/engine/types.ts';
import type { Page } from './driver.ts';
import { figureReady, part, root, setState, settled, shownEntry, slips } from './figure.ts';
import { harness } from './harness.ts';

const { open } = harness();

const catalog = JSON.parse(
  execFileSync(resolve(root, 'build/native/attention-catalog'), { encoding: 'utf8', maxBuffer: 1 << 26 }),
) as Catalog;
const ids = catalog.entries.filter((entry) => entry.kind === 'variant').map((entry) => entry.id);

/** From the first step to the last and back. */
const walk = async (page: Page): Promise<void> => {
  const steps = await page.count('.steps li');
  expect(steps).toBeGreaterThan(2);
  await page.click(part.step(1));
  const names: string[] = [];
  for (let i = 1; i < steps; i++) {
    names.push(await page.text(part.currentStep));
    await page.click(part.next);
  }
  await settled(page);
  for (const name of names.reverse()) {
    await page.click(part.previous);
    expect(await page.text(part.currentStep)).toBe(name);
  }
  expect(page.problems).toEqual([]);
};

describe('the page of every mechanism', () => {
  it.each(ids)('%s opens, steps to its end and back', async (id) => {
    const page = await open(`#variant=${id}`, { theme: 'light' });
    await figureReady(page);
    expect(await shownEntry(page)).toBe(id);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    const thickest = await page.evaluate(() =>
      Math.max(
        0,
        ...[...document.querySelector('attention-stepper')!.shadowRoot!.querySelectorAll('.arc')].map((arc) =>
          Number(arc.getAttribute('stroke-width')),
        ),
      ),
    );
    expect(thickest, 'lines between words stay lines').toBeLessThan(6);
    expect(await slips(page)).toEqual([]);
    await walk(page);
  });

  it('steps in the dark, one mechanism after the other', async () => {
    const page = await open('', { theme: 'dark' });
    await figureReady(page);
    for (const id of ids) {
      await setState(page, { variant: id });
      await figureReady(page);
      await walk(page);
    }
  }, 600_000);
});
