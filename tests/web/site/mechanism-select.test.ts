import { expect, it } from 'vitest';
import type { Catalog } from '../../../web/engine/types.ts';
import { groupsOf, switched } from '../../../web/site/mechanism-select.ts';
import { many } from './many.ts';

it('fifty mechanisms stand under their families, models last', () => {
  const groups = groupsOf(many());
  expect(groups.map((group) => group.label)).toEqual([
    'Additive',
    'Dot product',
    'Heads',
    'Linear',
    'Masks',
    'Pooled',
    'Positions',
    'Models',
  ]);
  expect(groups.reduce((sum, group) => sum + group.entries.length, 0)).toBe(51);
});

it('another mechanism keeps the second text where it can read one', () => {
  const [first, second] = many();
  const catalog: Catalog = { version: 1, entries: [{ ...first!, takes_source: true }, second!] };
  const state = { text: 'a', source: 'b', step: 'pattern' };
  expect(switched(state, first!.id, catalog)).toEqual({ text: 'a', source: 'b', variant: first!.id });
  expect(switched(state, second!.id, catalog)).toEqual({ text: 'a', variant: second!.id });
});
