/** A model's example, step by step, forwards and backwards. */
import { describe, expect, it } from 'vitest';
import { violations } from './axe.ts';
import type { Page, PageOptions } from './driver.ts';
import { sideways } from './figure.ts';
import { harness } from './harness.ts';
import { isolated } from './server.ts';

const { open } = harness({ headers: isolated });

const tiny =
  '#task=reverse&model=transformer&model.layers=2&model.width=16&model.heads=2&model.hidden=16&train.batch=8&train.steps=4000';

const status = (page: Page, wanted: string) =>
  page.waitUntil(
    (what) => ((document.querySelector('train-page') ?? {}) as { session?: any }).session?.status === what,
    wanted,
    120_000,
  );

const stands = (page: Page) =>
  page.waitUntil(
    () => !!document.querySelector('model-stepper attention-stepper')?.shadowRoot?.querySelector('.der .final .big'),
    undefined,
    60_000,
  );

const opened = async (options?: PageOptions): Promise<Page> => {
  const page = await open(`train.html${tiny}`, options);
  await status(page, 'ready');
  await page.click('[data-action="step-through"]');
  await stands(page);
  return page;
};

/** Where the stepper is, and what it says of the pinned cell. */
const told = (page: Page) =>
  page.evaluate(() => {
    const stepper = document.querySelector('model-stepper') as any;
    const { figure } = stepper.figure;
    const chain = figure.story?.chain[0];
    return {
      index: figure.index as number,
      all: figure.frames.length as number,
      stage: figure.frame.stage as string,
      form: chain?.form as string,
      value: chain?.value as number,
      sum: (chain?.terms ?? []).reduce((sum: number, term: any) => sum + term.value, 0) as number,
      shown: stepper.figure.shadowRoot.querySelector('.der .final .big')?.textContent?.trim() as string,
      spoken: stepper.figure.shadowRoot.querySelector('.spoken[aria-live]')?.textContent as string,
      direction: stepper.direction as string,
    };
  });

const until = (page: Page, form: string) =>
  page.waitUntil(
    (wanted) => (document.querySelector('model-stepper') as any).figure.figure.story?.chain[0]?.form === wanted,
    form,
    60_000,
  );

describe('a model, step by step', { timeout: 240_000 }, () => {
  it('opens at an attention, steps on, and is walked backwards number by number', async () => {
    const page = await opened();
    const first = await told(page);
    expect(first).toMatchObject({ stage: 'normalise', form: 'softmax', direction: 'forward' });
    expect(first.all).toBeGreaterThan(40);
    expect(await page.evaluate(() => document.activeElement!.tagName)).toBe('H2');
    // Keys are the stepper's own from the moment it has the focus: nothing is trained by them.
    await page.key('ArrowRight');
    await page.waitUntil(
      (at) => (document.querySelector('model-stepper') as any).figure.figure.index === at + 1,
      first.index,
    );
    await page.key('a');
    await page.click('[data-action="backward"]');
    await until(page, 'gradient');
    const back = await told(page);
    expect(back).toMatchObject({ direction: 'backward', stage: 'back_normalise' });
    expect(back.sum).toBeCloseTo(back.value, 5);
    expect(Number(back.shown.replace('−', '-'))).toBeCloseTo(back.value, 3);
    expect(back.spoken).toContain('the loss changes by');
    // Another cell, chosen in its matrix.
    const grid = 'model-stepper .grid[data-tensor$="pattern"]';
    const box = await page.box(grid);
    await page.clickAt(grid, box.width - 5, box.height - 5);
    await page.waitUntil(
      (was) => (document.querySelector('model-stepper') as any).figure.figure.story?.chain[0]?.value !== was,
      back.value,
    );
    const other = await told(page);
    expect(other.sum).toBeCloseTo(other.value, 5);
    // In a matrix the key means its first cell.
    await page.focus('[data-action="backward"]');
    await page.key('Home');
    await page.waitUntil(() => (document.querySelector('model-stepper') as any).figure.figure.frame.result === 'loss');
    expect((await page.evaluate(() => (document.querySelector('train-page') as any).session.run.step)) as number).toBe(
      0,
    );
  });

  it('walks back from any number, and to the loss again', async () => {
    const page = await opened();
    await page.click('[data-action="from-this"]');
    await until(page, 'gradient');
    expect(await page.text('.model-steps .says')).toContain('pattern[');
    await page.click('[data-action="from-loss"]');
    await page.waitUntil(() => document.querySelector('.model-steps .says')!.textContent!.includes('from the loss'));
  });

  it('closes with the focus where it was, and when training begins', async () => {
    const page = await opened();
    await page.click('.model-steps .close');
    expect(await page.count('model-stepper')).toBe(0);
    expect(await page.evaluate(() => document.activeElement!.getAttribute('data-action'))).toBe('step-through');
    await page.click('[data-action="step-through"]');
    await stands(page);
    await page.click('[data-action="step"]');
    await page.waitUntil(() => !document.querySelector('model-stepper'));
    await status(page, 'paused');
  });

  it('stops training while it is open, and lets it go on afterwards', async () => {
    const page = await open(`train.html${tiny}`);
    await status(page, 'ready');
    await page.click('[data-action="play"]');
    await status(page, 'training');
    await page.click('[data-action="step-through"]');
    await stands(page);
    await status(page, 'paused');
    await page.click('.model-steps .close');
    await status(page, 'training');
  });

  for (const theme of ['light', 'dark'] as const)
    for (const width of [1440, 390])
      it(`can be used by everybody (${theme}, ${width})`, async () => {
        const page = await opened({ theme, width, height: 844 });
        expect(await violations(page)).toEqual([]);
        await page.click('[data-action="backward"]');
        await until(page, 'gradient');
        expect(await violations(page)).toEqual([]);
        expect(await sideways(page)).toBe(0);
      });
});
