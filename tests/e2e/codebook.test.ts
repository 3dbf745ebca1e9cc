/** A codebook learns in the page: by updates, never by time. */
import { describe, expect, it } from 'vitest';
import { violations } from './axe.ts';
import type { Page, PageOptions } from './driver.ts';
import { sideways } from './figure.ts';
import { harness } from './harness.ts';

const { open } = harness();

interface Told {
  step: number;
  way: string;
  playing: boolean;
  perplexity: number;
  dead: number;
  codes: number;
  error: number;
  happened: string[];
  behind: number[];
  after: number[];
}

const told = (page: Page): Promise<Told> =>
  page.evaluate(() => {
    const { session, tried } = document.querySelector('codebook-page') as any;
    const { main, playing, behind } = session;
    const { use, codes, error } = main.codes;
    return {
      ...{ step: main.step, way: main.way.key, playing, codes, error },
      ...{ perplexity: use.perplexity, dead: use.dead },
      happened: main.happenings.map(({ kind }: any) => kind),
      behind: behind.map(({ step }: any) => step),
      after: [...(tried?.picture ?? [])],
    };
  });

/** Until the large one has learned so long, or rests. */
const until = (page: Page, wanted: number | 'rest') =>
  page.waitUntil(
    (what) => {
      const { session } = (document.querySelector('codebook-page') ?? {}) as any;
      if (!session?.main.codes) return false;
      return what === 'rest' ? !session.playing && session.main.state === 'resting' : session.main.step >= what;
    },
    wanted,
    300_000,
  );

const codebook = async (hash = '', options?: PageOptions): Promise<Page> => {
  const page = await open(`codebook.html${hash}`, options);
  await until(page, 'rest');
  await page.waitFor('[data-digit="7"] .ink', 60_000);
  return page;
};

const play = '[data-action="play"]';
const pause = async (page: Page) => {
  await page.click(play);
  await until(page, 'rest');
};

describe('the page Codebook', { timeout: 600_000 }, () => {
  it('learns, collapses when that is provoked, and is repaired', async () => {
    const page = await codebook('#steps=1000');
    const before = await told(page);
    expect(before.step).toBe(0);
    await page.click(play);
    await until(page, 200);
    const learned = await told(page);
    expect(learned.error).toBeLessThan(before.error / 2);
    expect(learned.perplexity).toBeGreaterThan(learned.codes / 2);
    await page.click('[data-switch="collapse"]');
    await until(page, learned.step + 130);
    const collapsed = await told(page);
    expect(collapsed.perplexity).toBeLessThan(learned.perplexity / 2);
    expect(collapsed.dead).toBeGreaterThan(learned.dead + 5);
    await page.waitUntil(() => /do all the work/.test(document.querySelector('h1')!.textContent!));
    await page.click('[data-switch="collapse"]');
    await page.click('[data-switch="repair"]');
    await until(page, collapsed.step + 220);
    await pause(page);
    const repaired = await told(page);
    expect(repaired.perplexity).toBeGreaterThan(1.8 * collapsed.perplexity);
    expect(repaired.dead).toBeLessThan(collapsed.dead / 2);
    expect(repaired.happened).toEqual(['collapse', 'calm', 'repair']);
    expect(await page.text('.perplexity')).toContain('repair on');
    expect(await page.count('.cell')).toBeGreaterThan(10);
  });

  it('changes a picture where a code is changed: in the grid, on the plane, in the bars, by keys', async () => {
    const page = await codebook('#steps=500');
    await page.click(play);
    await until(page, 60);
    await pause(page);
    const settled = async (code: number) => {
      await page.waitUntil(
        (wanted) => {
          const one = document.querySelector('codebook-page') as any;
          const { setUp, main } = one.session;
          return setUp.code === wanted && one.tried?.of.startsWith(`${main.way.key},${main.step},`);
        },
        code,
        60_000,
      );
      await page.waitUntil(
        () => {
          const one = document.querySelector('codebook-page') as any;
          const codes = one.tried.of.split(',').slice(2).map(Number);
          return codes[one.session.setUp.place] === one.session.setUp.code;
        },
        undefined,
        60_000,
      );
      return (await told(page)).after;
    };
    await page.click('[data-place="6"]');
    const pictures: number[][] = [];
    const [first, second] = await page.evaluate(() =>
      [...document.querySelectorAll('[data-bar]')]
        .slice(0, 2)
        .map((bar) => Number((bar as HTMLElement).dataset['bar'])),
    );
    for (const code of [first!, second!]) {
      await page.click(`[data-bar="${code}"]`);
      pictures.push(await settled(code));
    }
    expect(pictures[0]).not.toEqual(pictures[1]);
    expect(await page.text('[data-place="6"]')).toBe(String(second));
    expect(await page.count('.bar.chosen')).toBe(1);
    expect(await page.text('.use')).toContain(`code ${second}:`);
    await page.fill('#code', String(first));
    await page.key('Enter');
    expect(await settled(first!)).toEqual(pictures[0]);
    await page.focus('.plane-of');
    await page.key('ArrowRight');
    await settled((first! + 1) % 32);
    expect(await page.evaluate(() => location.hash)).toContain(`code=${(first! + 1) % 32}`);
    const { width, height } = await page.box('.plane');
    await page.clickAt('.plane', width / 2, height / 2);
    await page.waitUntil(() => {
      const code = (document.querySelector('codebook-page') as any).session.setUp.code;
      return document.querySelector('.cell.chosen')?.getAttribute('data-code') === String(code);
    });
    await page.click('[data-digit="5"]');
    await page.waitUntil(() => location.hash.includes('digit=5'));
  });

  it('brings up another way, which learns the same steps, and lets the others learn behind', async () => {
    const page = await codebook('#steps=500');
    const ways = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLOptionElement>('#way option')].map((one) => one.value),
    );
    expect(ways).toHaveLength((await told(page)).behind.length + 1);
    for (const way of ways.slice(1)) {
      await page.select('#way', way);
      await page.waitUntil((key) => (document.querySelector('codebook-page') as any).session.main.way.key === key, way);
      await until(page, 10);
      await pause(page);
      const { error, codes, perplexity } = await told(page);
      expect(error, way).toBeLessThan(0.3);
      expect(perplexity, way).toBeLessThanOrEqual(codes);
      expect(await page.count('.left .cell'), way).toBeGreaterThan(0);
      expect(await page.count('.dial input:disabled'), way).toBeGreaterThan(0);
    }
    const { behind } = await told(page);
    await page.click('[data-action="teach"]');
    await page.waitUntil(
      (sum) => {
        const { session } = document.querySelector('codebook-page') as any;
        return session.behind.reduce((all: number, { step }: any) => all + step, 0) > sum + 20;
      },
      behind.reduce((all, one) => all + one, 0),
      120_000,
    );
    await page.click('[data-action="stop"]');
    await page.waitFor('[data-action="teach"]');
    await page.click('.others li:nth-child(2) .bring');
    await page.waitUntil(
      (key) => (document.querySelector('codebook-page') as any).session.main.way.key !== key,
      ways.at(-1)!,
    );
  });

  it('takes other values on the way, and says who uses what is not used', async () => {
    const page = await codebook('#steps=500');
    expect(await page.text('.dial:has(#temperature)')).toMatch(/Gumbel/);
    await page.focus('#beta');
    await page.key('End');
    await page.waitUntil(() => location.hash.includes('beta=4'));
    await page.waitUntil(
      () => (document.querySelector('codebook-page') as any).session.main.run.setup.discretizerParams.beta === 4,
    );
    await page.click('[data-action="reset"]');
    await page.waitUntil(
      () => (document.querySelector('codebook-page') as any).session.main.run.setup.discretizerParams.beta === 0.25,
    );
    await page.click('[data-choice="bits-4"]');
    await page.waitUntil(() => (document.querySelector('codebook-page') as any).session.main.codes?.codes === 16);
  });

  it('says what of a link it could not use, and moves by itself where motion is welcome', async () => {
    const page = await open('codebook.html#bits=4&colour=red', { reducedMotion: false });
    await until(page, 20);
    expect(await page.text('.notice')).toContain('colour=red');
    expect((await told(page)).codes).toBe(16);
  });

  for (const theme of ['light', 'dark'] as const)
    for (const width of [1440, 390])
      it(`can be used by everybody (${theme}, ${width})`, async () => {
        const page = await codebook('#steps=500', { theme, width, height: 844 });
        await page.click(play);
        await until(page, 20);
        await pause(page);
        expect(await violations(page)).toEqual([]);
        expect(await sideways(page)).toBe(0);
      });
});
