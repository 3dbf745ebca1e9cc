import { describe, expect, it } from 'vitest';
import { violations } from './axe.ts';
import type { Page } from './driver.ts';
import { figureReady, settled, sideways } from './figure.ts';
import { harness } from './harness.ts';

const { open } = harness();

/** Notes the files that the page would hand the visitor, in place of handing them over. */
const catchFiles = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const files: Record<string, Promise<ArrayBuffer>> = {};
    const blobs = new Map<string, Blob>();
    const make = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob: Blob) => {
      const url = make(blob);
      blobs.set(url, blob);
      return url;
    };
    HTMLAnchorElement.prototype.click = function () {
      files[this.download] = blobs.get(this.href)!.arrayBuffer();
    };
    Object.assign(globalThis, { files });
  });

const saved = async (page: Page, ending: string): Promise<{ name: string; bytes: number[] }> => {
  await page.click(`[role="tabpanel"]:not([hidden]) [data-save="${ending}"]`);
  await page.waitUntil(
    (end) => Object.keys((globalThis as unknown as { files: object }).files).some((name) => name.endsWith(end)),
    `.${ending}`,
  );
  return page.evaluate(async (end) => {
    const { files } = globalThis as unknown as { files: Record<string, Promise<ArrayBuffer>> };
    const name = Object.keys(files).find((one) => one.endsWith(end))!;
    return { name, bytes: [...new Uint8Array(await files[name]!)] };
  }, `.${ending}`);
};

const text = (bytes: number[]) => new TextDecoder().decode(Uint8Array.from(bytes));

const opened = async (path = '', options = {}) => {
  const page = await open(path, options);
  await figureReady(page);
  await settled(page);
  await catchFiles(page);
  await page.click('[data-action="export"]');
  await page.waitFor('.export [role="tab"]');
  return page;
};

describe('Export', () => {
  it('is not loaded before somebody asks', async () => {
    const page = await open();
    await figureReady(page);
    expect(page.requests.filter((url) => /assets\/dialog-/.test(url))).toEqual([]);
  });

  it('hands over the numbers and the picture of what is on show', async () => {
    const page = await opened('#text=the+animal+was+tired&step=pattern');
    await page.waitUntil(() => (document.querySelector<HTMLImageElement>('.preview')?.naturalWidth ?? 0) > 100);
    const csv = await saved(page, 'csv');
    expect(csv.name).toBe('scaled_dot_product-pattern.csv');
    const lines = text(csv.bytes).trim().split('\n');
    expect(lines[0]).toBe('head,query,key,query_word,key_word,value');
    expect(lines).toHaveLength(1 + 16);
    const read = JSON.parse(text((await saved(page, 'json')).bytes)) as { data: number[][][]; shape: number[] };
    expect(read.shape).toEqual([1, 4, 4]);
    for (const row of read.data[0]!) expect(row.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 5);
    expect(text((await saved(page, 'npy')).bytes.slice(1, 6))).toBe('NUMPY');
    expect(text((await saved(page, 'svg')).bytes)).toMatch(/^<svg xmlns/);
    const png = await saved(page, 'png');
    expect(png.bytes.slice(0, 4)).toEqual([0x89, 0x50, 0x4e, 0x47]);
    expect(png.bytes.length).toBeGreaterThan(1000);
  });

  it('picks a head of a tensor that has several', async () => {
    const page = await opened('#variant=multi_head&text=the+animal&step=pattern');
    await page.select('#export-part-0', '3');
    expect(text((await saved(page, 'svg')).bytes)).toContain('<title>A, pattern, head 3</title>');
  });

  it('hands over derivation and code, reached with the arrow keys', async () => {
    const page = await opened('#text=the+animal+was+tired&step=pattern');
    await page.focus('#tab-numbers');
    await page.key('ArrowRight');
    expect(text((await saved(page, 'tex')).bytes)).toContain('\\begin{align*}');
    await page.key('ArrowRight');
    await page.focus('#tab-derivation');
    await page.key('ArrowRight');
    await page.waitUntil(() => document.querySelector<HTMLTextAreaElement>('textarea.code')!.value.includes('print('));
    expect(text((await saved(page, 'py')).bytes)).toContain('import numpy as np');
    await page.click('.export .seg button:nth-child(2)');
    await page.waitUntil(() => document.querySelector<HTMLTextAreaElement>('textarea.code')!.value.includes('torch'));
    const npz = await saved(page, 'npz');
    expect(npz.name).toBe('scaled_dot_product.npz');
    expect(text(npz.bytes.slice(0, 2))).toBe('PK');
  });

  it('says so when no number is pinned', async () => {
    const page = await open();
    await figureReady(page);
    await page.click('.der .link');
    await settled(page);
    await page.click('[data-action="export"]');
    await page.waitFor('#tab-derivation');
    await page.click('#tab-derivation');
    expect(await page.text('#panel-derivation')).toContain('No number is pinned');
  });

  it.each([
    ['light', 1440],
    ['dark', 390],
  ] as const)('breaks no rule of accessibility, %s, %i pixels wide', async (theme, width) => {
    const page = await opened('', { theme, width, height: 844 });
    for (const tab of ['numbers', 'derivation', 'code']) {
      await page.click(`#tab-${tab}`);
      await page.waitUntil(() => document.querySelector('.export .status')!.textContent === '');
      expect(await violations(page), tab).toEqual([]);
      expect(await sideways(page), tab).toBe(0);
    }
  });
});
