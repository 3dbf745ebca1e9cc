import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { direction, registerLocale, translator } from '../../../../web/elements/lib/locale.ts';
import en from '../../../../web/locales/en.json' with { type: 'json' };

const folder = resolve(import.meta.dirname, '../../../../web/elements');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const sources = files.map((file) => readFileSync(join(folder, file), 'utf8'));

describe('text', () => {
  it('fills in names, and knows one from many', () => {
    const t = translator('en');
    expect(t('badge.threads', { count: 1 })).toBe('1 thread');
    expect(t('badge.threads', { count: 4 })).toBe('4 threads');
    expect(t('no.such.key')).toBe('no.such.key');
  });

  it('falls back from a region to its language, and to English', () => {
    registerLocale('xx', { 'parameters.head': 'kopf' }, 'rtl');
    const t = translator('xx-YY');
    expect(t('parameters.head')).toBe('kopf');
    expect(t('parameters.layer')).toBe('Layer');
    expect(direction('xx')).toBe('rtl');
  });

  it('exists for every key that the code names', () => {
    const missing = sources
      .flatMap((source) => [...source.matchAll(/\bt\('([\w.]+)'/g)].map((match) => match[1]!))
      .filter((key) => !(key in en));
    expect(missing).toEqual([]);
  });

  it('names every form of arithmetic that the engine tells of', () => {
    const contract = readFileSync(resolve(folder, '../engine/types/explanation.ts'), 'utf8');
    const forms = [...contract.matchAll(/^ \* - `(\w+)`/gm)].map((match) => match[1]!);
    expect(forms.length).toBeGreaterThan(10);
    expect(forms.filter((form) => !(`form.${form}` in en))).toEqual([]);
  });

  it('stands in the table only when something uses it', () => {
    const all = sources.join('\n');
    const families = ['form.', 'axis.', 'axes.', 'origin.', 'says.leaf.', 'keys.', 'arrow.', 'frame.', 'notice.'];
    const unused = Object.keys(en).filter(
      (key) => !all.includes(`'${key}'`) && !key.endsWith('.one') && !families.some((family) => key.startsWith(family)),
    );
    expect(unused).toEqual([]);
  });
});
