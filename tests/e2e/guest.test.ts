/** A figure is a guest in somebody's page: it neither takes what is the reader's nor catches what is the page's. */
import { describe, expect, it } from 'vitest';
import { settled } from './figure.ts';
import { harness } from './harness.ts';

const { openUrl, serve } = harness();

const filler = '<p>The text of a tutorial goes on.</p>'.repeat(60);
const page = (inside: string, style = '') =>
  `<!doctype html><meta charset="utf-8"><title>guest</title><style>${style}</style><script src="attention-playground.js" defer></script>${inside}`;

const guests = [
  ['an unknown word', '<attention-stepper text="the xylophone"></attention-stepper>'],
  ['no text', '<attention-stepper text=""></attention-stepper>'],
  ['an unknown mechanism', '<attention-stepper variant="nonsense"></attention-stepper>'],
  ['a pinned cell', '<attention-stepper query="3" step="z" pin="pattern:0,3,2"></attention-stepper>'],
  ['a long text', `<attention-stepper text="${'the animal was tired '.repeat(40)}" query="150"></attention-stepper>`],
] as const;

describe('a figure on load', () => {
  it.each(guests)('with %s takes no focus and scrolls nothing', async (_, figure) => {
    const { url } = await serve({ files: { 'guest.html': page(`${filler}${figure}${filler}${figure}`) } });
    const reader = await openUrl(`${url}guest.html`);
    await settled(reader);
    await reader.evaluate(() => new Promise((done) => setTimeout(done, 400)));
    expect(
      await reader.evaluate(() => ({
        y: scrollY,
        focus: document.activeElement?.tagName,
      })),
    ).toEqual({ y: 0, focus: 'BODY' });
  });

  it('has its editor at hand once the reader asks for it', async () => {
    const { url } = await serve({ files: { 'guest.html': page('<attention-stepper></attention-stepper>') } });
    const reader = await openUrl(`${url}guest.html`);
    await settled(reader);
    await reader.click('button.own');
    await reader.waitFor('.editor textarea:focus');
  });
});
