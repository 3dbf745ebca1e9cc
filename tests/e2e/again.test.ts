/** What did not arrive, and is asked for once more. */
import { describe, expect, it } from 'vitest';
import type {} from '../../web/site/lab/index.ts';
import { figureReady, part, shownEntry, state } from './figure.ts';
import { harness } from './harness.ts';

const { open, openUrl, serve, expectProblem } = harness();

/** A server that has no core until it is mended. */
const broken = async () => {
  const server = { whole: false };
  const { url } = await serve({
    intercept: (path, _request, response) => {
      if (server.whole || !path.endsWith('.wasm')) return false;
      response.writeHead(503).end();
      return true;
    },
  });
  expectProblem(/503/);
  return { url, mend: () => (server.whole = true) };
};

const retry = '.notice button:has-text("Try again")';

describe('an engine that did not start', () => {
  it('is started with all that the page and its link asked for', async () => {
    const { url, mend } = await broken();
    const page = await openUrl(`${url}#variant=rotary&text=the+bank&query=1`);
    await page.waitFor(`attention-stepper ${retry}`);
    await page.waitFor('.notices .ways');
    mend();
    await page.click(`attention-stepper ${retry}`);
    await figureReady(page);
    expect(await shownEntry(page)).toBe('rotary');
    expect(await state(page)).toMatchObject({ variant: 'rotary', text: 'the bank', query: 1 });
    expect(await page.count('#mechanism option')).toBeGreaterThan(10);
    expect(await page.count(part.pageNotice)).toBe(0);
    await page.click('[data-action="export"]');
    await page.waitFor('dialog[open]');
  });

  it('is started for a view of two runs too', async () => {
    const { url, mend } = await broken();
    const page = await openUrl(`${url}#view=edit`);
    await page.waitFor(retry);
    mend();
    await page.click(retry);
    await page.waitFor('.sides .chip');
    expect(await page.count(part.pageNotice)).toBe(0);
  });
});

it('a view that did not load leaves the one on show, and is offered again', async () => {
  expectProblem(/ERR_INTERNET_DISCONNECTED|preload|Failed to fetch/i);
  const page = await open('#text=the+bank');
  await figureReady(page);
  await page.offline(true);
  await page.click('[data-view="compare"]');
  await page.waitFor(retry);
  await page.waitUntil(() => document.querySelector('.views [aria-current]')?.textContent === 'Playground');
  expect(await page.evaluate(() => document.querySelector('attention-stepper')!.isConnected)).toBe(true);
  expect((await state(page)).text).toBe('the bank');
  expect(await page.evaluate(() => location.hash)).not.toContain('view=');
  await page.offline(false);
  await page.waitUntil(() => !document.querySelector('.notices .notice'));
  await page.click('[data-view="compare"]');
  await page.waitFor('.sides .chip');
  expect(await page.text('.views [aria-current]')).toBe('Compare');
});

it('a policy that forbids WebAssembly is named', async () => {
  expectProblem(/Content Security Policy|wasm|Worker/i);
  const { url } = await serve({
    headers: { 'Content-Security-Policy': "default-src 'self'; script-src 'self'" },
    files: {
      'strict.html': `<!doctype html><meta charset="utf-8"><title>strict</title><script src="attention-playground.js"></script><attention-stepper></attention-stepper>`,
    },
  });
  const page = await openUrl(`${url}strict.html`);
  await page.waitFor('.notice.error');
  expect(await page.text('.notice.error')).toContain("its script-src needs 'wasm-unsafe-eval'");
});

it('a figure that is moved into a frame computes and is styled there', async () => {
  const page = await open();
  await figureReady(page);
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    Object.assign(frame, { width: '700', height: '600' });
    document.body.prepend(frame);
    frame.contentDocument!.body.append(document.querySelector('attention-stepper')!);
  });
  await page.waitUntil(() => {
    const figure = document.querySelector('iframe')!.contentDocument!.querySelector('attention-stepper')!;
    const headline = figure.shadowRoot!.querySelector('.headline');
    return !!figure.shadowRoot!.querySelector('canvas.heat') && getComputedStyle(headline!).fontSize !== '24px';
  });
});
