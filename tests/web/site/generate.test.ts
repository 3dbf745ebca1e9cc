import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Catalog } from '../../../web/engine/types.ts';
import { generate } from '../../../scripts/generate.mjs';
import { StyleClasses, toMathml } from '../../../scripts/generate/latex.mjs';

const catalog = JSON.parse(readFileSync(new URL('./sample-catalog.json', import.meta.url), 'utf8')) as Catalog & {
  latex: string[];
};
let out: string;
beforeAll(() => {
  out = mkdtempSync(join(tmpdir(), 'generate-'));
  generate(catalog, out);
});
afterAll(() => rmSync(out, { recursive: true, force: true }));
const read = (path: string) => readFileSync(join(out, path), 'utf8');

describe('formulas', () => {
  it('cover every string of the catalogue', async () => {
    const { mathml } = (await import(join(out, 'mathml.ts'))) as { mathml: Record<string, string> };
    for (const latex of [...catalog.latex, ...catalog.entries.map((entry) => entry.latex)])
      expect(mathml[latex]).toMatch(/^<math.*<\/math>$/s);
    expect(JSON.stringify(mathml)).not.toContain('style=');
  });

  it('carry the five roles as classes', () => {
    const markup = toMathml('\\z{Z}=\\a{A}\\v{V}\\q{Q}\\k{K}', new StyleClasses());
    for (const role of ['q', 'k', 'v', 'a', 'z']) expect(markup).toContain(`class="${role}"`);
  });

  it('of costs stand on the pages, and apart from those that an embedded figure carries', async () => {
    const { costMathml } = (await import(join(out, 'cost-mathml.ts'))) as { costMathml: Record<string, string> };
    expect(Object.keys(costMathml)).toEqual(['2\\,n\\,m\\,d', '4\\,n\\,m']);
    expect(read('mathml.ts')).not.toContain('n\\\\,m');
    expect(read('pages/mechanisms/sample_one/index.html')).toContain('<h2>Cost</h2>');
    expect(read('pages/mechanisms/sample_two/index.html')).not.toContain('<h2>Cost</h2>');
  });

  it('turn styles into classes', () => {
    const styles = new StyleClasses();
    const markup = toMathml('\\begin{cases} a & b\\\\ c & d\\end{cases}', styles);
    expect(markup).not.toContain('style=');
    const [, name] = /class="tml-left (ms\d+)"/.exec(markup) ?? [];
    expect(styles.css()).toContain(`.${name}{`);
  });

  it('refuse what is not plain mathematics', () => {
    expect(() => toMathml('\\href{javascript:alert(1)}{x}', new StyleClasses())).toThrow(/href/);
    expect(() => toMathml('\\frac{1}', new StyleClasses())).toThrow(/LaTeX/);
    expect(() => toMathml('\\nonsense', new StyleClasses())).toThrow(/nonsense/);
    expect(toMathml('\\text{<img src=x onerror=alert(1)>}', new StyleClasses())).not.toContain('<img');
  });
});

describe('types', () => {
  it('name ids, choices and defaults', () => {
    const text = read('catalog-types.ts');
    expect(text).toContain("export type VariantId = 'sample_one' | 'sample_two';");
    expect(text).toContain("mask?: 'none' | 'causal' | 'padding';");
    expect(text).toContain('@defaultValue 4');
    expect(text).toContain("'sample_two': SampleTwoParams;");
  });
});

describe('pages', () => {
  it('are one per entry and an index', () => {
    expect(readdirSync(join(out, 'pages/mechanisms')).sort()).toEqual(
      ['index.html', ...catalog.entries.map((entry) => entry.id)].sort(),
    );
  });

  it('hold what the catalogue says, as text', () => {
    const page = read('pages/mechanisms/sample_one/index.html');
    expect(page).toContain('<h1>Sample &lt;one&gt;</h1>');
    expect(page).toContain('every key &amp; weighs it');
    expect(page).toContain('<attention-stepper variant="sample_one">');
    expect(page).toContain('Used while <code>mask</code> is padding.');
    expect(page).toContain('Each row of weights adds to 1.');
    expect(page).toContain('<code>source="..."</code>');
    expect(page).toContain('href="https://example.org/paper"');
    expect(page).not.toMatch(/ style=|<script>/);
  });

  it('name who uses it, the oldest first, and say nothing where nobody is known', () => {
    const page = read('pages/mechanisms/sample_one/index.html');
    expect(page).toContain(
      '<a href="https://example.org/use?a&amp;b" rel="noopener noreferrer">Model &lt;A&gt;</a>, 2021',
    );
    expect(page.indexOf('Elder')).toBeLessThan(page.indexOf('Model &lt;A&gt;'));
    expect(read('pages/mechanisms/sample_two/index.html')).not.toContain('Used by');
    const docs = JSON.parse(read('docs.json')) as Record<string, { used_by: { name: string }[] }>;
    expect(docs['sample_one']!.used_by.map((use) => use.name)).toEqual(['Model <A>', 'Elder']);
  });

  it('mark what changed against the first entry', () => {
    const page = read('pages/mechanisms/sample_two/index.html');
    expect(page).toContain('a small network<span class="mark">changed</span>');
    expect(page).toContain('No bias.');
    expect(page).not.toContain('<code>source=');
    expect(page).toContain('<a href="../sample_one/">');
  });

  it('of mechanisms that are gone do not linger', () => {
    generate({ ...catalog, entries: catalog.entries.slice(0, 2) }, out);
    expect(existsSync(join(out, 'pages/mechanisms/sample_model'))).toBe(false);
    generate(catalog, out);
  });
});
