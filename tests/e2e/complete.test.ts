/** A model draws what a picture lacks: by pixels, never by time. */
import { beforeAll, describe, expect, it } from 'vitest';
import { violations } from './axe.ts';
import type { Page, PageOptions } from './driver.ts';
import { sideways } from './figure.ts';
import { harness } from './harness.ts';
import { isolated } from './server.ts';
import { standingIn } from './standin.ts';

const setup = (goal: string) => ({
  setup: {
    model: 'image_transformer',
    task: 'digit_completion',
    modelParams: { layers: 1, width: 8, heads: 2, hidden: 8 },
    taskParams: { goal },
    settings: { batch: 4, schedule: 'constant', rate: 0.01 },
  },
  steps: 60,
});
const { ready, intercept } = standingIn({ digits_local: setup('complete'), digits_double: setup('double') });
const { open, serve, openUrl, expectProblem } = harness({ headers: isolated, intercept });
beforeAll(() => ready, 120_000);

interface Told {
  status: string;
  seen: number;
  told: number;
  all: number;
  shown: number;
  chosen: number;
  pictures: string[];
}

const told = (page: Page): Promise<Told> =>
  page.evaluate(() => {
    const { session } = document.querySelector('complete-page') as unknown as { session: any };
    const { painting } = session;
    return {
      status: session.status,
      seen: session.seen,
      told: painting?.told.length ?? 0,
      all: painting?.places.length ?? 0,
      shown: session.shown,
      chosen: painting?.verdict?.chosen ?? -1,
      pictures: painting
        ? Array.from({ length: painting.wish.pictures }, (_, i) => painting.at(painting.told.length, i).join(''))
        : [],
    };
  });

const until = (page: Page, wanted: string) =>
  page.waitUntil(
    (status) =>
      status.split('|').includes((document.querySelector('complete-page') as any)?.session?.status ?? 'none') &&
      (document.querySelector('complete-page') as any).session.picture !== undefined,
    wanted,
    240_000,
  );
const drawn = (page: Page, count: number) =>
  page.waitUntil(
    (many) => ((document.querySelector('complete-page') as any)?.session?.painting?.told.length ?? 0) >= many,
    count,
    240_000,
  );

const complete = async (hash = '', options?: PageOptions): Promise<Page> => {
  const page = await open(`complete.html${hash}`, options);
  await until(page, 'ready');
  return page;
};

const play = '[data-action="play"]';
/** Two rows are soon drawn. */
const short = 'kept=12';

describe('the page Complete', { timeout: 300_000 }, () => {
  it('draws the lower half, pixel by pixel, five times', async () => {
    const page = await complete(`#${short}`);
    await page.click(play);
    await until(page, 'done');
    const { all, seen, pictures } = await told(page);
    expect([all, seen, pictures.length]).toEqual([28, 28, 5]);
    expect(new Set(pictures).size).toBeGreaterThan(1);
    // All begin alike, and nothing is left open.
    expect(new Set(pictures.map((one) => one.slice(0, 12 * 14))).size).toBe(1);
    expect(pictures.join('')).not.toContain('-');
    expect(await page.text('h1')).toContain('5 ways');
    expect(await page.count('button.sample')).toBe(5);
    expect(await page.text('.sample.original')).toMatch(/\d\.\d\d bits/);
    expect(await page.text('.figures')).toMatch(/\d\.\d{3} bits per pixel/);
  });

  it('steps, tells what each pixel was drawn from, goes back, and draws on', async () => {
    const page = await complete(`#${short}`);
    await page.click('[data-action="step"]');
    await drawn(page, 1);
    await page.focus('main');
    await page.key('ArrowRight');
    await drawn(page, 2);
    expect(await page.text('#next')).toBe('Row 13, column 2');
    const shares = await page.evaluate(() =>
      [...document.querySelectorAll('.level .share')].map((one) => one.textContent),
    );
    expect(shares).toHaveLength(4);
    expect(await page.count('.level.drawn')).toBe(1);
    expect(await page.count('.paper .look')).toBeGreaterThan(0);
    await page.key('ArrowLeft');
    await page.waitUntil(() => document.querySelector('#next')!.textContent!.includes('column 1'));
    expect(await told(page)).toMatchObject({ seen: 1, told: 2, status: 'paused' });
    await page.click(play);
    await until(page, 'done');
    expect((await told(page)).all).toBe(28);
  });

  it('repeats by its seed, and draws another one', async () => {
    const page = await complete(`#${short}&seed=5`);
    await page.click(play);
    await until(page, 'done');
    const { pictures: first } = await told(page);
    await page.click(play);
    await until(page, 'drawing');
    await until(page, 'done');
    expect((await told(page)).pictures).toEqual(first);
    await page.click('[data-action="another"]');
    await page.waitUntil(() => location.hash.includes('seed=6'));
    await until(page, 'drawing');
    await until(page, 'done');
    expect((await told(page)).pictures).not.toEqual(first);
  });

  it('fills a hole that is moved by keys and by mouse, and chooses by what follows', async () => {
    const page = await complete('#way=hole&hole=4.4.2.2');
    await page.focus('g.hole');
    await page.key('ArrowRight');
    await page.waitUntil(() => location.hash.includes('hole=5.4.2.2'));
    const { width } = await page.box('.paper');
    const pixel = width / 14.1;
    await page.drag('.paper', [
      [5.5 * pixel, 4.5 * pixel],
      [7.5 * pixel, 6.5 * pixel],
    ]);
    await page.waitUntil(() => location.hash.includes('hole=7.6.2.2'));
    await page.drag('.paper', [
      [9.05 * pixel, 8.05 * pixel],
      [10.05 * pixel, 8.05 * pixel],
    ]);
    await page.waitUntil(() => location.hash.includes('hole=7.6.3.2'));
    await until(page, 'ready');
    await page.click(play);
    await until(page, 'done');
    const { all, pictures, chosen, shown } = await told(page);
    expect([all, pictures.length]).toEqual([6, 8]);
    expect(shown).toBe(chosen);
    expect(await page.count('.sample.chosen')).toBe(1);
    expect(await page.text('.about')).toContain('ours and not the paper');
  });

  it('makes a small picture large with the other model, and can be stopped', async () => {
    const page = await complete('#way=double');
    await page.waitFor('.source .known');
    await page.click(play);
    await drawn(page, 3);
    expect(await page.count('.source .look')).toBeGreaterThan(0);
    await page.click(play);
    await until(page, 'paused');
    const { told: before, all } = await told(page);
    expect(all).toBe(196);
    await page.click('[data-action="reset"]');
    await until(page, 'ready');
    expect((await told(page)).told).toBe(0);
    expect(before).toBeLessThan(196);
  });

  it('takes a picture of one’s own, and keeps it in the address', async () => {
    const page = await complete(`#${short}`);
    await page.click('[data-action="pencil"]');
    await page.click('[data-action="wipe"]');
    await page.waitUntil(() => location.hash.includes(`own=${'0'.repeat(196)}`));
    const { width } = await page.box('.paper');
    const pixel = width / 14.1;
    await page.drag('.paper', [
      [2.5 * pixel, 3.5 * pixel],
      [3.5 * pixel, 3.5 * pixel],
    ]);
    await page.waitUntil(() => new URLSearchParams(location.hash.slice(1)).get('own')!.slice(44, 46) === '33');
    await page.focus('.paper');
    await page.key('ArrowDown');
    await page.key('2');
    await page.waitUntil(() => new URLSearchParams(location.hash.slice(1)).get('own')![4 * 14 + 3] === '2');
    await page.click('[data-action="pencil"]');
    await until(page, 'ready');
    await page.click(play);
    await until(page, 'done');
    expect(await page.text('.sample.original')).toContain('as you drew it');
  });

  it('says what of a link it could not use, and which model is not there', async () => {
    const page = await complete('#way=up&seed=2');
    expect(await page.text('.notice')).toContain('way=up');
    const bare = await serve({
      intercept: (path, _, response) => path.startsWith('models/') && !!response.writeHead(404).end(),
    });
    expectProblem(/404/);
    const other = await openUrl(`${bare.url}complete.html`);
    await other.waitFor('.trouble');
    expect(await other.text('.trouble')).toContain('digits_local');
  });

  it('moves by itself where motion is welcome', async () => {
    const page = await open(`complete.html#${short}`, { reducedMotion: false });
    await drawn(page, 3);
  });

  for (const theme of ['light', 'dark'] as const)
    for (const width of [1440, 390])
      it(`can be used by everybody (${theme}, ${width})`, async () => {
        const page = await complete('#way=hole&hole=5.5.2.2', { theme, width, height: 844 });
        await page.click(play);
        await until(page, 'done');
        expect(await violations(page)).toEqual([]);
        expect(await sideways(page)).toBe(0);
        await page.click('[data-way="double"]');
        await until(page, 'drawing|ready');
        await page.click('[data-action="pencil"]');
        await page.waitFor('.inks');
        expect(await violations(page)).toEqual([]);
        expect(await sideways(page)).toBe(0);
      });
});
