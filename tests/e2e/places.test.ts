import { mkdtempSync, copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { digits, figureReady, part, root } from './figure.ts';
import { harness } from './harness.ts';
import { isolated, strictPolicy } from './server.ts';

const { open, openUrl, serve, expectProblem } = harness();

const plain = `<!doctype html><meta charset="utf-8"><title>plain</title><script src="attention-playground.js"></script><attention-stepper text="the animal was tired"></attention-stepper>`;

describe('a page', () => {
  it('from file://, without any server', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'file-url-'));
    try {
      copyFileSync(join(root, 'dist/attention-playground.js'), join(folder, 'attention-playground.js'));
      // A pasted snippet names no charset; the figure's own characters must arrive all the same.
      writeFileSync(join(folder, 'index.html'), plain.replace('<meta charset="utf-8">', ''));
      const page = await openUrl(pathToFileURL(join(folder, 'index.html')).href);
      await figureReady(page);
      expect(await page.text(part.badge)).toContain(' · ');
      expect(await page.text(part.badge)).toContain('1 thread');
      expect(page.requests.every((url) => url.startsWith('file:') || url.startsWith('blob:'))).toBe(true);
      await page.click(part.loader);
      await page.waitFor('.loader[role="alert"]');
      expect(await page.text('.loader[role="alert"]')).toContain('through a web server');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('the site from file:// says that it needs a server', async () => {
    expectProblem(/CORS|ERR_FAILED/);
    const page = await openUrl(pathToFileURL(join(root, 'dist/site/index.html')).href);
    expect(await page.text('.as-file')).toContain('from a web server only');
    const seen = (one: typeof page) => one.evaluate(() => document.querySelector('.as-file')!.checkVisibility());
    expect(await seen(page)).toBe(true);
    const served = await open();
    await figureReady(served);
    expect(await seen(served)).toBe(false);
  });

  it('under the strictest policy it promises to live with', async () => {
    const { url } = await serve({ headers: strictPolicy, files: { 'strict.html': plain } });
    // A refused worker is reported by the browser itself; everything else must be silent.
    const page = await openUrl(`${url}strict.html`);
    await figureReady(page);
    const place = await page.evaluate(() =>
      document.querySelector('attention-stepper')!.shadowRoot!.querySelector('.badge')!.getAttribute('title'),
    );
    expect(place).toMatch(/inline/);
    expect(
      await page.evaluate(
        () => [...document.querySelector('attention-stepper')!.shadowRoot!.querySelectorAll('[style]')].length,
      ),
    ).toBeGreaterThanOrEqual(0);
    page.problems.splice(0, page.problems.length, ...page.problems.filter((problem) => !/worker|blob:/i.test(problem)));
  });

  it('the site itself under the strict policy', async () => {
    const { url } = await serve({ headers: strictPolicy });
    const page = await openUrl(url);
    await figureReady(page);
  });

  it('without COOP and COEP: one thread, and the badge says so', async () => {
    const page = await open();
    await figureReady(page);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
    expect(await page.text(part.badge)).toContain('1 thread');
    expect(
      await page.evaluate(() =>
        document.querySelector('attention-stepper')!.shadowRoot!.querySelector('.badge')!.getAttribute('title'),
      ),
    ).toContain('not cross-origin isolated');
  });

  it('with COOP and COEP: threads, and the badge says how many; the digits are the same', async () => {
    const { url } = await serve({ headers: isolated });
    const page = await openUrl(url);
    await figureReady(page);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    expect(await page.text(part.badge)).toMatch(/[2-8] threads/);
    const single = await open();
    await figureReady(single);
    expect(await digits(page)).toBe(await digits(single));
  });

  it('below a path of a static host', async () => {
    const server = await serve({ base: '/some/where/' });
    const page = await openUrl(server.url);
    await figureReady(page);
    expect(server.requests.every((path) => path.startsWith('/some/where/') || path === '/favicon.ico')).toBe(true);
  });

  it('in a frame', async () => {
    const { url } = await serve({
      files: {
        'frame.html': '<!doctype html><title>frame</title><iframe src="index.html" width="1200" height="900"></iframe>',
      },
    });
    const page = await openUrl(`${url}frame.html`);
    await page.waitUntil(() => {
      const inner = document.querySelector('iframe')?.contentDocument?.querySelector('attention-stepper') as
        HTMLElementTagNameMap['attention-stepper'] | null | undefined;
      return inner?.figure?.session.trace !== undefined;
    });
  });

  it('asks no foreign host for anything', async () => {
    const page = await open();
    await figureReady(page);
    await page.click(part.next);
    const { origin } = new URL(page.requests[0]!);
    expect(page.requests.filter((url) => !url.startsWith(origin) && !url.startsWith(`blob:${origin}`))).toEqual([]);
  });

  it('of a mechanism: formula, parameters, and a live figure', async () => {
    const page = await open('mechanisms/');
    const hrefs = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLAnchorElement>('.list a')].map((a) => a.getAttribute('href')!),
    );
    expect(hrefs.length).toBeGreaterThanOrEqual(4);
    const one = await open(`mechanisms/${hrefs[0]}`);
    await figureReady(one);
    expect(await one.count('math')).toBeGreaterThan(0);
    expect(await one.count('table tbody tr')).toBeGreaterThan(0);
  });
});

describe('the script', () => {
  it('loaded twice is harmless', async () => {
    const { url } = await serve({
      files: {
        'twice.html': plain.replace(
          '<attention',
          '<script src="attention-playground.js"></script><script src="attention-playground.js?again"></script><attention',
        ),
      },
    });
    const page = await openUrl(`${url}twice.html`);
    await figureReady(page);
  });

  it('beside another build of itself: a tag defined twice does not throw', async () => {
    copyTwin();
    const { url } = await serve({
      root: join(root, 'dist'),
      files: {
        'both.html': plain.replace(
          '<attention',
          '<script type="module">import { createEngine } from "./attention-playground.mjs"; const engine = await createEngine({ inline: true }); document.title = engine.backend.place;</script><attention',
        ),
      },
    });
    const page = await openUrl(`${url}both.html`);
    await figureReady(page);
    await page.waitUntil(() => document.title === 'inline');
  });
});

/** The twin for bundlers is made by the same script; nothing to copy, but say so when it is missing. */
const copyTwin = () =>
  expect(() => copyFileSync(join(root, 'dist/attention-playground.mjs'), join(tmpdir(), 'twin.mjs'))).not.toThrow();
