/** A figure is a guest in somebody's page: it neither takes what is the reader's nor catches what is the page's. */
import { describe, expect, it } from 'vitest';
import { figureReady, settled } from './figure.ts';
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

/** What a page may say of its text and its figures inherit. */
const loud = `body { text-transform: uppercase; letter-spacing: 4px; word-spacing: 12px; white-space: pre; text-indent: 40px;
  text-align: justify; line-height: 3; font: italic 700 small-caps 22px/2.6 cursive; hyphens: auto; word-break: break-all;
  overflow-wrap: anywhere; text-shadow: 1px 1px red; font-stretch: condensed; font-feature-settings: "smcp"; cursor: wait;
  list-style: square; border-collapse: collapse; text-wrap: nowrap; quotes: none; tab-size: 9; color: red;
  -webkit-text-stroke: 1px red; -webkit-text-fill-color: red; font-variant-numeric: oldstyle-nums; writing-mode: vertical-lr; }
  body > * { writing-mode: horizontal-tb; }`;

const inherited = `text-transform letter-spacing word-spacing white-space text-indent text-align line-height font-style
  font-weight font-size font-variant font-stretch font-feature-settings hyphens word-break overflow-wrap text-shadow cursor
  list-style border-collapse text-wrap quotes tab-size color writing-mode -webkit-text-stroke -webkit-text-fill-color`.split(
  /\s+/,
);

describe('the page', () => {
  it('with its own way of setting text does not change the figure', async () => {
    const figure = '<attention-stepper style="width: 1000px"></attention-stepper>';
    const { url } = await serve({ files: { 'plain.html': page(figure), 'loud.html': page(figure, loud) } });
    const looks = async (path: string) => {
      const one = await openUrl(url + path);
      await figureReady(one);
      return one.evaluate((names) => {
        const all = [...document.querySelector('attention-stepper')!.shadowRoot!.querySelectorAll('.root, .root *')];
        const lines = all.map((one) => {
          const style = getComputedStyle(one);
          const of = names.map((name) => `${name}: ${style.getPropertyValue(name)}`);
          return `${one.localName}.${one.getAttribute('class') ?? ''} ${of.join('; ')}`;
        });
        return [...new Set(lines)].sort();
      }, inherited);
    };
    expect(await looks('loud.html')).toEqual(await looks('plain.html'));
  });

  it('that hides the figure hides all of it', async () => {
    const { url } = await serve({
      files: { 'hidden.html': page('<div style="visibility: hidden"><attention-stepper></attention-stepper></div>') },
    });
    const one = await openUrl(`${url}hidden.html`);
    await settled(one);
    const seen = await one.evaluate(
      () =>
        getComputedStyle(document.querySelector('attention-stepper')!.shadowRoot!.querySelector('.word, .chip')!)
          .visibility,
    );
    expect(seen).toBe('hidden');
  });
});

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
    await figureReady(reader);
    await reader.click('button.own');
    await reader.waitFor('.editor textarea:focus');
  });
});
