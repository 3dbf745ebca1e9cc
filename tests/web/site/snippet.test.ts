import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Catalog } from '../../../web/engine/types.ts';
import { snippetFor } from '../../../web/site/snippet.ts';

const catalog = JSON.parse(readFileSync(new URL('./sample-catalog.json', import.meta.url), 'utf8')) as Catalog;

it('carries the state as attributes, as text', () => {
  const html = snippetFor(
    {
      variant: 'sample_one',
      text: '"a" <b> & c',
      source: 'd "e"',
      params: { temperature: 2, heads: 4, mask: 'causal' },
      seed: 1,
      step: 'pattern',
    },
    catalog,
    'attention-playground.js',
  );
  expect(html).toContain('<script src="attention-playground.js" defer></script>');
  expect(html).toContain('text="&quot;a&quot; &lt;b> &amp; c"');
  expect(html).toContain('source="d &quot;e&quot;"');
  expect(html).toContain('temperature="2"');
  expect(html).toContain('mask="causal"');
  expect(html).toContain('step="pattern"');
  expect(html).not.toMatch(/heads=|seed=/);
});

it('keeps parameters apart from what HTML means by their names', () => {
  const spec = { ...catalog.entries[0]!.params[0]!, id: 'title', default: 1 };
  const own: Catalog = { version: 1, entries: [{ ...catalog.entries[0]!, params: [spec] }] };
  expect(snippetFor({ params: { title: 2 } }, own, 'x.js')).toContain('param-title="2"');
});
