/** Two shipped models name the digits of a picture, look by look. */
import { describe, expect, it } from 'vitest';
import { violations } from './axe.ts';
import type { Page, PageOptions } from './driver.ts';
import { sideways } from './figure.ts';
import { harness } from './harness.ts';

const { open } = harness();

interface Told {
  target: string | undefined;
  soft: string;
  hard: string;
  step: number;
  example: number;
  drawn: boolean;
  /** Where hard attention looks, and whether that is the likeliest place. */
  places: number[];
  likeliest: boolean[];
  /** Largest differences from 1 of the sums over places. */
  off: number;
}

const told = (page: Page): Promise<Told> =>
  page.evaluate(() => {
    const { looking, view } = document.querySelector('look-page') as any;
    const { soft, hard } = looking.readings;
    const sum = (weights: Float32Array) => weights.reduce((all, one) => all + one, 0);
    return {
      target: looking.target,
      soft: soft.text,
      hard: hard.text,
      step: view.step,
      example: view.example,
      drawn: view.picture !== undefined,
      places: hard.glimpses.map(({ place }: any) => place),
      likeliest: hard.glimpses.map(({ place, weights }: any) => weights[place] === Math.max(...weights)),
      off: Math.max(...[...soft.glimpses, ...hard.glimpses].map(({ weights }: any) => Math.abs(sum(weights) - 1))),
    };
  });

/** Until both models have looked at what is shown. */
const seen = (page: Page): Promise<void> =>
  page.waitUntil(
    () => {
      const { looking } = (document.querySelector('look-page') ?? {}) as any;
      return !!looking?.readings.soft && !!looking.readings.hard && !looking.busy;
    },
    undefined,
    120_000,
  );

const look = async (path = '', options?: PageOptions): Promise<Page> => {
  const page = await open(`look.html${path}`, options);
  await seen(page);
  return page;
};

const softBig = '[data-look="soft"] .big';

describe('the page Look', { timeout: 240_000 }, () => {
  it('names the digits of held-out pictures, and looks at one after another', async () => {
    const page = await look();
    let right = 0;
    for (let i = 0; i < 10; ++i) {
      const now = await told(page);
      expect(now.off).toBeLessThan(1e-3);
      expect(now.likeliest).not.toContain(false);
      right += Number(now.soft === now.target) + Number(now.hard === now.target);
      await page.click('[data-action="another"]');
      await page.waitUntil((example) => (document.querySelector('look-page') as any).view.example === example, i + 1);
      await seen(page);
    }
    // Of twenty readings most are right; the exact share stands in the manifests.
    expect(right).toBeGreaterThan(12);
    expect(await page.text('[data-look="soft"]')).toMatch(/held-out pictures/);
  });

  it('goes look by look: by buttons, keys and the small pictures, and plays', async () => {
    const page = await look('#example=1');
    await page.key('ArrowRight');
    expect((await told(page)).step).toBe(1);
    expect(await page.count('.looks [aria-current="step"]')).toBe(2);
    await page.click('[data-action="back"]');
    await page.click('[data-look="hard"] [data-step="1"]');
    expect((await told(page)).step).toBe(1);
    expect(await page.text('[data-look="hard"] .now')).toMatch(/^Look 2: at the place in row \d, column \d+/);
    expect(await page.evaluate(() => location.hash)).toBe('#example=1&step=1');
    await page.focus('main');
    await page.key(' ');
    await page.waitUntil(() => {
      const one = document.querySelector('look-page') as any;
      return !one.playing && one.view.step + 1 >= one.looking.steps;
    });
  });

  it('names what somebody draws, while it is drawn', async () => {
    const page = await look();
    await page.click('[data-action="clear"]');
    await seen(page);
    const { width, height } = await page.box(softBig);
    const at = (x: number, y: number) => [x * width, y * height] as const;
    // A one and a seven.
    await page.drag(softBig, [at(0.2, 0.3), at(0.19, 0.7)]);
    await page.drag(softBig, [at(0.6, 0.3), at(0.7, 0.3), at(0.65, 0.7)]);
    await seen(page);
    const now = await told(page);
    expect([now.drawn, now.target]).toEqual([true, undefined]);
    expect(now.soft.length).toBeGreaterThan(0);
    expect(await page.text('h1')).toContain('Is that what you drew?');
    const link = await page.evaluate(() => location.hash);
    const again = await look(link);
    expect((await told(again)).soft).toBe(now.soft);
    await page.click('[data-choice="erase"]');
    await page.drag(softBig, [at(0.2, 0.2), at(0.19, 0.8)]);
    await seen(page);
    expect(await page.evaluate(() => location.hash)).not.toBe(link);
    await page.click('[data-action="restore"]');
    await seen(page);
    expect((await told(page)).drawn).toBe(false);
  });

  it('draws the places of hard attention by their chance, the same for the same seed', async () => {
    const page = await look('#example=2&hard=drawn&seed=1');
    const first = (await told(page)).places;
    const others = new Set<string>();
    for (let i = 0; i < 6; ++i) {
      await page.click('[data-action="again"]');
      await seen(page);
      others.add((await told(page)).places.join());
    }
    expect(others.size).toBeGreaterThan(1);
    expect((await told(await look('#example=2&hard=drawn&seed=1'))).places).toEqual(first);
  });

  it('opens either model in the stepper', async () => {
    const page = await look('#example=1');
    await page.click('[data-look="hard"] [data-action="steps"]');
    await page.waitFor('.steps-place attention-stepper', 120_000);
    await page.click('[data-action="another"]');
    expect(await page.count('.steps-place *')).toBe(0);
  });

  it('moves by itself where motion is welcome, and not where it is not', async () => {
    const page = await open('look.html', { reducedMotion: false });
    await page.waitUntil(() => ((document.querySelector('look-page') as any)?.view.step ?? 0) > 0, undefined, 120_000);
    const calm = await look('', { reducedMotion: true });
    expect(await calm.evaluate(() => (document.querySelector('look-page') as any).playing)).toBe(false);
  });

  it('names what an address has too much of', async () => {
    const page = await look('#example=5000&colour=red');
    expect(await page.text('.notice')).toContain('example=5000');
    expect((await told(page)).example).toBe(0);
  });

  for (const theme of ['light', 'dark'] as const)
    for (const width of [1440, 390])
      it(`can be used by everybody (${theme}, ${width})`, async () => {
        const page = await look('#hard=drawn', { theme, width, height: 844 });
        expect(await violations(page)).toEqual([]);
        expect(await sideways(page)).toBe(0);
      });
});
