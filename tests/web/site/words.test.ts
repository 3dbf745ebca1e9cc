import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { say } from '../../../web/site/words.ts';
import en from '../../../web/locales/en.site.json' with { type: 'json' };

const folder = resolve(import.meta.dirname, '../../../web/site');
const source = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(join(folder, file), 'utf8'))
  .join('\n');

describe("the site's text", () => {
  it('fills in names, and knows one from many', () => {
    expect(say('gallery.count.all', { count: 1 })).toBe('1 mechanism');
    expect(say('gallery.count.all', { count: 3 })).toBe('3 mechanisms');
    expect(say('no.such.key')).toBe('no.such.key');
  });

  it('exists for every key that the code names', () => {
    const named = [...source.matchAll(/\bsay\('([\w.]+)'/g)].map((match) => match[1]!);
    expect(named.filter((key) => !(key in en))).toEqual([]);
  });

  it('stands in the table only when something uses it', () => {
    const families = [...source.matchAll(/\bsay\(`([\w.]+\.)\$\{/g)].map((match) => match[1]!);
    const unused = Object.keys(en).filter(
      (key) => !source.includes(`'${key.replace(/\.one$/, '')}'`) && !families.some((family) => key.startsWith(family)),
    );
    expect(unused).toEqual([]);
  });
});
