import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../web/engine/types.ts';
import { violations } from './axe.ts';
import type { Page } from './driver.ts';
import { figureReady, root, sideways, state } from './figure.ts';
import { harness } from './harness.ts';

const catalog = JSON.parse(readFileSync(join(root, 'web/generated/catalog.json'), 'utf8')) as Catalog;
const variants = catalog.entries.filter((entry) => entry.kind === 'variant');

/** Fifty cards and more, whatever the catalogue holds today. */
const many: Catalog = {
  ...catalog,
  entries: [
    ...Array.from({ length: 60 }, (_, i) => ({ ...variants[i % variants.length]!, name: `Number ${i}` })),
    ...catalog.entries.filter((entry) => entry.kind === 'model'),
  ],
};

const { open } = harness({
  intercept: (path, _, response) => {
    if (!/^assets\/catalog-.*\.json$/.test(path)) return false;
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(many));
    return true;
  },
});

const navigation = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('.bar nav.views a')].map((one) => [
      one.textContent,
      new URL(one.href).pathname + new URL(one.href).hash,
    ]),
  );

describe('every page', () => {
  it('has the same ways to the others, in the same order', async () => {
    const first = await open();
    await figureReady(first);
    const ways = await navigation(first);
    expect(ways.map(([name]) => name)).toEqual(['Playground', 'Compare', 'Perturb', 'Edit', 'Gallery', 'Models']);
    for (const path of ['gallery.html', 'mechanisms/', `mechanisms/${variants[0]!.id}/`])
      expect(await navigation(await open(path)), path).toEqual(ways);
  });

  it('names its actions on a phone, on one line', async () => {
    const page = await open('', { width: 390, height: 844 });
    await figureReady(page);
    const acts = await page.evaluate(() =>
      [...document.querySelectorAll('.act:not(.icon)')].map((one) => ({
        top: Math.round(one.getBoundingClientRect().top),
        words: one.querySelector('span')!.getBoundingClientRect().width,
      })),
    );
    expect(acts.length).toBe(4);
    expect(new Set(acts.map(({ top }) => top)).size).toBe(1);
    for (const { words } of acts) expect(words).toBeGreaterThan(20);
    expect(await sideways(page)).toBe(0);
  });
});

const cards = '.card';
const drawn = '.picture[data-state="drawn"]';

const filled = (page: Page) => page.waitUntil(() => document.querySelectorAll('.card').length > 0);
const atRest = (page: Page) =>
  page.waitUntil(
    () =>
      ![...document.querySelectorAll('.picture[data-state="waiting"]')].some((place) => {
        const { top, bottom } = place.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      }),
    undefined,
    30_000,
  );

describe('the gallery', () => {
  it('is reached from the playground, and leads into it and back', async () => {
    const page = await open();
    await figureReady(page);
    await page.click('.views a[href="./gallery.html"]');
    await filled(page);
    await page.click('.card:nth-child(2) .open');
    await figureReady(page);
    const { variant } = await state(page);
    const shown = await page.evaluate(() => document.querySelector<HTMLSelectElement>('#mechanism')!.value);
    expect(variants.map((entry) => entry.id)).toContain(variant ?? shown);
    await page.evaluate(() => void setTimeout(() => history.back()));
    await filled(page);
  });

  it('draws what is in view, and the rest when it comes there', async () => {
    const page = await open('gallery.html');
    await filled(page);
    await atRest(page);
    const before = await page.count(drawn);
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(await page.count(cards));
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await atRest(page);
    expect(await page.count(drawn)).toBeGreaterThan(before);
    expect(await page.count('.picture[data-state="failed"]')).toBe(0);
    expect(await page.text('.card:last-child .what')).not.toContain('…');
  });

  it('finds by typing, and keeps it in the address', async () => {
    const page = await open('gallery.html#view=timeline');
    await filled(page);
    expect(await page.count('.year')).toBeGreaterThan(1);
    await page.focus('#search');
    await page.type('number 43');
    await page.waitUntil(() => document.querySelectorAll('.card').length === 1);
    expect(await page.text('.count')).toBe(`1 of ${many.entries.length} mechanisms`);
    expect(await page.evaluate(() => location.hash)).toBe('#search=number+43&view=timeline');
    await page.click('[data-view="grid"]');
    await page.evaluate(() => void setTimeout(() => location.reload()));
    await page.waitUntil(() => document.querySelectorAll('.card').length === 1);
    expect(await page.evaluate(() => document.querySelector<HTMLInputElement>('#search')!.value)).toBe('number 43');
    await page.click('[data-action="reset"]');
    await page.waitUntil((all) => document.querySelectorAll('.card').length === all, many.entries.length);
  });

  it('finds by the models that use a mechanism, and leads to where that is said', async () => {
    const page = await open('gallery.html#search=llama');
    await filled(page);
    const found = await page.evaluate(() =>
      [...document.querySelectorAll('.card')].map((card) => ({
        says: card.querySelector('.used')?.textContent ?? '',
        links: [...card.querySelectorAll<HTMLAnchorElement>('.used a')].map((link) => link.href),
      })),
    );
    expect(found.length).toBeLessThan(many.entries.length);
    for (const { says, links } of found) {
      expect(says).toMatch(/^Used by .*llama/i);
      expect(links[0]).toMatch(/^https:/);
    }
  });

  it('says what of a link it could not use', async () => {
    const page = await open('gallery.html#family=nonsense&colour=red');
    await filled(page);
    expect(await page.text('.notices .notice')).toContain('family=nonsense');
    expect(await page.count(cards)).toBe(many.entries.length);
  });

  it.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
  ] as const)('breaks no rule of accessibility, %s, %i pixels wide', async (theme, width) => {
    for (const view of ['grid', 'timeline']) {
      const page = await open(`gallery.html#view=${view}`, { theme, width, height: 844 });
      await filled(page);
      await atRest(page);
      expect(await violations(page)).toEqual([]);
      expect(await sideways(page)).toBe(0);
    }
  });
});
