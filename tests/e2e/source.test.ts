import { describe, expect, it } from 'vitest';
import { violations } from './axe.ts';
import type { Page } from './driver.ts';
import { digits, figureReady, hasNaN, part, setState, settled, sideways, slips, state } from './figure.ts';
import { harness } from './harness.ts';

const { open, openUrl } = harness();

const able = '#variant=cross_attention&text=the+animal+was+tired';
const other = 'what did you say to the woman';
const toggle = '.src .switch';
const field = '.editor textarea#source';

const shapeOf = (page: Page, tensor: string): Promise<number[]> =>
  page.evaluate(
    (name) => document.querySelector('attention-stepper')!.figure.session.trace!.tensor(name).shape,
    tensor,
  );

/** The words beside and above the matrices of the stage. */
const labels = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelector('attention-stepper')!.shadowRoot!.querySelectorAll('ap-stage svg .lab')].map(
      (one) => one.textContent ?? '',
    ),
  );

/** What is said of the matrix cell that the keyboard stands on. */
const spokenCell = (page: Page, tensor: string): Promise<string> => page.text(`${part.grid(tensor)} .spoken`);

describe('a second text', () => {
  it('is typed, gives a matrix of Lq by Lk with the words of both, is shared by link, and goes again', async () => {
    const page = await open(able);
    await figureReady(page);
    expect(await shapeOf(page, 'pattern')).toEqual([1, 4, 4]);
    expect(await page.count(field)).toBe(0);
    const alone = await digits(page);

    await page.click(toggle);
    await settled(page);
    await page.click('.src .own');
    await page.waitFor(field);
    await page.fill(field, other);
    await page.key('Enter');
    await settled(page);
    expect(await state(page)).toMatchObject({ text: 'the animal was tired', source: other });
    expect(await shapeOf(page, 'pattern')).toEqual([1, 4, 7]);
    expect(await shapeOf(page, 'z')).toEqual([1, 4, 64]);
    const said = await labels(page);
    for (const word of ['the', 'animal', 'was', 'tired', ...other.split(' ')]) expect(said).toContain(word);
    await page.click(part.word(3));
    await settled(page);
    await page.clickAt(part.grid('pattern'), 3, 3);
    await settled(page);
    expect(await spokenCell(page, 'pattern')).toMatch(/^the → what: /);
    expect(await page.text('.der')).toContain('what');
    expect(await page.text('.src .chips')).toContain('woman');
    expect(await hasNaN(page)).toBe(false);
    expect(await slips(page)).toEqual([]);

    await page.click('[data-action="copy"]');
    const link = await page.evaluate(() => location.href);
    expect(link).toContain('source=what+did+you+say+to+the+woman');
    const shared = await openUrl(link);
    await figureReady(shared);
    await settled(shared);
    expect(await state(shared)).toEqual(await state(page));
    expect(await digits(shared)).toBe(await digits(page));
    expect(await labels(shared)).toEqual(await labels(page));

    await page.click(toggle);
    await settled(page);
    expect((await state(page)).source).toBeUndefined();
    expect(await shapeOf(page, 'pattern')).toEqual([1, 4, 4]);
    expect(await digits(page)).toBe(alone);
    await page.waitUntil(() => !location.hash.includes('source='));
    // What was typed is not lost.
    await page.click(toggle);
    await settled(page);
    expect((await state(page)).source).toBe(other);
  }, 60_000);

  it('is there by one click, as a question that reads its answer', async () => {
    const page = await open('#variant=cross_attention');
    await figureReady(page);
    await page.click('.src button.link');
    await settled(page);
    expect(await page.text('.der')).toMatch(/who.*reads.*animal/s);
    // Lines run from the word to what it reads.
    expect(await page.count('.fan .arc')).toBe(3);
    expect(await page.count('.src button.link')).toBe(0);
    expect(await page.count(part.figureNotice)).toBe(0);
  });

  it('works from the keyboard, and says what is missing', async () => {
    const page = await open(able);
    await figureReady(page);
    await page.focus(toggle);
    await page.key(' ');
    await settled(page);
    expect(await page.count(`${toggle}[aria-checked="true"]`)).toBe(1);
    await page.focus('.src .own');
    await page.key('Enter');
    await page.waitFor(field);
    await page.fill(field, '');
    await page.key('Enter');
    await settled(page);
    expect(await page.text(part.figureNotice)).toContain('no text to be read');
    await page.click(`${part.figureNotice} button`);
    await settled(page);
    expect(await page.count(part.figureNotice)).toBe(0);
    expect(await shapeOf(page, 'pattern')).toEqual([1, 4, 4]);
  });

  it('has a step for each text, and every step goes', async () => {
    const page = await open(`${able}&source=the+street`);
    await figureReady(page);
    const steps = await page.count('.steps li');
    for (let i = 1; i <= steps; i++) {
      await page.click(part.step(i));
      await settled(page);
      expect(await slips(page), `step ${i}`).toEqual([]);
    }
    expect(await page.text('.steps')).toContain('tokens (read)');
    await page.click('.steps li:nth-child(3) button');
    await settled(page);
    expect(await page.text('.toklist')).toContain('street');
    expect(await page.text('.toklist')).not.toContain('tired');
  });

  it('steps through every mechanism that can read one, to the end', async () => {
    const page = await open('#text=the+animal+was+tired');
    await figureReady(page);
    const ids = await page.evaluate(() =>
      document
        .querySelector('attention-stepper')!
        .figure.engine!.catalog.entries.filter((entry) => entry.takes_source)
        .map((entry) => entry.id),
    );
    for (const id of ids) {
      await setState(page, { variant: id, text: 'the animal was tired', source: other });
      const wrong = await page.evaluate(async () => {
        const element = document.querySelector('attention-stepper')!;
        const { figure } = element;
        const out: string[] = figure.session.problem ? ['problem'] : [];
        for (let i = 0; i < figure.frames.length; i++) {
          figure.show(i);
          await element.updateComplete;
          await new Promise((done) => setTimeout(done, 60));
          const text = element.shadowRoot!.querySelector('.main')?.textContent ?? '';
          if (/\bNaN\b|\bundefined\b|\[object/.test(text)) out.push(`${figure.frame?.key}: ${text.slice(0, 80)}`);
        }
        return out;
      });
      expect(wrong, id).toEqual([]);
    }
  }, 180_000); // thirty mechanisms, ten steps each

  it('is left aside, and said so, where a mechanism reads the text itself', async () => {
    const page = await open('#variant=self_attention&text=the+animal&source=the+street');
    await settled(page);
    expect(await page.text(part.figureNotice)).toContain('reads the text that asks and no other');
    expect(await page.count('.src')).toBe(0);
  });

  it('stays with mechanisms that can read it, and leaves with one that cannot', async () => {
    const page = await open(`${able}&source=the+street`);
    await figureReady(page);
    await page.select('#mechanism', 'additive');
    await settled(page);
    expect((await state(page)).source).toBe('the street');
    expect(await page.count(`${toggle}[aria-checked="true"]`)).toBe(1);
    await page.select('#mechanism', 'self_attention');
    await settled(page);
    expect((await state(page)).source).toBeUndefined();
    expect(await page.count(part.figureNotice)).toBe(0);
  });

  it('is an attribute of an embedded figure, and a part of the snippet', async () => {
    const page = await open(`${able}&source=the+street`);
    await figureReady(page);
    await page.click('[data-action="embed"]');
    const snippet = await page.evaluate(() => document.querySelector<HTMLTextAreaElement>('dialog textarea')!.value);
    expect(snippet).toContain('source="the street"');
    await page.evaluate(() => {
      const figure = document.querySelector('attention-stepper')!;
      figure.setAttribute('source', 'the animal was the street');
    });
    await settled(page);
    expect(await shapeOf(page, 'pattern')).toEqual([1, 4, 5]);
  });
});

describe.each(['light', 'dark'] as const)('in %s', (theme) => {
  it('passes axe, with the editor open as well', async () => {
    const page = await open(`${able}&source=the+street+was+tired`, { theme });
    await figureReady(page);
    expect(await violations(page)).toEqual([]);
    await page.click('.src .own');
    await page.waitFor(field);
    expect(await violations(page)).toEqual([]);
  });
});

it('390 pixels wide nothing scrolls sideways', async () => {
  const page = await open(`${able}&source=${'the+animal+was+tired+and+'.repeat(3)}the`, { width: 390, height: 844 });
  await figureReady(page);
  const steps = await page.count('.steps li');
  for (let i = 1; i <= steps; i++) {
    await page.click(part.step(i));
    await settled(page);
    expect(await sideways(page), `step ${i}`).toBe(0);
  }
}, 60_000);
