/** The full model: progress, cancel, failure, and what it opens. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { figureReady, figureText, part, setState, settled, site, state } from './figure.ts';
import { harness } from './harness.ts';

const { open, openUrl, serve, expectProblem } = harness();

const isModel = (path: string) => /^models\/.*\.bin$/.test(path);
const wanted = '#text=the+xylophone+was+tired';

describe('the full model', () => {
  it('loads with one click and reads any word', async () => {
    const page = await open(wanted);
    await settled(page);
    await page.click(part.loader);
    await figureReady(page);
    expect(
      await page.evaluate(() => document.querySelector('attention-stepper')!.figure.session.trace!.tokens.length),
    ).toBeGreaterThanOrEqual(4);
    expect(await page.count(`${part.figureNotice}`)).toBe(0);
  });

  it('as a mechanism of its own is stepped layer by layer, head by head', async () => {
    const page = await open(wanted);
    await settled(page);
    const id = await page.evaluate(
      () => document.querySelector<HTMLOptionElement>('#mechanism optgroup:last-child option')!.value,
    );
    await page.select('#mechanism', id);
    await page.click(part.loader);
    await figureReady(page);
    const scopes = await page.evaluate(() => {
      const { trace } = document.querySelector('attention-stepper')!.figure.session as unknown as {
        trace: { steps: { scope: string }[] };
      };
      return [...new Set(trace.steps.map((step) => step.scope))];
    });
    expect(scopes.filter(Boolean).length).toBeGreaterThanOrEqual(2);
    await page.click('.grp[aria-label="Layer"] .seg button:nth-child(2)');
    await settled(page);
    await page.click('.grp[aria-label="Head"] .head:nth-child(3)');
    await settled(page);
    expect(await page.evaluate(() => document.querySelector('attention-stepper')!.state)).toMatchObject({
      layer: 2,
      head: 3,
    });
  });

  it('dims the words it leaves out, and says how many', async () => {
    const page = await open(wanted);
    await settled(page);
    const id = await page.evaluate(
      () => document.querySelector<HTMLOptionElement>('#mechanism optgroup:last-child option')!.value,
    );
    await page.select('#mechanism', id);
    await page.click(part.loader);
    await figureReady(page);
    await setState(page, { ...(await state(page)), text: 'the animal '.repeat(75).trim(), query: 127 });
    const chip = (i: number) =>
      page.evaluate((at) => {
        const root = document.querySelector('attention-stepper')!.shadowRoot!;
        const found = root.querySelector<HTMLButtonElement>(`.chip[data-i="${at}"]`)!;
        found.click();
        return found.disabled;
      }, i);
    expect(await chip(150 - 1)).toBe(true);
    expect((await state(page)).query).toBe(127);
    expect(await chip(126)).toBe(false);
    expect((await state(page)).query).toBe(126);
    expect(await figureText(page)).toContain('22 are left out');
    expect(await page.evaluate(() => document.querySelector('attention-stepper')!.figure.chosenWeights!.length)).toBe(
      128,
    );
  });

  it('shows progress, and cancel stops it', async () => {
    const file = readdirSync(join(site, 'models')).find((name) => name.endsWith('.bin') && name !== 'starter.bin')!;
    const bytes = readFileSync(join(site, 'models', file));
    let closed = false;
    const stall = (path: string, _: unknown, response: ServerResponse) => {
      if (!isModel(path)) return false;
      response.writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Length': String(bytes.length) });
      response.write(bytes.subarray(0, 2_000_000));
      response.on('close', () => (closed = true));
      return true;
    };
    const { url } = await serve({ intercept: stall });
    const page = await openUrl(url + wanted);
    await settled(page);
    await page.click(part.loader);
    await page.waitUntil(() => {
      const bar = document.querySelector('attention-stepper')!.shadowRoot!.querySelector('progress');
      return !!bar && bar.value > 1_000_000 && bar.value < bar.max;
    });
    await page.click('.loader button:has-text("Cancel")');
    await page.waitFor('.loader button:has-text("Load the full encoder")');
    await page.waitUntil(
      () => document.querySelector('attention-stepper')!.shadowRoot!.querySelector('progress') === null,
    );
    expect(closed).toBe(true);
  });

  it.each([
    [
      'is missing',
      (response: ServerResponse) => void response.writeHead(404).end('no'),
      /there is no file http.*\/models\/.*\.bin; put it there, from the dist/,
    ],
    [
      'is something else',
      (response: ServerResponse) =>
        void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>sign in</title>'),
      /did not arrive/,
    ],
    [
      'breaks off',
      (response: ServerResponse) =>
        void (
          response.writeHead(200, { 'Content-Length': '1000000' }),
          response.write('abc'),
          setTimeout(() => response.destroy(), 50)
        ),
      /did not arrive/,
    ],
  ])('that %s says so, and the next try works', async (_, fail, says) => {
    expectProblem(/Failed to load resource|ERR_/);
    let broken = true;
    const { url } = await serve({
      intercept: (path, _request, response) => {
        if (!isModel(path) || !broken) return false;
        fail(response);
        return true;
      },
    });
    const page = await openUrl(url + wanted);
    await settled(page);
    await page.click(part.loader);
    await page.waitFor('.loader button:has-text("Try again")');
    expect(await page.text('.loader')).toMatch(says);
    broken = false;
    await page.click('.loader button:has-text("Try again")');
    await figureReady(page);
  });
});
