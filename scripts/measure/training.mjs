// A training run of ten minutes in the page: whether its memory grows, and whether the page stays responsive meanwhile.
import { join } from 'node:path';
import { launch } from '../lib/browser.mjs';
import { root } from '../lib/paths.mjs';
import { serve } from '../lib/server.mjs';

const minutes = 10;
// Far more updates than ten minutes hold.
const address = 'train.html#task=reverse&model=transformer&train.steps=10000000';

/** Bytes of the core and of the page's own objects, and updates so far. */
const look = (page) =>
  page.evaluate(async () => {
    const { engine, session } = document.querySelector('train-page');
    return { core: await engine.memory(), heap: performance.memory.usedJSHeapSize, step: session.record.step };
  });

const megabytes = (bytes) => bytes / 2 ** 20;

export async function measure() {
  const server = await serve(join(root, 'dist/site'), { port: 0, host: '127.0.0.1', isolated: true });
  // Heap sizes as they are, not rounded to what an unknown page may know.
  const browser = await launch(['--enable-precise-memory-info']);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/${address}`);
  await page.waitForFunction(() => document.querySelector('train-page')?.session?.record.step > 100, undefined, {
    timeout: 120_000,
  });
  // From now on: starting the engine is not training.
  await page.evaluate(() => {
    globalThis.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, duration);
    }).observe({ type: 'longtask' });
  });
  const seen = [await look(page)];
  for (let minute = 1; minute <= minutes; minute++) {
    await page.waitForTimeout(60_000);
    seen.push(await look(page));
  }
  const longest = await page.evaluate(() => globalThis.longest);
  await browser.close();
  server.close();
  const [first, last] = [seen[1], seen.at(-1)];
  return [
    { name: `${minutes} minutes of training, updates`, value: last.step, unit: '' },
    { name: '  core memory gained after the first', value: megabytes(last.core - first.core), unit: 'MB', limit: 1 },
    // Of a collected heap the garbage remains that has not been looked at: a few megabytes come and go.
    { name: '  heap gained after the first', value: megabytes(last.heap - first.heap), unit: 'MB', limit: 16 },
    { name: '  longest task of the main thread', value: longest, unit: 'ms', limit: 100 },
  ];
}
