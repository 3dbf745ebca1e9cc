// How the page feels, in a real browser on this machine: medians over fresh pages and repeated actions.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { figuresShown, launch } from '../lib/browser.mjs';
import { root } from '../lib/paths.mjs';
import { serve } from '../lib/server.mjs';

const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
};

const words = (count) => 'the animal '.repeat(count / 2).trim();

/** From navigation to the first painted step, as the page's own clock has it. */
const firstStep = async (browser, url) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const look = () => {
      const figure = document.querySelector('attention-stepper');
      const canvas = figure?.shadowRoot?.querySelector('canvas.heat');
      if (figure?.figure?.session.trace && canvas && canvas.width > 1) {
        // The frame after next: what was drawn is on the screen by then.
        requestAnimationFrame(() => requestAnimationFrame(() => (globalThis.firstStep = performance.now())));
      } else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(url);
  await page.waitForFunction(() => globalThis.firstStep !== undefined);
  const time = await page.evaluate(() => globalThis.firstStep);
  await context.close();
  return time;
};

const opened = async (browser, url) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction(figuresShown);
  await page.waitForTimeout(1000);
  return { context, page };
};

/** From setting a parameter to the frame in which the new trace is painted; `heads` heads are shown and computed. */
const parameterChange = async (browser, url) => {
  const { context, page } = await opened(browser, url);
  const times = await page.evaluate(async () => {
    const figure = document.querySelector('attention-stepper');
    const taken = [];
    for (let i = 0; i < 21; i++) {
      const before = figure.figure.session.trace;
      const began = performance.now();
      const root = figure.shadowRoot;
      const event = new CustomEvent('ap-param', {
        detail: { id: 'temperature', value: 1.1 + i / 100 },
        bubbles: true,
        composed: true,
      });
      root.querySelector('ap-parameters').dispatchEvent(event);
      while (figure.figure.session.trace === before) await new Promise((done) => setTimeout(done, 0));
      await figure.updateComplete;
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
      taken.push(performance.now() - began);
      await new Promise((done) => setTimeout(done, 60));
    }
    return taken;
  });
  await context.close();
  return median(times);
};

/** Work of one pointer move over the weights: until the outlines stand, without the wait for the next frame. */
const hover = async (browser, url) => {
  const { context, page } = await opened(browser, url);
  const times = await page.evaluate(async () => {
    const stage = document.querySelector('attention-stepper').shadowRoot.querySelector('ap-stage');
    const scene = stage.querySelector('.scene');
    const grids = [...stage.querySelectorAll('.grid')];
    const box = grids[grids.length - 1].getBoundingClientRect();
    const taken = [];
    for (let i = 0; i < 60; i++) {
      const at = {
        clientX: box.left + box.width * ((i * 0.137) % 1),
        clientY: box.top + box.height * ((i * 0.311) % 1),
        bubbles: true,
        pointerType: 'mouse',
      };
      const began = performance.now();
      scene.dispatchEvent(new PointerEvent('pointermove', at));
      // Layout and style are part of the cost; the outlines of the sources follow from the engine.
      scene.getBoundingClientRect();
      await new Promise((done) => setTimeout(done, 0));
      taken.push(performance.now() - began);
      await new Promise((done) => requestAnimationFrame(done));
    }
    return taken;
  });
  await context.close();
  return median(times);
};

export const measure = async () => {
  const server = await serve(join(root, 'dist/site'), { port: 0, host: '127.0.0.1', isolated: false });
  const url = `http://127.0.0.1:${server.address().port}/`;
  const browser = await launch();
  try {
    const first = [];
    for (let i = 0; i < 7; i++) first.push(await firstStep(browser, url));
    const many = `${url}#variant=multi_head&p.heads=8&text=${encodeURIComponent(words(32))}&step=pattern`;
    const long = `${url}#text=${encodeURIComponent(words(512))}&step=pattern`;
    return [
      { name: 'first step visible after navigation', value: median(first), unit: 'ms', limit: 1000 },
      {
        name: 'parameter change to painted, 32 tokens x 8 heads',
        value: await parameterChange(browser, many),
        unit: 'ms',
        limit: 50,
      },
      { name: 'hover at 512 tokens', value: await hover(browser, long), unit: 'ms', limit: 16 },
    ];
  } finally {
    await browser.close();
  }
};

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const { name, value, unit } of await measure()) console.log(`${name}: ${value.toFixed(1)} ${unit}`);
  process.exit(0);
}
