/** A control that has done its work, or makes room for others, does not lose the keyboard's place. */
import { describe, expect, it } from 'vitest';
import type {} from '../../web/site/lab/index.ts';
import type { Page } from './driver.ts';
import { figureReady, part, setState, settled } from './figure.ts';
import { harness } from './harness.ts';

const { open } = harness();

/** The words of what has the focus; nothing where it fell to the page. */
const focused = (page: Page) =>
  page.evaluate(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at === document.body ? '' : (at?.getAttribute('aria-label') ?? at?.textContent?.trim() ?? '');
  });

const press = async (page: Page, target: string): Promise<string> => {
  await page.focus(target);
  await page.key('Enter');
  await page.evaluate(() => new Promise((done) => setTimeout(done, 400)));
  return focused(page);
};

const lab = async (fragment: string): Promise<Page> => {
  const page = await open(fragment);
  await page.waitFor('.sides .chip');
  return page;
};

describe('the figure', () => {
  it('keeps it at the ends of the steps, at Reset all, and where a notice goes', async () => {
    const page = await open('#p.temperature=junk');
    await figureReady(page);
    expect(await press(page, '.notices .ways button')).not.toBe('');
    await page.click(part.step(await page.count('.steps li')));
    await page.click(part.previous);
    expect(await press(page, part.next)).toBe('Next step');
    expect(await press(page, part.next)).toBe('Next step');
    await page.focus('input[type="range"]');
    await page.key('ArrowRight');
    await settled(page);
    const reset = await page.text(part.reset);
    expect(await press(page, part.reset)).toBe(reset);
    await setState(page, { text: '' });
    await page.waitFor('.notice .link');
    expect(await press(page, '.notice .link')).not.toBe('');
  });
});

describe('a view of two runs', () => {
  it('keeps it at undo, redo and reset', async () => {
    const page = await lab('#view=edit');
    await page.focus('.first input[type="range"]');
    await page.key('ArrowRight');
    const button = (words: string) => `[aria-label="Changes"] button:has-text("${words}")`;
    for (const words of ['Undo', 'Redo', 'Reset']) expect(await press(page, button(words))).toBe(words);
  });

  it('keeps it where a word reaches the end of the sentence', async () => {
    const page = await lab('#view=perturb&text=the+bank&query=0');
    expect(await press(page, 'button:has-text("Move later")')).toBe('Move later');
  });

  it('moves it on where another sentence is left', async () => {
    const page = await lab('#view=perturb&text=the+bank');
    await page.fill('#against', 'the river');
    await page.key('Enter');
    expect(await press(page, 'button:has-text("Back to the sentence")')).not.toBe('');
  });

  it('moves it to what is revealed', async () => {
    const page = await lab('#view=perturb&text=the+bank&query=0');
    await page.click('button[aria-label="Predict first"]');
    expect(await press(page, 'button:has-text("Reveal")')).toContain('You said');
  });
});
