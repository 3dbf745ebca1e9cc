/** Two shipped models judge a message, and one says what it leans on. */
import { describe, expect, it } from 'vitest';
import { violations } from './axe.ts';
import type { Page, PageOptions } from './driver.ts';
import { sideways } from './figure.ts';
import { harness } from './harness.ts';

const { open } = harness();

interface Told {
  text: string;
  out: number[];
  /** Share of spam by either model. */
  attention: number;
  average: number;
  sentences: { weight: number; words: { begin: number; weight: number; unknown: boolean }[] }[];
}

const told = (page: Page): Promise<Told> =>
  page.evaluate(() => {
    const { seen } = (document.querySelector('read-page') as any).judging;
    const share = (judged: any) => judged.classes.find((one: any) => one.name === 'spam').share;
    return {
      text: seen.text,
      out: [...seen.out],
      attention: share(seen.now.attention),
      average: share(seen.now.average),
      sentences: seen.now.attention.sentences,
    };
  });

/** Until both models have judged what stands in the page. */
const judged = (page: Page): Promise<void> =>
  page.waitUntil(
    () => {
      const { judging, message } = (document.querySelector('read-page') ?? {}) as any;
      const seen = judging?.seen;
      return (
        seen?.text === message.text &&
        [...seen.out].join() === [...message.out].join() &&
        seen.now.attention !== undefined &&
        seen.now.average !== undefined &&
        document.querySelectorAll('.verdict').length === 2
      );
    },
    undefined,
    120_000,
  );

const read = async (path = '', options?: PageOptions): Promise<Page> => {
  const page = await open(`read.html${path}`, options);
  await judged(page);
  return page;
};

const write = (page: Page, text: string) => page.fill('.editor textarea', text);

describe('the page Read', { timeout: 240_000 }, () => {
  it('knows the sample of spam from that of ham, by both models', async () => {
    const page = await read();
    const spam = await told(page);
    expect(spam.attention).toBeGreaterThan(0.9);
    expect(await page.text('h1')).toMatch(/^Spam: /);
    await page.click('[data-sample="ham"]');
    await judged(page);
    const ham = await told(page);
    expect(ham.attention).toBeLessThan(0.1);
    expect(ham.average).toBeLessThan(0.5);
    expect(await page.text('h1')).toMatch(/^Not spam: /);
    expect(await page.text('[data-judge="attention"] .facts')).toMatch(/9\d\.\d % of 1,000 held-out mails/);
  });

  it('turns its verdict on the message in between when one word is taken out', async () => {
    const page = await read('#sample=between');
    const { attention, average } = await told(page);
    expect([attention > 0.5, average > 0.5]).toEqual([true, true]);
    const begin = await page.evaluate(
      () =>
        [...document.querySelectorAll<HTMLElement>('.word')].find((word) => word.textContent!.trim() === 'want')!
          .dataset['begin']!,
    );
    await page.click(`.word[data-begin="${begin}"]`);
    await judged(page);
    expect((await told(page)).attention).toBeLessThan(0.5);
    expect(await page.text('h1')).toContain('The averaging model says otherwise.');
  });

  it('colours words by their weight times that of their line', async () => {
    const page = await read();
    const { sentences } = await told(page);
    const shares = sentences.flatMap(({ weight, words }) => words.map((word) => weight * word.weight));
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 3);
    const shown = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.word')].map((word) =>
        Number(word.style.getPropertyValue('--share')),
      ),
    );
    const largest = Math.max(...shares);
    expect(shown).toHaveLength(shares.length);
    shown.forEach((share, i) => expect(share).toBeCloseTo(shares[i]! / largest, 2));
    expect(await page.text('.legend')).toContain(largest.toFixed(2));
    const bars = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.lines li')].map((line) =>
        Number(line.style.getPropertyValue('--weight')),
      ),
    );
    bars.forEach((bar, i) => expect(bar).toBeCloseTo(sentences[i]!.weight, 2));
  });

  it('takes a word out, says what moved, and puts it back', async () => {
    const page = await read('#sample=between');
    const before = await told(page);
    await page.click('.word.top');
    await judged(page);
    const after = await told(page);
    expect(after.out).toHaveLength(1);
    expect([after.attention, after.average]).not.toEqual([before.attention, before.average]);
    expect(await page.count('.word.out')).toBe(1);
    expect(await page.text('[data-judge="attention"] .moved')).toMatch(
      new RegExp(`${before.attention.toFixed(2)}\\d* became ${after.attention.toFixed(2)}`),
    );
    // A link says the same to whoever gets it.
    const hash = await page.evaluate(() => location.hash);
    expect(await told(await read(hash))).toEqual(after);
    await page.click('[data-action="back"]');
    await judged(page);
    expect(await told(page)).toEqual(before);
    expect(await page.count('.moved')).toBe(0);
  });

  it('judges what is written while it is written', async () => {
    const page = await read();
    await write(page, 'Hello xqzzvw,\nthe patch works. Größe 💡 mailto list');
    await judged(page);
    expect(await page.text('.word.unknown')).toBe('xqzzvw');
    const lines = await page.evaluate(() =>
      [...document.querySelectorAll('.lines li p')].map((line) =>
        [...line.children]
          .map((part) => (part.matches('.word') ? part.textContent!.trim() : part.textContent))
          .join(''),
      ),
    );
    expect(lines).toEqual(['Hello xqzzvw,', 'the patch works. Größe 💡 mailto list']);
    await write(page, 'one two\n'.repeat(40));
    await judged(page);
    expect(await page.count('.lines li')).toBe(30);
    expect(await page.text('.cut')).toMatch(/^one two/);
    await write(page, ' ... ');
    await page.waitUntil(() => document.querySelector('h1')!.textContent!.includes('Nothing to read'));
    await write(page, 'free money');
    await judged(page);
    expect(await page.count('.word')).toBe(2);
  });

  it('goes by the keyboard, and says what a word weighs', async () => {
    const page = await read();
    await page.focus('.word');
    expect(await page.text('.pointed')).toMatch(/“Dear”: 0\.\d\d of its line/);
    await page.key('Enter');
    await judged(page);
    expect((await told(page)).out).toEqual([0]);
    await page.waitUntil(() => document.querySelector('.spoken')!.textContent!.includes('pam'));
  });

  it('opens in the stepper, of the words that are left', async () => {
    const page = await read('#text=free+money&out=0');
    await page.click('[data-action="steps"]');
    await page.waitFor('.steps-place attention-stepper', 120_000);
    await page.click('.steps-place .close');
    expect(await page.count('.steps-place *')).toBe(0);
  });

  it('names what an address has too much of', async () => {
    const page = await read('#sample=ham&colour=red');
    expect(await page.text('.notice')).toContain('colour');
    expect((await told(page)).text).toMatch(/^Hi Tom/);
  });

  for (const theme of ['light', 'dark'] as const)
    for (const width of [1440, 390])
      it(`can be used by everybody (${theme}, ${width})`, async () => {
        const page = await read('#out=0', { theme, width, height: 844 });
        expect(await violations(page)).toEqual([]);
        expect(await sideways(page)).toBe(0);
      });
});
