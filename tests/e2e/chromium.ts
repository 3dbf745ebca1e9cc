import { readFileSync } from 'node:fs';
import type { Page as ChromiumPage } from 'playwright-core';
import { launch } from '../../scripts/lib/browser.mjs';
import type { Driver, Page, PageOptions } from './driver.ts';

const actionTimeout = 20_000;

export const launchChromium = async (): Promise<Driver> => {
  const browser = await launch();
  return {
    newPage: async (options = {}) => wrap(await open(options)),
    close: () => browser.close(),
  };

  async function open(options: PageOptions): Promise<ChromiumPage> {
    const context = await browser.newContext({
      viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
      colorScheme: options.theme ?? 'light',
      reducedMotion: options.reducedMotion === false ? 'no-preference' : 'reduce',
      forcedColors: options.forcedColors ? 'active' : 'none',
    });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']).catch(() => undefined);
    if (options.before) await context.addInitScript(options.before);
    const page = await context.newPage();
    page.setDefaultTimeout(actionTimeout);
    return page;
  }
};

const wrap = (page: ChromiumPage): Page => {
  const problems: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('request', (request) => requests.push(request.url()));
  const at = (target: string) => page.locator(target).first();
  return {
    problems,
    requests,
    goto: async (url) => void (await page.goto(url)),
    click: (target) => at(target).click(),
    clickAt: (target, x, y) => at(target).click({ position: { x, y } }),
    drag: async (target, points) => {
      await at(target).scrollIntoViewIfNeeded();
      const box = await at(target).boundingBox();
      if (!box) throw new Error(`${target} is not visible`);
      for (const [i, [x, y]] of points.entries()) {
        await page.mouse.move(box.x + x, box.y + y);
        if (i === 0) await page.mouse.down();
      }
      await page.mouse.up();
    },
    hoverAt: (target, x, y) => at(target).hover({ position: { x, y } }),
    focus: (target) => at(target).focus(),
    fill: (target, text) => at(target).fill(text),
    select: async (target, value) => void (await at(target).selectOption(value)),
    key: (name) => page.keyboard.press(name),
    type: (text) => page.keyboard.type(text),
    paste: async (text) => {
      await page.evaluate((all) => navigator.clipboard.writeText(all), text);
      await page.keyboard.press('ControlOrMeta+V');
    },
    giveFile: async (name, text, ask) => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), ask()]);
      await chooser.setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
    },
    box: async (target) => {
      const box = await at(target).boundingBox();
      if (!box) throw new Error(`${target} is not visible`);
      return box;
    },
    text: (target) => at(target).innerText(),
    count: (target) => page.locator(target).count(),
    waitFor: (target, timeout = actionTimeout) => at(target).waitFor({ timeout }),
    evaluate: (body, argument) => page.evaluate(body as never, argument as never),
    waitUntil: async (body, argument, timeout = actionTimeout) =>
      void (await page.waitForFunction(body as never, argument as never, { timeout })),
    media: (kind) => page.emulateMedia({ media: kind }),
    offline: (is) => page.context().setOffline(is),
    resize: (width, height) => page.setViewportSize({ width, height }),
    screenshot: async (file) => void (await page.screenshot({ path: file })),
    // Through the debugger, so that no policy of the page stands in the way and none is loosened.
    inject: async (file) => void (await page.evaluate(readFileSync(file, 'utf8'))),
    close: () => page.context().close(),
  };
};
