/** The page, unchanged, on a core whose ids are all renamed: every mechanism draws and steps to its end. */
import { resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import { beforeAll, expect, it } from 'vitest';
import { shell } from '../../web/site/shell/plugin.ts';
import { buildRenamed, patience, plain, renamed, suffix } from '../renamed/build.ts';
import { figureReady, hasNaN, part, root, setState, settled, shownEntry, slips } from './figure.ts';
import { harness } from './harness.ts';

const site = resolve(renamed, 'site');
const { open } = harness({ root: site });

/** Nothing but where the core lies is another. */
const otherCore = (): Plugin => ({
  name: 'other-core',
  enforce: 'pre',
  transform: (code, id) =>
    id.startsWith(resolve(root, 'web/engine/')) ? code.replaceAll(`${plain}/`, 'build/renamed/') : undefined,
});

beforeAll(async () => {
  buildRenamed();
  await build({
    configFile: false,
    root: resolve(root, 'web/site'),
    base: './',
    logLevel: 'warn',
    plugins: [otherCore(), shell],
    worker: { format: 'es', plugins: () => [otherCore()] },
    build: { outDir: site, emptyOutDir: true, minify: false, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  });
}, patience);

it('shows every mechanism of a catalogue with other ids, to its last step', async () => {
  const page = await open();
  await figureReady(page);
  const ids = await page.evaluate(() =>
    document
      .querySelector('attention-stepper')!
      .figure.session.engine!.catalog.entries.filter((entry) => entry.kind === 'variant')
      .map((entry) => entry.id),
  );
  expect(ids.length).toBeGreaterThan(1);
  for (const id of ids) {
    expect(id.endsWith(suffix)).toBe(true);
    await setState(page, { variant: id });
    await figureReady(page);
    expect(await shownEntry(page)).toBe(id);
    const steps = await page.count('.steps li');
    expect(steps, id).toBeGreaterThan(2);
    await page.click(part.step(steps));
    await settled(page);
    expect(await page.count(part.figureNotice), id).toBe(0);
    expect(await slips(page), id).toEqual([]);
    expect(await hasNaN(page), id).toBe(false);
  }
}, 300_000);
