import { describe, expect, it } from 'vitest';
import { documented, type DocumentedEntry } from '../../../../web/site/documented.ts';
import { differs } from '../../../../web/site/lab/differs.ts';
import { entries } from '../../elements/fixture-engine.ts';

const entry = documented(entries[0]!);
const first: DocumentedEntry = { ...entry, slots: { score: 'dot product', mask: 'as chosen', output: 'none' } };
const second: DocumentedEntry = {
  ...entry,
  id: 'second_kind',
  slots: { score: 'dot product', mask: 'backwards', position: 'a bias' },
  laws: [{ kind: 'equals', says: 'Equals the first.', params: {}, other: { id: 'first_kind', params: {} } }],
};

describe('what differs', () => {
  it('is said by the slots of the catalogue', () => {
    const { slots, alike, law } = differs(first, second, {}, {});
    expect(slots).toEqual([
      { slot: 'mask', first: 'as chosen', second: 'backwards' },
      { slot: 'output', first: 'none', second: '' },
      { slot: 'position', first: '', second: 'a bias' },
    ]);
    expect(alike).toEqual(['score']);
    expect(law).toBe('Equals the first.');
  });

  it('is said by parameters that both take', () => {
    expect(differs(first, first, { temperature: 2 }, {}).params).toEqual([
      { slot: 'Temperature', first: '2', second: '1' },
    ]);
    expect(differs(first, first, {}, {})).toEqual({
      slots: [],
      alike: ['score', 'mask', 'output'],
      params: [],
      law: undefined,
    });
  });
});
