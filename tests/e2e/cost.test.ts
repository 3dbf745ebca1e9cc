import { describe, expect, it } from 'vitest';
import { violations } from './axe.ts';
import { figureReady, settled, sideways } from './figure.ts';
import { harness } from './harness.ts';

const { open } = harness();

const opened = async (path = '', options = {}) => {
  const page = await open(path, options);
  await figureReady(page);
  await page.click('.cost > summary');
  await page.waitFor('.cost [data-action="measure"]');
  return page;
};

/** Eight lengths, the longest a second or so on a busy machine. */
const patience = 60_000;

describe('the cost', () => {
  it('is not loaded before somebody asks', async () => {
    const page = await open();
    await figureReady(page);
    expect(page.requests.filter((url) => /assets\/panel-/.test(url))).toEqual([]);
  });

  it('of the run on show is counted, and follows the mechanism', async () => {
    const page = await opened('#text=the+animal+was+tired');
    const before = await page.text('.cost .bars');
    expect(before).toMatch(/\d/);
    await page.select('#mechanism', 'additive');
    await settled(page);
    await page.waitUntil((text) => document.querySelector('.cost .bars')!.textContent !== text, before);
    expect(await page.text('.cost-panel')).not.toMatch(/NaN|undefined|Infinity|cost\./);
  });

  it(
    'is measured as the text grows, drawn and written as a table',
    async () => {
      const page = await opened();
      await page.click('.cost [data-action="measure"]');
      await page.waitFor('.cost progress');
      await page.waitUntil(() => document.querySelectorAll('.cost .chart').length === 3, undefined, patience);
      expect(await page.count('.cost .as-table tbody tr')).toBeGreaterThan(4);
      // Guides are whole: from the picture's left end to the last point of the line, within its frame.
      const guides = await page.evaluate(() =>
        [...document.querySelectorAll('.cost .chart')].flatMap((chart) => {
          const last = [...chart.querySelectorAll('circle')].at(-1)!;
          return [...chart.querySelectorAll('.guide')].map((one) => {
            const [x0, y0, x1, y1] = one
              .getAttribute('d')!
              .match(/-?[\d.]+/g)!
              .map(Number) as [number, number, number, number];
            const meets = Math.hypot(x1 - Number(last.getAttribute('cx')), y1 - Number(last.getAttribute('cy'))) < 0.5;
            return x0 >= 64 && y0 <= 182.5 && y1 >= 11.5 && meets;
          });
        }),
      );
      expect(guides).toEqual([true, true, true, true, true, true]);
      expect(await page.text('.cost .note[role="status"]')).toMatch(/n\^\d\.\d/);
      expect(await violations(page)).toEqual([]);
    },
    2 * patience,
  );

  it(
    'stops measuring when told to',
    async () => {
      const page = await opened('#variant=additive');
      await page.click('.cost [data-action="measure"]');
      await page.click('.cost [data-action="cancel"]');
      await page.waitFor('.cost [data-action="measure"]');
      expect(await page.count('.cost .chart')).toBe(0);
    },
    2 * patience,
  );

  it('fits a phone', async () => {
    const page = await opened('', { width: 390, height: 844, theme: 'dark' });
    expect(await sideways(page)).toBe(0);
    expect(await violations(page)).toEqual([]);
  });
});
