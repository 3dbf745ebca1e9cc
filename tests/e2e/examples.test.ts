/** Everything in examples/, as a newcomer opens it: each figure shows numbers and has nothing to complain about. */
import { execFile } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { read_container } from '../../scripts/models/container.mjs';
import { figureReady, root } from './figure.ts';
import { harness } from './harness.ts';

const { open } = harness({ root });

const folders = readdirSync(join(root, 'examples'), { withFileTypes: true }).filter((one) => one.isDirectory());
const pages = folders.flatMap(({ name }) =>
  readdirSync(join(root, 'examples', name))
    .filter((file) => file.endsWith('.html'))
    .map((file) => `examples/${name}/${file}`),
);
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

describe('an example', () => {
  it('is there', () => expect(pages.length).toBeGreaterThanOrEqual(3));

  it.each(pages)('%s shows numbers in every figure', async (path) => {
    const page = await open(path);
    await page.waitUntil(() => {
      const frames = [...document.querySelectorAll('iframe')].map((one) => one.contentDocument);
      const figures = [document, ...frames].flatMap((one) => [...(one?.querySelectorAll('attention-stepper') ?? [])]);
      return (
        figures.length > 0 &&
        figures.every(
          ({ figure, shadowRoot }) =>
            figure?.session.trace !== undefined &&
            figure.session.problem === undefined &&
            shadowRoot?.querySelector('.notice') === null,
        )
      );
    });
  });

  const node = (...args: string[]) =>
    promisify(execFile)(process.execPath, [join(root, 'examples/node/attention.mjs'), ...args]);

  it('in Node prints who reads whom, also for words that only the full model knows', async () => {
    expect((await node()).stdout).toMatch(/because reads .* 0\.\d\d/);
    expect((await node('the cat sat on the mat')).stdout).toMatch(/does not know sat, mat.*\n[^]*cat reads/);
  });
});

describe('the guide', () => {
  const guide = read('docs/guide/embedding.md');

  it('lists exactly the pieces that the built-in model knows', () => {
    const { tensors } = read_container(readFileSync(join(root, 'build/models/starter.bin')));
    const pieces = Buffer.from(tensors['vocabulary.text']!.data as Uint8Array)
      .toString('utf8')
      .split('\0');
    const known = pieces.filter(Boolean).map((piece) => piece.replace('\u2581', ''));
    expect(guide).toContain(`${known.length} pieces`);
    const [, listed = ''] = /```text\n([^`]+)```/.exec(guide) ?? [];
    expect(new Set(listed.trim().split(/\s+/))).toEqual(new Set(known.filter((piece) => piece !== '')));
  });

  it('and all that is shown to be copied has only words that it knows', async () => {
    const shown = ['README.md', 'docs/guide/embedding.md', 'examples/node/README.md'].map(read).join('\n');
    const texts = [...shown.matchAll(/\btext(?:="|: '|=)([^"'&\n]+)/g)].map(([, text]) => text!.replaceAll('+', ' '));
    expect(texts.length).toBeGreaterThanOrEqual(2);
    const page = await open('examples/file-url/index.html');
    await figureReady(page);
    const outside = await page.evaluate(async (all) => {
      const { engine } = document.querySelector('attention-stepper')!.figure;
      return (await Promise.all(all.map((text) => engine!.tokenize(text)))).flatMap((one) => one.outside);
    }, texts);
    expect(outside).toEqual([]);
  });
});
