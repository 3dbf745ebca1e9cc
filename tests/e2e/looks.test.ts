import { describe, expect, it } from 'vitest';
import type { Page } from './driver.ts';
import { figureReady, settled } from './figure.ts';
import { harness } from './harness.ts';

// The guide's own example of a style.
const seeThrough = `<!doctype html><meta charset="utf-8"><title>see-through</title>
<style>attention-stepper { --ap-bg: transparent; }</style><script src="attention-playground.js"></script>
<attention-stepper text="the animal was tired" mask="causal"></attention-stepper>`;

const { open } = harness({ files: { 'see-through.html': seeThrough } });

/** A computed style of a part of the figure, or of what stands before or after it. */
const look = (page: Page, selector: string, property: string, pseudo = ''): Promise<string> =>
  page.evaluate(
    ([selector, property, pseudo]) => {
      const element = document.querySelector('attention-stepper')!.shadowRoot!.querySelector(selector!)!;
      return getComputedStyle(element, pseudo || null).getPropertyValue(property!);
    },
    [selector, property, pseudo],
  );

describe('a see-through ground', () => {
  it.each(['light', 'dark'] as const)('leaves the play sign and pressed buttons readable, %s', async (theme) => {
    const page = await open('see-through.html', { theme });
    await figureReady(page);
    expect(await look(page, '.root', 'background-color')).toBe('rgba(0, 0, 0, 0)');
    const paper = theme === 'light' ? 'rgb(252, 251, 248)' : 'rgb(20, 22, 26)';
    expect(await look(page, '.trans .play', 'color')).toBe(paper);
    expect(await look(page, '.seg [aria-pressed="true"]', 'color')).toBe(paper);
    // A dot covers the line that it stands on.
    expect(await look(page, '.steps li.todo', 'background-color', '::after')).toBe(paper);
  });
});

describe("the system's own colours", () => {
  it('tell pressed from not pressed, done from to do, and how much', async () => {
    const page = await open('#p.mask=causal', { forcedColors: true });
    await figureReady(page);
    const ground = await look(page, '.root', 'background-color');
    const pressed = await look(page, '.seg [aria-pressed="true"]', 'background-color');
    expect(pressed).not.toBe(await look(page, '.seg [aria-pressed="false"]', 'background-color'));
    expect(await look(page, '.seg [aria-pressed="true"]', 'color')).not.toBe(pressed);
    const done = await look(page, '.steps li.done:nth-child(2)', 'background-color', '::before');
    const todo = await look(page, '.steps li.todo', 'background-color', '::before');
    expect(new Set([ground, done, todo]).size).toBe(3);
    expect(await look(page, '.steps li.cur', 'background-color', '::after')).not.toBe(ground);
    expect(await look(page, '.chip .bar b', 'background-color')).not.toBe(ground);
    expect(await look(page, '.track b.on', 'background-color')).not.toBe(ground);
  });
});

describe('on paper', () => {
  it.each([1440, 900, 390])('the figure stands whole and without controls, from %i pixels', async (width) => {
    const page = await open('#step=pattern', { width });
    await figureReady(page);
    const cells = () =>
      page.evaluate(() => document.querySelector('attention-stepper')!.shadowRoot!.querySelectorAll('svg .lab').length);
    const onScreen = await cells();
    await page.media('print');
    await settled(page);
    expect(await cells()).toBe(onScreen);
    const { controls, right, figure } = await page.evaluate(() => {
      const root = document.querySelector('attention-stepper')!.shadowRoot!;
      const seen = (selector: string) => [...root.querySelectorAll(selector)].filter((one) => one.checkVisibility());
      return {
        controls: seen('.trans button, .params, .own, .keys, .loader').length,
        right: Math.max(...seen('svg text, .der *').map((one) => one.getBoundingClientRect().right)),
        figure: root.querySelector('.root')!.getBoundingClientRect(),
      };
    });
    expect(controls).toBe(0);
    expect(figure.width).toBeLessThanOrEqual(701);
    // The last slanted label leans into the margin, as on the screen.
    expect(right).toBeLessThanOrEqual(figure.right + 8);
  });
});

describe('words that stand close together', () => {
  it.each([390, 760, 1440])("the legend's triangle keeps clear of its label, from %i pixels", async (width) => {
    const page = await open('#step=pattern&text=the+animal+was+tired', { width });
    await figureReady(page);
    await settled(page);
    const touching = await page.evaluate(() => {
      const root = document.querySelector('attention-stepper')!.shadowRoot!;
      const boxes = (selector: string) =>
        [...root.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
      const marks = boxes('svg .mark');
      const labels = boxes('svg .cap');
      return {
        marks: marks.length,
        over: marks.filter((mark) =>
          labels.some(
            (label) =>
              mark.left < label.right && label.left < mark.right && mark.top < label.bottom && label.top < mark.bottom,
          ),
        ).length,
      };
    });
    expect(touching.marks).toBeGreaterThan(0);
    expect(touching.over).toBe(0);
  });

  it('an open cell of a row with closed ones is called visible', async () => {
    const page = await open('#text=the+animal+was+tired&p.mask=causal&step=pattern&query=1');
    await figureReady(page);
    await settled(page);
    expect(await page.text('.der')).toContain('this key is visible');
    expect(await page.text('.der')).not.toContain('nothing masked');
  });
});
