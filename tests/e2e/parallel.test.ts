/** One transformer asked twice: all positions in one call, and one call after another. Times are measured, never judged. */
import { describe, expect, it } from 'vitest';
import { violations } from './axe.ts';
import type { Page, PageOptions } from './driver.ts';
import { sideways } from './figure.ts';
import { harness } from './harness.ts';
import { isolated } from './server.ts';

const { open, openUrl, serve } = harness({ headers: isolated });
const patience = 240_000;

const measured = (page: Page, word: string) =>
  page.waitUntil((wanted) => (document.querySelector('parallel-page') as any)?.measured.has(wanted), word, patience);

const parallel = async (word: string, options?: PageOptions): Promise<Page> => {
  const page = await open(`parallel.html#word=${word}`, options);
  await measured(page, word);
  return page;
};

const told = (page: Page, word: string): Promise<any> =>
  page.evaluate((wanted) => (document.querySelector('parallel-page') as any).measured.get(wanted), word);

describe('the page Parallel or not', { timeout: 300_000 }, () => {
  it('measures one call, and as many in a row as there are sounds', async () => {
    const page = await parallel('czar');
    const { sounds, calls, once, reads } = await told(page, 'czar');
    expect(calls).toHaveLength(sounds.length + 1);
    expect(once).toBeGreaterThan(0);
    expect(calls.reduce((sum: number, one: number) => sum + one, 0)).toBeGreaterThan(0);
    expect(reads).toHaveLength(sounds.length);
    for (const [i, row] of reads.entries()) {
      expect(row.slice(i + 1).every((weight: number) => weight === 0)).toBe(true);
      expect(row.reduce((sum: number, weight: number) => sum + weight, 0)).toBeCloseTo(1, 4);
    }
    await page.waitUntil((count) => document.querySelectorAll('.track .call').length === count, sounds.length + 1);
    expect(await page.text('h1')).toContain(`${calls.length} calls in a row`);
  });

  it('fills one triangle at once and the other row by row', async () => {
    const page = await parallel('czar');
    const open = (which: number) =>
      page.evaluate((at) => document.querySelectorAll('.triangle')[at]!.querySelectorAll('.open').length, which);
    await page.focus('main');
    await page.key('Home');
    await page.waitUntil(() => document.querySelector('.go')!.textContent!.includes('Nothing is computed'));
    const all = await open(0);
    expect(all).toBeGreaterThan(0);
    expect(await open(1)).toBe(all);
    await page.key('ArrowRight');
    await page.key('ArrowRight');
    await page.waitUntil(() => document.querySelector('.go')!.textContent!.includes('Call 2 of'));
    expect(await open(1)).toBe(all - 1);
    await page.key('End');
    await page.waitUntil(() => document.querySelectorAll('.triangle .open').length === 0);
  });

  it('keeps every length that was looked at, and is told by its address', async () => {
    const page = await parallel('czar');
    await page.focus('#word');
    await page.key('ArrowRight');
    await measured(page, 'knights');
    await page.waitUntil(() => document.querySelectorAll('.measured tbody tr').length === 2);
    expect(await page.evaluate(() => location.hash)).toBe('#word=knights');
    const [short, long] = [await told(page, 'czar'), await told(page, 'knights')];
    expect(long.calls.length).toBeGreaterThan(short.calls.length);
  });

  it('can be stopped while it loads, and begun again', async () => {
    let stalls = true;
    const site = await serve({
      headers: isolated,
      intercept: (path) => stalls && path === 'models/g2p_transformer/weights.safetensors',
    });
    const page = await openUrl(`${site.url}parallel.html#word=czar&colour=red`);
    await page.waitFor('[data-action="cancel"]');
    await page.click('[data-action="cancel"]');
    await page.waitFor('[data-action="load"]');
    expect(await page.text('.notices')).toContain('colour=red');
    stalls = false;
    await page.click('[data-action="load"]');
    await measured(page, 'czar');
  });

  for (const theme of ['light', 'dark'] as const)
    for (const width of [1440, 390])
      it(`can be used by everybody (${theme}, ${width})`, async () => {
        const page = await parallel('knights', { theme, width, height: 844 });
        await page.waitFor('.triangle');
        expect(await violations(page)).toEqual([]);
        expect(await sideways(page)).toBe(0);
      });
});
