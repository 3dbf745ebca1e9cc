/** One browser and one server per test file, one fresh page per test; a page with problems fails its test. */
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { launchChromium } from './chromium.ts';
import type { Driver, Page, PageOptions } from './driver.ts';
import { site } from './figure.ts';
import { startServer, type ServerOptions, type TestServer } from './server.ts';

interface Harness {
  open(path?: string, options?: PageOptions): Promise<Page>;
  /** Opens an address that is not the file's own server's. */
  openUrl(url: string, options?: PageOptions): Promise<Page>;
  /** A further server, closed with the test. */
  serve(options: Partial<ServerOptions>): Promise<TestServer>;
  /** Messages that this test expects in the console. */
  expectProblem(pattern: RegExp): void;
  url(path?: string): string;
}

export const harness = (options: Partial<ServerOptions> = {}): Harness => {
  let driver: Driver;
  let server: TestServer;
  let pages: Page[] = [];
  let servers: TestServer[] = [];
  let expected: RegExp[] = [];

  beforeAll(async () => {
    driver = await launchChromium();
    server = await startServer({ root: site, ...options });
  });
  afterAll(async () => {
    await driver?.close();
    await server?.close();
  });
  afterEach(async () => {
    const problems = pages
      .flatMap((page) => page.problems)
      .filter((problem) => !expected.some((pattern) => pattern.test(problem)));
    await Promise.all(pages.map((page) => page.close()));
    await Promise.all(servers.map((one) => one.close()));
    [pages, servers, expected] = [[], [], []];
    expect(problems).toEqual([]);
  });

  const openUrl = async (url: string, pageOptions?: PageOptions) => {
    const page = await driver.newPage(pageOptions);
    pages.push(page);
    await page.goto(url);
    return page;
  };
  return {
    openUrl,
    open: (path = '', pageOptions) => openUrl(server.url + path, pageOptions),
    serve: async (more) => {
      const one = await startServer({ root: site, ...more });
      servers.push(one);
      return one;
    },
    expectProblem: (pattern) => void expected.push(pattern),
    url: (path = '') => server.url + path,
  };
};
