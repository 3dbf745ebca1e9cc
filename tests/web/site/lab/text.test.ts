import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import en from '../../../../web/locales/en.json' with { type: 'json' };
import lab from '../../../../web/locales/en-lab.json' with { type: 'json' };
import { modes } from '../../../../web/site/lab/state.ts';

const folder = resolve(import.meta.dirname, '../../../../web/site/lab');
const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(join(folder, file), 'utf8'))
  .join('\n');

it('has a text for every key, and a use for every text', () => {
  const named = [...all.matchAll(/['"](lab\.[\w.]+)['"]/g)].map((match) => match[1]!);
  const made = modes.flatMap((mode) => [`lab.${mode}.title`, `lab.${mode}.try`]);
  const used = new Set([...named, ...made, 'lab.first', 'lab.second']);
  expect([...used].filter((key) => !(key in lab))).toEqual([]);
  expect(Object.keys(lab).filter((key) => !used.has(key.replace(/\.one$/, '')))).toEqual([]);
  expect(Object.keys(lab).filter((key) => key in en)).toEqual([]);
});
