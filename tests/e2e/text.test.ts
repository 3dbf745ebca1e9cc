import { describe, expect, it } from 'vitest';
import { digits, figureReady, figureText, hasNaN, part, slips, setState, settled, state } from './figure.ts';
import { harness } from './harness.ts';

const { open } = harness();

describe('odd text', () => {
  const odd: [string, string][] = [
    ['markup', '<img src=x onerror="document.title=1"> <script>document.title=1</script>'],
    ['an ampersand', 'the animal & the river &amp; &lt;b&gt;'],
    ['emoji of several code points', 'the 👩‍👩‍👧‍👦 was 🏳️‍🌈 tired'],
    ['combining marks', 'the cafe\u0301 a\u0308\u0323 was tired'],
    ['Chinese and Arabic', '注意力 the انتباه animal'],
    ['special tokens', '<|endoftext|> [MASK] <s> </s> \u2581'],
    ['control characters', 'the\u0000animal\u0007\u200b\u202e was'],
    ['half a surrogate pair', 'the \ud83d animal'],
    ['blanks', 'the    animal\n\n\twas   tired'],
  ];
  it.each(odd)('%s stays text and breaks nothing', async (_, text) => {
    const page = await open();
    await figureReady(page);
    const title = await page.evaluate(() => document.title);
    await setState(page, { text });
    expect(await hasNaN(page)).toBe(false);
    expect(await page.evaluate(() => document.title)).toBe(title);
    expect(
      await page.evaluate(
        () => document.querySelector('attention-stepper')!.shadowRoot!.querySelectorAll('img, script').length,
      ),
    ).toBe(0);
    expect(await slips(page)).toEqual([]);
    // A word outside the starter offers the full model and leaves the last figure, dimmed; otherwise the run shows.
    const { shown, problem } = await page.evaluate(() => {
      const { session } = document.querySelector('attention-stepper')!.figure;
      return { shown: session.shown?.text, problem: session.problem?.kind };
    });
    expect(await page.count('.stale .main')).toBe(problem ? 1 : 0);
    if (problem) expect(await page.text(part.figureNotice)).toMatch(/starter knows a hundred pieces of words, but not/);
    else expect(shown).toBe(text);
  });

  it('that cannot be computed leaves the last figure, dimmed and named as such', async () => {
    const page = await open('#text=the+animal+was+tired&step=pattern');
    await figureReady(page);
    const main = () =>
      page.evaluate(() => {
        const root = document.querySelector('attention-stepper')!.shadowRoot!;
        const part = root.querySelector('.main')!;
        const about = root.getElementById(part.getAttribute('aria-describedby') ?? '');
        return { opacity: Number(getComputedStyle(part).opacity), about: about?.textContent ?? '' };
      });
    expect(await main()).toEqual({ opacity: 1, about: '' });
    await setState(page, { text: 'the xylophone zigzagged', step: 'pattern' });
    const { opacity, about } = await main();
    expect(opacity).toBeLessThan(0.6);
    expect(about).toContain('“the animal was tired”');
    await setState(page, { text: 'the animal', step: 'pattern' });
    expect(await main()).toEqual({ opacity: 1, about: '' });
  });

  it('no text says what to do', async () => {
    const page = await open();
    await figureReady(page);
    await setState(page, { text: '' });
    expect(await page.text(part.figureNotice)).toMatch(/Type a word/);
    await page.click(`${part.figureNotice} button`);
    await figureReady(page);
    expect(await page.count(part.figureNotice)).toBe(0);
  });

  it.each([
    ['a blank', ' '],
    ['a line break', '\n'],
    ['many blanks', ' \t \n '],
  ])('%s: shown as a blank that can be seen, or explained', async (_, text) => {
    const page = await open();
    await figureReady(page);
    await setState(page, { text });
    const said = await page.count(part.figureNotice);
    expect(said > 0 || (await page.text('.chip')).includes('\u2423')).toBe(true);
  });

  it('one token attends to itself', async () => {
    const page = await open('#text=animal&step=pattern');
    await figureReady(page);
    expect(
      await page.evaluate(() => [
        ...document.querySelector('attention-stepper')!.figure.session.trace!.tensor('pattern').data,
      ]),
    ).toEqual([1]);
  });

  it('a word outside the starter offers the full model', async () => {
    const page = await open('#text=the+xylophone+zigzagged');
    await settled(page);
    const text = await page.text(part.figureNotice);
    expect(text).toContain('xylophone');
    expect(text).toMatch(/Load the full encoder/);
  });
});

describe('numbers at the edge', () => {
  it('a fully masked row is zero, and explained', async () => {
    const page = await open('#text=the+animal+was+tired&p.mask=padding&p.padding=4&step=pattern');
    await figureReady(page);
    await settled(page);
    const pattern = await page.evaluate(() => [
      ...document.querySelector('attention-stepper')!.figure.session.trace!.tensor('pattern').data,
    ]);
    expect(pattern.every((value) => value === 0)).toBe(true);
    expect(await hasNaN(page)).toBe(false);
    expect(/nothing (left )?to read|masked|may be read/i.test(await figureText(page))).toBe(true);
  });

  it('temperature near 0 is argmax, not NaN', async () => {
    const page = await open('#p.temperature=0.01&step=pattern');
    await figureReady(page);
    await settled(page);
    expect(await hasNaN(page)).toBe(false);
    const { shape, data } = await page.evaluate(() => {
      const { shape, data } = document.querySelector('attention-stepper')!.figure.session.trace!.tensor('pattern');
      return { shape, data: [...data] };
    });
    const n = shape.at(-1)!;
    for (let row = 0; row < data.length / n; row++) {
      const sum = data.slice(row * n, (row + 1) * n).reduce((a, b) => a + b, 0);
      expect(sum).toBeCloseTo(1, 5);
    }
  });
});

describe('long text', () => {
  // "the animal" twice as many words as pieces: one piece a word.
  const words = (n: number) => 'the animal '.repeat(n / 2).trim();

  it.each([
    [512, 10_000],
    [2048, 60_000],
  ])(
    '%i tokens are shown, and the page answers',
    async (count, most) => {
      const page = await open();
      await figureReady(page);
      const began = performance.now();
      await setState(page, { text: words(count), step: 'pattern' });
      expect(performance.now() - began).toBeLessThan(most);
      expect(
        await page.evaluate(() => document.querySelector('attention-stepper')!.figure.session.trace!.tokens.length),
      ).toBe(count);
      const box = await page.box(part.grid('pattern'));
      await page.clickAt(part.grid('pattern'), box.width / 2, box.height / 2);
      await settled(page);
      expect((await state(page)).pin?.tensor).toBe('pattern');
      expect(await page.text(part.result)).toMatch(/\d/);
      expect(await hasNaN(page)).toBe(false);
      expect((await digits(page)).length).toBeGreaterThan(0);
    },
    120_000,
  );

  it('that takes long shows how far it is, and stops when it is told to', async () => {
    const page = await open();
    await figureReady(page);
    const before = await page.evaluate(
      () => document.querySelector('attention-stepper')!.figure.session.trace!.tokens.length,
    );
    await page.evaluate((text) => void (document.querySelector('attention-stepper')!.state = { text }), words(6000));
    await page.waitFor('.running progress');
    await page.click('.running button');
    await page.waitUntil(() => document.querySelector('attention-stepper')!.figure.session.problem?.kind === 'stopped');
    expect(await page.count('.running progress')).toBe(0);
    expect(
      await page.evaluate(() => document.querySelector('attention-stepper')!.figure.session.trace!.tokens.length),
    ).toBe(before);
    await page.click('.notice .plain');
    await page.waitUntil(
      () => document.querySelector('attention-stepper')!.figure.session.trace!.tokens.length === 6000,
      undefined,
      60_000,
    );
    expect(await page.count(part.figureNotice)).toBe(0);
  }, 120_000);

  it('beyond the memory cap: a message, not a dead tab', async () => {
    const page = await open();
    await figureReady(page);
    await setState(page, { text: words(40_000).slice(0, 99_000) });
    const said =
      (await page.count(part.figureNotice)) > 0 ||
      (await page.evaluate(() => document.querySelector('attention-stepper')!.figure.session.trace !== undefined));
    expect(said).toBe(true);
    await setState(page, { text: 'the animal' });
    expect(
      await page.evaluate(() => document.querySelector('attention-stepper')!.figure.session.trace!.tokens.length),
    ).toBe(2);
  }, 180_000);
});
