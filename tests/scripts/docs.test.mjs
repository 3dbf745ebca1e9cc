import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/paths.mjs';
import { gzipped } from '../../scripts/lib/weight.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const guide = read('docs/guide/embedding.md');

describe('the embedding guide', () => {
  it('says what the script weighs, within a twentieth', () => {
    const script = readFileSync(join(root, 'dist/attention-playground.js'));
    const [, plain, sent] = /one file of (\d+) kB, (\d+) kB as servers send it/.exec(guide);
    expect(Math.abs(Number(plain) * 1000 - script.length)).toBeLessThan(script.length / 20);
    expect(Math.abs(Number(sent) * 1000 - gzipped(script))).toBeLessThan(gzipped(script) / 20);
  });

  it('names every example', () => {
    for (const name of readdirSync(join(root, 'examples'))) expect(guide, name).toContain(`../../examples/${name}`);
  });
});

describe.each(
  ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs', 'examples'].flatMap((name) =>
    name.endsWith('.md')
      ? [name]
      : readdirSync(join(root, name), { recursive: true })
          .filter((path) => path.endsWith('.md'))
          .map((path) => join(name, path)),
  ),
)('%s', (name) => {
  it('links to what is there', () => {
    for (const [, path] of read(name).matchAll(/\]\(([^)#]+)[^)]*\)/g))
      if (!path.includes(':')) expect(existsSync(join(root, dirname(name), path)), path).toBe(true);
  });

  it('names files that are there', () => {
    // What the build makes is not there for everybody.
    for (const [, path] of read(name).matchAll(/`((?:core|web|wasm|scripts|tests|docs|examples|cmake)\/[\w./-]+)`/g))
      if (!path.startsWith('web/generated') && !path.includes('...'))
        expect(existsSync(join(root, path)), path).toBe(true);
  });
});

it('decisions have one form', () => {
  for (const name of readdirSync(join(root, 'docs/decisions'))) {
    const text = read(join('docs/decisions', name));
    expect(text.split('\n')[0], name).toMatch(new RegExp(`^# ${Number(name.slice(0, 4))}\\. \\S`));
    expect(text, name).toMatch(/^## Decision$/m);
  }
});
