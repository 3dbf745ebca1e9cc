import { describe, expect, it } from 'vitest';
import type { Page } from './driver.ts';
import { figureReady, part, settled, state } from './figure.ts';
import { harness } from './harness.ts';

const pageOf = (attributes: string) =>
  `<!doctype html><meta charset="utf-8"><title>attributes</title><script src="attention-playground.js"></script>
<script>globalThis.warned = []; console.warn = (line) => warned.push(line);</script>
<attention-stepper text="the animal was tired" ${attributes}></attention-stepper>`;

const { open } = harness({
  files: {
    'junk.html': pageOf('head="99" query="100" params="{temperature: 2}" temperature="hot"'),
    'several.html': pageOf('variant="multi_head" heads="8" head="5"'),
    'plain.html': pageOf(''),
    // As in the guide: the page's own lines run before a deferred script.
    'early.html': `<!doctype html><meta charset="utf-8"><title>early</title><script defer src="attention-playground.js"></script>
<attention-stepper></attention-stepper>
<script>document.querySelector('attention-stepper').state = { text: 'the animal was tired', step: 'scores' };</script>`,
  },
});

const said = (page: Page) =>
  page.evaluate(() => ({
    notices: [...document.querySelector('attention-stepper')!.shadowRoot!.querySelectorAll('.notice')].map((one) =>
      one.textContent!.trim(),
    ),
    warned: (globalThis as unknown as { warned: string[] }).warned,
  }));

describe('another mechanism by its attribute', () => {
  it('leaves what a visitor set for the first one, without a complaint', async () => {
    const page = await open('plain.html');
    await figureReady(page);
    await page.evaluate(() => {
      const figure = document.querySelector('attention-stepper')!;
      figure.figure.setParam('temperature', 0.5);
    });
    await settled(page);
    await page.evaluate(() => document.querySelector('attention-stepper')!.setAttribute('variant', 'alibi'));
    await settled(page);
    expect((await state(page)).params).toBeUndefined();
    expect(await said(page)).toEqual({ notices: [], warned: [] });
  });
});

describe('what a page asks for in vain', () => {
  it('is named on the figure and in the console, attribute by attribute', async () => {
    const page = await open('junk.html');
    await figureReady(page);
    await settled(page);
    const { notices, warned } = await said(page);
    expect(notices.length).toBe(4);
    for (const part of ['params="{temperature: 2}"', 'temperature="hot"', 'Layer, Head “1, 99”', 'query “100”'])
      expect(
        notices.some((one) => one.includes(part)),
        part,
      ).toBe(true);
    expect(notices.join()).not.toContain('Load the full encoder');
    expect(warned).toEqual(expect.arrayContaining(notices.map((one) => `<attention-stepper>: ${one}`)));
  });

  it('is named when it comes from script, and forgotten with the next state', async () => {
    const page = await open('plain.html');
    await figureReady(page);
    const give = (state: unknown) =>
      page.evaluate((value) => void (document.querySelector('attention-stepper')!.state = value as never), state);
    await give({ text: 'the animal', layer: 'two', colour: 'red', params: { temprature: 2 } });
    await settled(page);
    const { notices } = await said(page);
    expect(notices.map((one) => one.split(' is ')[0])).toEqual([
      'layer “two”',
      'colour “red”',
      'params.temprature “2”',
    ]);
    await give({ text: 'the animal' });
    await settled(page);
    expect((await said(page)).notices).toEqual([]);
  });

  it('is nothing where a state is set before the script has loaded: it holds', async () => {
    const page = await open('early.html');
    await figureReady(page);
    expect(await state(page)).toEqual({ text: 'the animal was tired', step: 'scores' });
    expect(await page.text(part.currentStep)).toBe('scores');
  });

  it('is not said of a head that the run has', async () => {
    const page = await open('several.html');
    await figureReady(page);
    await settled(page);
    expect(await said(page)).toEqual({ notices: [], warned: [] });
  });
});
