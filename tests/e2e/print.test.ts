/** What paper says of two runs, where no control can be looked at. */
import { expect, it } from 'vitest';
import type {} from '../../web/site/lab/index.ts';
import { harness } from './harness.ts';

const { open } = harness();

it('an edit is printed with its numbers, its mechanism and the parameters', async () => {
  const page = await open('#view=edit&text=the+bank');
  await page.waitFor('.sides .chip');
  await page.evaluate(() => {
    const lab = document.querySelector('attention-lab')!;
    lab.act({ edits: { pattern: { '0,1,0': 0.25 } }, second: { params: { temperature: 0.5 } } }, 'test');
  });
  await page.waitUntil(
    () => document.querySelector('attention-lab')!.renderRoot.querySelectorAll('.paper p').length === 3,
  );
  expect(
    await page.evaluate(
      () => getComputedStyle(document.querySelector('attention-lab')!.renderRoot.querySelector('.paper')!).display,
    ),
  ).toBe('none');
  await page.media('print');
  expect(await page.text('.paper')).toMatch(
    /^As computed: (.+)\. Parameters: Temperature 1\.00.*\n+Edited: \1\. Parameters: Temperature 0\.50.*\n+pattern at “bank → the”: 0\.250 \(computed .+\)$/,
  );
  expect((await page.box('#mechanism-first')).height).toBeGreaterThan(0);
});
