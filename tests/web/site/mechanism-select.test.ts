import { expect, it } from 'vitest';
import { groupsOf } from '../../../web/site/mechanism-select.ts';
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
