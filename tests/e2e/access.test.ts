import { describe, expect, it } from 'vitest';
import { violations } from './axe.ts';
import { figureReady, part, settled, sideways } from './figure.ts';
import { harness } from './harness.ts';

const { open } = harness();

describe.each(['light', 'dark'] as const)('%s', (theme) => {
  it('every step of the page passes axe', async () => {
    const page = await open('', { theme });
    await figureReady(page);
    const steps = await page.count('.steps li');
    for (let i = 1; i <= steps; i++) {
      await page.click(part.step(i));
      await settled(page);
      expect(await violations(page), `step ${i}`).toEqual([]);
    }
  }, 120_000);

  it('the editor, the dialog and the notices pass axe', async () => {
    const page = await open('#p.temperature=junk', { theme });
    await figureReady(page);
    await page.click(part.own);
    await page.waitFor(part.editor);
    expect(await violations(page)).toEqual([]);
    await page.click('[data-action="embed"]');
    expect(await violations(page)).toEqual([]);
  });

  it('the docs pages pass axe', async () => {
    const index = await open('mechanisms/', { theme });
    expect(await violations(index)).toEqual([]);
    const first = await index.evaluate(() =>
      document.querySelector<HTMLAnchorElement>('.list a')!.getAttribute('href')!,
    );
    const page = await open(`mechanisms/${first}`, { theme });
    await figureReady(page);
    expect(await violations(page)).toEqual([]);
    // Steps of several matrices.
    const rotated = await open('mechanisms/rotary/', { theme });
    await figureReady(rotated);
    expect(await violations(rotated)).toEqual([]);
  });
});

describe.each([256, 200])('%i pixels wide', (width) => {
  it.each(['', '#view=compare', '#view=perturb', '#view=edit', 'gallery.html', 'mechanisms/rotary/'])(
    'nothing scrolls sideways: %s',
    async (path) => {
      const page = await open(path, { width, height: 800 });
      if (path === 'gallery.html') await page.waitFor('.card');
      else await page.waitFor('canvas.heat');
      expect(await sideways(page)).toBe(0);
    },
  );
});

describe('390 pixels wide', () => {
  it('nothing scrolls sideways, at any step', async () => {
    const page = await open('', { width: 390, height: 844 });
    await figureReady(page);
    const steps = await page.count('.steps li');
    for (let i = 1; i <= steps; i++) {
      await page.click(part.step(i));
      await settled(page);
      expect(await sideways(page), `step ${i}`).toBe(0);
    }
    expect(await violations(page)).toEqual([]);
  });

  it.each(['', '#variant=reformer_lsh', '#variant=tiled_online_softmax'])(
    'the figure begins on the first screen, and nothing lies over it: %s',
    async (hash) => {
      const page = await open(hash, { width: 390, height: 844 });
      await figureReady(page);
      const seen = () =>
        page.evaluate(() => {
          const root = document.querySelector('attention-stepper')!.shadowRoot!;
          const all = [...root.querySelectorAll<HTMLElement>('*')];
          const top = (selector: string) => root.querySelector(selector)!.getBoundingClientRect().top;
          const chosen = root.querySelector('.chip.query')!.getBoundingClientRect();
          return {
            scene: top('.scene'),
            stuck: all.filter((one) => ['sticky', 'fixed'].includes(getComputedStyle(one).position)).length,
            transport: top('.trans'),
            chosen: [chosen.left, chosen.right],
            tries: root.querySelector('.try')!.checkVisibility(),
          };
        });
      const closed = await seen();
      expect(closed.scene).toBeLessThan(560);
      expect(closed.transport).toBeLessThan(closed.scene);
      expect(closed.stuck).toBe(0);
      expect(closed.chosen[0]).toBeGreaterThanOrEqual(0);
      expect(closed.chosen[1]).toBeLessThanOrEqual(390);
      expect(closed.tries).toBe(false);
      await page.click('details.says summary');
      expect((await seen()).tries).toBe(true);
    },
  );

  it('targets are at least 40 pixels high', async () => {
    const page = await open('', { width: 390, height: 844 });
    await figureReady(page);
    const small = await page.evaluate(() => {
      const root = document.querySelector('attention-stepper')!.shadowRoot!;
      return [
        ...document.querySelectorAll('.acts button, .acts a, #mechanism'),
        ...root.querySelectorAll('.trans button, .seg button'),
      ]
        .map((e) => ({
          name: e.getAttribute('aria-label') ?? e.textContent?.trim(),
          height: e.getBoundingClientRect().height,
        }))
        .filter((e) => e.height > 0 && e.height < 40);
    });
    expect(small).toEqual([]);
  });

  it('a docs page does not scroll sideways either', async () => {
    const page = await open('mechanisms/', { width: 390, height: 844 });
    expect(await sideways(page)).toBe(0);
    const first = await page.evaluate(() =>
      document.querySelector<HTMLAnchorElement>('.list a')!.getAttribute('href')!,
    );
    const one = await open(`mechanisms/${first}`, { width: 390, height: 844 });
    await figureReady(one);
    expect(await sideways(one)).toBe(0);
  });
});

describe('theme', () => {
  it('follows the system until told otherwise, and is remembered', async () => {
    const page = await open('', { theme: 'dark' });
    await figureReady(page);
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(await background()).toBe('rgb(20, 22, 26)');
    await page.click('[data-action="theme"]');
    expect(await background()).toBe('rgb(252, 251, 248)');
    await page.evaluate(() => location.reload());
    await figureReady(page);
    expect(await background()).toBe('rgb(252, 251, 248)');
    expect(
      await page.evaluate(
        () =>
          getComputedStyle(document.querySelector('attention-stepper')!.shadowRoot!.querySelector('.root')!)
            .backgroundColor,
      ),
    ).toBe('rgb(252, 251, 248)');
  });
});
