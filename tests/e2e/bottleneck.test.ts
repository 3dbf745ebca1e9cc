/** The bottleneck, measured: drawn from docs/results, or how to make them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { violations } from './axe.ts';
import { root, sideways } from './figure.ts';
import { harness } from './harness.ts';

const { open } = harness();
const data = join(root, 'docs/results/bottleneck.json');
const there = existsSync(data);

describe('the page The bottleneck', { timeout: 120_000 }, () => {
  it.runIf(there)('draws every model of the result, with a phrase below each group of lengths', async () => {
    const runs = JSON.parse(readFileSync(data, 'utf8'));
    const page = await open('bottleneck.html');
    await page.waitFor('.figure .lines');
    expect(await page.count('.figure .lines .line')).toBe(runs.length);
    const places = await page.count('.places > div');
    expect(places).toBeGreaterThan(1);
    expect(await page.count('.figure .lines .interval')).toBe(runs.length * places);
    expect(await page.count('.places .k:empty')).toBe(0);
    expect(await page.count('.measured tbody tr')).toBe(runs.length);
    const first = await page.text('.measured tbody .number');
    await page.click('[data-measure="phrases"]');
    await page.waitUntil((before) => document.querySelector('.measured tbody .number')!.textContent !== before, first);
    expect(await page.evaluate(() => location.hash)).toBe('#measure=phrases');
    expect(await page.evaluate(async () => (await fetch('./results/bottleneck.json')).ok)).toBe(true);
  });

  it.skipIf(there)('says how to make the result where it is missing', async () => {
    const page = await open('bottleneck.html');
    await page.waitFor('.missing');
    expect(await page.text('pre')).toContain('npm run results -- bottleneck');
  });

  for (const theme of ['light', 'dark'] as const)
    for (const width of [1440, 390])
      it(`can be used by everybody (${theme}, ${width})`, async () => {
        const page = await open('bottleneck.html', { theme, width, height: 844 });
        await page.waitFor('h1');
        expect(await violations(page)).toEqual([]);
        expect(await sideways(page)).toBe(0);
      });
});
