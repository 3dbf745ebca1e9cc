import { describe, expect, it } from 'vitest';
import { longestFragment } from '../../web/site/link/encode.ts';
import { digits, figureReady, hasNaN, part, slips, setState, settled, state } from './figure.ts';
import { harness } from './harness.ts';

const { open, openUrl } = harness();

describe('the link', () => {
  it('restores exactly what one sees, to the last bit', async () => {
    const page = await open();
    await figureReady(page);
    await page.click(part.own);
    await page.fill(part.editor, 'the animal was too tired');
    await page.key('Enter');
    await settled(page);
    await page.click('.seg button:has-text("Causal")');
    await settled(page);
    await page.focus('input[type="range"][aria-label="Temperature"]');
    for (let i = 0; i < 3; i++) await page.key('ArrowRight');
    await settled(page);
    await page.click(part.word(3));
    await page.click(part.step(6));
    await settled(page);
    await page.click('[data-action="copy"]');
    const link = await page.evaluate(() => location.href);
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(link);

    const other = await openUrl(link);
    await figureReady(other);
    await settled(other);
    expect(await state(other)).toEqual(await state(page));
    expect((await state(other)).text).toBe('the animal was too tired');
    expect(await digits(other)).toBe(await digits(page));
    expect(await other.text(part.currentStep)).toBe(await page.text(part.currentStep));
  });

  it('gives the same digits in every mechanism of the catalogue', async () => {
    const page = await open('#text=the+animal+was+tired');
    await figureReady(page);
    const ids = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLOptionElement>('#mechanism optgroup:not(:last-child) option')].map(
        (o) => o.value,
      ),
    );
    const other = await open();
    await figureReady(other);
    for (const id of ids) {
      await page.select('#mechanism', id);
      await settled(page);
      await page.waitUntil((wanted) => {
        const { variant } = document.querySelector('attention-stepper')!.state;
        return variant === undefined || location.hash.includes(`variant=${wanted}`);
      }, id);
      await other.evaluate((hash) => void (location.hash = hash), await page.evaluate(() => location.hash));
      await settled(other);
      expect(await digits(other), id).toBe(await digits(page));
    }
  }, 300_000); // sixty mechanisms, a second or two each

  it('follows back and forward, and a hash typed by hand', async () => {
    const page = await open('#text=the+animal');
    await figureReady(page);
    await page.evaluate(() => void (location.hash = 'text=the+street+was+tired'));
    await page.waitUntil(() => document.querySelector('attention-stepper')!.figure.session.trace?.tokens.length === 4);
    await page.evaluate(() => history.back());
    await page.waitUntil(() => document.querySelector('attention-stepper')!.figure.session.trace?.tokens.length === 2);
  });

  it('Back undoes a change of the mechanism, with everything as it was; Forward makes it again', async () => {
    const page = await open('#p.mask=causal&query=2');
    await figureReady(page);
    await page.click(part.word(3));
    const before = await state(page);
    await page.select('#mechanism', 'additive');
    await settled(page);
    await page.click(part.word(1));
    await settled(page);
    const after = await state(page);
    const shows = () => page.evaluate(() => document.querySelector<HTMLSelectElement>('#mechanism')!.value);
    await page.evaluate(() => history.back());
    await settled(page);
    expect(await state(page)).toEqual(before);
    expect(await shows()).toBe('scaled_dot_product');
    await page.evaluate(() => history.forward());
    await settled(page);
    expect(await state(page)).toEqual(after);
    expect(await shows()).toBe('additive');
  });

  it('a parameter makes no entry of its own in the history', async () => {
    const page = await open();
    await figureReady(page);
    const entries = await page.evaluate(() => history.length);
    await page.click('.seg button:has-text("Causal")');
    await page.waitUntil(() => location.hash.includes('mask=causal'));
    expect(await page.evaluate(() => history.length)).toBe(entries);
  });

  it('says when a text is too long for it, and keeps the rest', async () => {
    const page = await open('#p.mask=causal');
    await figureReady(page);
    await page.evaluate(
      () =>
        void (document.querySelector('attention-stepper')!.state = {
          ...document.querySelector('attention-stepper')!.state,
          text: 'the animal '.repeat(600).trim(),
        }),
    );
    await settled(page);
    await page.click('[data-action="copy"]');
    expect(await page.text(part.pageNotice)).toContain('too long for a link');
    const hash = await page.evaluate(() => location.hash);
    expect(hash.length).toBeLessThanOrEqual(longestFragment + 1);
    expect(hash).toContain('p.mask=causal');
    await page.click(`${part.pageNotice} button`);
    expect(await page.count(part.pageNotice)).toBe(0);
  });
});

describe('junk in the hash', () => {
  const junk = [
    'variant=nonsense',
    'p.temperature=NaN',
    'p.temperature=1e9&p.mask=sideways&p.heads=-3',
    'layer=99&head=0&query=123456&seed=1.5',
    'step=nowhere&pin=nothing:9,9,9',
    'pin=pattern:0,999999,0',
    'text=%F0%9F%98%80%00%7F<svg/onload=alert(1)>',
    '%%%=%&&&==',
    'model=none&variant=__proto__&constructor=1',
    `text=${'a'.repeat(50_000)}`,
  ];
  const named = junk.map((hash) => [hash.slice(0, 60), hash] as const);
  it.each(named)('%s: the page stands, says so, and no number is NaN', async (_, hash) => {
    const page = await open(`#${hash}`);
    await settled(page);
    expect(await hasNaN(page)).toBe(false);
    expect(await slips(page)).toEqual([]);
    const said = (await page.count(part.pageNotice)) + (await page.count(part.figureNotice));
    expect(said).toBeGreaterThan(0);
  });

  it('is named in a notice that can be dismissed', async () => {
    const page = await open('#p.temperature=hot&colour=red');
    await figureReady(page);
    const text = await page.text(part.pageNotice);
    expect(text).toContain('p.temperature');
    expect(text).toContain('hot');
    expect(text).toContain('colour');
    await page.click(`${part.pageNotice} button`);
    expect(await page.count(part.pageNotice)).toBe(0);
  });
});

describe('Embed', () => {
  it('gives a snippet that shows the same', async () => {
    const page = await open('#text=the+animal+was+tired&p.mask=causal&step=pattern&query=2');
    await figureReady(page);
    await settled(page);
    await page.click('[data-action="embed"]');
    const snippet = await page.evaluate(() => document.querySelector<HTMLTextAreaElement>('dialog textarea')!.value);
    expect(snippet).toContain('<attention-stepper');
    await page.click('[data-action="copy-snippet"]');
    expect((await page.evaluate(() => navigator.clipboard.readText())).replaceAll('\r', '')).toBe(snippet);
    await page.key('Escape');
    const want = await digits(page);
    const { text, params, query } = await state(page);
    await page.evaluate((html) => {
      const made = new DOMParser().parseFromString(html, 'text/html').querySelector('attention-stepper')!;
      document.querySelector('attention-stepper')!.replaceWith(document.adoptNode(made));
    }, snippet);
    await figureReady(page);
    await settled(page);
    expect(await digits(page)).toBe(want);
    expect(await state(page)).toMatchObject({ text, params, query });
    await setState(page, {});
  });
});
