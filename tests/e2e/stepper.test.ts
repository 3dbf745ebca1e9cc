import { describe, expect, it } from 'vitest';
import { figureReady, part, settled, state } from './figure.ts';
import { harness } from './harness.ts';

const { open } = harness();

describe('by mouse', () => {
  it('opens on a sentence with a head at work', async () => {
    const page = await open();
    await figureReady(page);
    expect(await page.text(part.chosen)).toMatch(/\w/);
    expect(await page.count('.chip')).toBeGreaterThan(5);
    expect(await page.text(part.badge)).toMatch(/WASM SIMD · 1 thread/);
  });

  it('steps forwards, backwards, and to any step', async () => {
    const page = await open();
    await figureReady(page);
    const steps = await page.count('.steps li');
    await page.click(part.step(1));
    const first = await page.text(part.currentStep);
    await page.click(part.next);
    expect(await page.text(part.currentStep)).not.toBe(first);
    await page.click(part.previous);
    expect(await page.text(part.currentStep)).toBe(first);
    await page.click(part.step(steps));
    expect(
      await page.evaluate(
        () =>
          document.querySelector('attention-stepper')!.shadowRoot!.querySelector('[aria-label="Next step"]')!
            .ariaDisabled,
      ),
    ).toBe('true');
  });

  it('chooses a word, and the row follows', async () => {
    const page = await open();
    await figureReady(page);
    await page.click(part.word(1));
    expect((await state(page)).query).toBe(1);
    expect(
      await page.evaluate(() =>
        document.querySelector('attention-stepper')!.shadowRoot!.querySelector('.chip.query')!.getAttribute('data-i'),
      ),
    ).toBe('1');
  });

  it('hovers a cell: its number and its sources show', async () => {
    const page = await open('#step=pattern');
    await figureReady(page);
    await settled(page);
    const box = await page.box(part.grid('pattern'));
    await page.hoverAt(part.grid('pattern'), 4, box.height / 2);
    await page.waitUntil(() => {
      const tip = document
        .querySelector('attention-stepper')!
        .shadowRoot!.querySelector<HTMLElement>('.tip:not(.pinned)');
      return !!tip && !tip.hidden && /\d/.test(tip.textContent ?? '');
    });
    await page.waitUntil(
      () => document.querySelector('attention-stepper')!.shadowRoot!.querySelectorAll('.hovered *').length > 1,
    );
  });

  it('pins a cell: the arithmetic ends in the cell', async () => {
    const page = await open('#step=pattern');
    await figureReady(page);
    await settled(page);
    const box = await page.box(part.grid('pattern'));
    await page.clickAt(part.grid('pattern'), 4, box.height / 2);
    await settled(page);
    const { pin } = await state(page);
    expect(pin?.tensor).toBe('pattern');
    const value = await page.evaluate((index) => {
      const { shape, data } = document.querySelector('attention-stepper')!.figure.session.trace!.tensor('pattern');
      return data[index.reduce((at, n, axis) => at * shape[axis]! + n, 0)]!;
    }, pin!.index);
    expect(Number(await page.text(part.result))).toBeCloseTo(value, 2);
  });

  it('plays and pauses', async () => {
    const page = await open('', { reducedMotion: true });
    await figureReady(page);
    await page.click(part.step(1));
    const first = await page.text(part.currentStep);
    await page.click(part.play);
    await page.waitUntil(
      (was) =>
        document
          .querySelector('attention-stepper')!
          .shadowRoot!.querySelector('.steps li.cur .nm')!
          .textContent!.trim() !== was,
      first,
      5000,
    );
    await page.click(part.play);
  });

  it('types its own sentence, computed live', async () => {
    const page = await open();
    await figureReady(page);
    await page.click(part.own);
    await page.fill(part.editor, 'the animal was tired');
    await page.waitUntil(() => document.querySelector('attention-stepper')!.figure.session.trace?.tokens.length === 4);
    expect((await state(page)).text).toBe('the animal was tired');
  });

  it('switches the mechanism and keeps the sentence', async () => {
    const page = await open('#text=the+animal+was+tired');
    await figureReady(page);
    const ids = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLOptionElement>('#mechanism option')].map((option) => option.value),
    );
    expect(ids.length).toBeGreaterThanOrEqual(4);
    expect(await page.count('#mechanism optgroup')).toBeGreaterThanOrEqual(2);
    for (const id of ids.slice(0, 4)) {
      await page.select('#mechanism', id);
      await settled(page);
      expect(await page.evaluate(() => document.querySelector('attention-stepper')!.figure.settled!.entry.id)).toBe(id);
      expect(
        await page.evaluate(() => document.querySelector('attention-stepper')!.figure.session.trace!.tokens.length),
      ).toBe(4);
    }
  });

  it('changes a parameter and resets it', async () => {
    const page = await open();
    await figureReady(page);
    await page.click('.seg button:has-text("Causal")');
    await settled(page);
    expect((await state(page)).params).toEqual({ mask: 'causal' });
    await page.click(part.reset);
    await settled(page);
    expect((await state(page)).params ?? {}).toEqual({});
  });
});

describe('by keyboard only', () => {
  it('steps, chooses, pins and unpins', async () => {
    const page = await open();
    await figureReady(page);
    await page.key('Home');
    const first = await page.text(part.currentStep);
    await page.key('ArrowRight');
    const second = await page.text(part.currentStep);
    expect(second).not.toBe(first);
    await page.key('ArrowLeft');
    expect(await page.text(part.currentStep)).toBe(first);
    await page.key('End');
    expect(await page.text(part.currentStep)).not.toBe(first);
    const query = await page.evaluate(() => document.querySelector('attention-stepper')!.figure.query);
    await page.key(query > 0 ? 'ArrowUp' : 'ArrowDown');
    expect((await state(page)).query).toBe(query > 0 ? query - 1 : 1);
  });

  it('reaches every control by Tab, and walks a matrix by arrows', async () => {
    // Something to reset, else that button cannot be reached.
    const page = await open('#step=pattern&p.temperature=2');
    await figureReady(page);
    const seen = new Set<string>();
    for (let i = 0; i < 80; i++) {
      await page.key('Tab');
      const here = await page.evaluate(() => {
        let element: Element | null = document.activeElement;
        while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
        return `${element?.tagName.toLowerCase()}.${element?.className} ${element?.getAttribute('data-tensor') ?? ''} ${element?.getAttribute('data-action') ?? ''} ${element?.id}`;
      });
      seen.add(here);
      if (here.includes('grid pattern')) {
        await page.key('Control+Home');
        await page.key('ArrowDown');
        await page.key('ArrowRight');
        await page.key('Enter');
      }
    }
    const all = [...seen].join('\n');
    for (const wanted of ['mechanism', 'copy', 'embed', 'theme', 'chip', 'own', 'play', 'grid pattern', 'reset'])
      expect(all).toContain(wanted);
    await settled(page);
    expect((await state(page)).pin).toEqual({ tensor: 'pattern', index: [0, 1, 1] });
    await page.focus(part.grid('pattern'));
    await page.key('Escape');
    expect((await state(page)).pin?.index).not.toEqual([0, 1, 1]);
  });

  it('types a sentence', async () => {
    const page = await open();
    await figureReady(page);
    await page.focus(part.own);
    await page.key('Enter');
    await page.waitFor(part.editor);
    await page.key('Control+A');
    await page.type('the street was tired');
    await page.key('Enter');
    await page.waitUntil(() => document.querySelector('attention-stepper')!.figure.session.trace?.tokens.length === 4);
  });
});
