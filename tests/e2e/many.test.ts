import { describe, expect, it } from 'vitest';
import { figureReady, part } from './figure.ts';
import { harness } from './harness.ts';

const figures = (count: number) =>
  Array.from(
    { length: count },
    (_, i) =>
      `<attention-stepper id="f${i}" text="${i % 2 ? 'the animal was tired' : 'the animal was too tired'}"></attention-stepper>`,
  ).join('\n');

const pageOf = (count: number) =>
  `<!doctype html><meta charset="utf-8"><title>many</title><script src="attention-playground.js"></script>${figures(count)}`;

const { open } = harness({ files: { 'two.html': pageOf(2), 'ten.html': pageOf(10) } });

describe('several figures on one page', () => {
  it('two keep their own sentence and step', async () => {
    const page = await open('two.html');
    await figureReady(page);
    await page.click(`#f0 ${part.step(1)}`);
    await page.click(`#f1 ${part.word(1)}`);
    const [a, b] = await page.evaluate(() =>
      [...document.querySelectorAll('attention-stepper')].map((f) => ({
        tokens: f.figure.session.trace!.tokens.length,
        state: f.state,
      })),
    );
    expect([a!.tokens, b!.tokens]).toEqual([5, 4]);
    expect(b!.state.query).toBe(1);
    expect(a!.state.step).not.toBe(b!.state.step);
  });

  it('ten stand side by side; adding and removing leaves the others alone', async () => {
    const page = await open('ten.html');
    await figureReady(page);
    await page.evaluate(() => {
      for (const i of [0, 3, 9]) document.getElementById(`f${i}`)!.remove();
      const more = document.createElement('attention-stepper');
      more.setAttribute('text', 'the animal');
      more.id = 'more';
      document.body.prepend(more);
    });
    await figureReady(page);
    expect(await page.count('attention-stepper')).toBe(8);
    expect(
      await page.evaluate(
        () =>
          (document.getElementById('more') as HTMLElementTagNameMap['attention-stepper']).figure.session.trace!.tokens,
      ),
    ).toHaveLength(2);
    await page.click(`#f5 ${part.next}`);
    const blank = await page.evaluate(() =>
      [...document.querySelectorAll('attention-stepper')]
        .filter((f) => {
          const canvas = f.shadowRoot!.querySelector<HTMLCanvasElement>('canvas.heat')!;
          const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
          return data.every((byte) => byte === 0);
        })
        .map((f) => f.id),
    );
    expect(blank).toEqual([]);
  });

  it('a figure taken out and put back works on', async () => {
    const page = await open('two.html');
    await figureReady(page);
    await page.evaluate(() => {
      const figure = document.getElementById('f0')!;
      figure.remove();
      return new Promise<void>((done) => setTimeout(() => (document.body.append(figure), done()), 50));
    });
    await figureReady(page);
    await page.click(`#f0 ${part.next}`);
  });
});
