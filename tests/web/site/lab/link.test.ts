import { describe, expect, it } from 'vitest';
import { longestFragment } from '../../../../web/site/link/encode.ts';
import { stateIn } from '../../../../web/site/lab/file.ts';
import { decodeLab, encodeLab, modeIn } from '../../../../web/site/lab/link.ts';
import { countEdits, emptyState, withEdit, type LabState } from '../../../../web/site/lab/state.ts';
import type { Catalog } from '../../../../web/engine/types.ts';
import { entries } from '../../elements/fixture-engine.ts';

const other = { ...entries[0]!, id: 'second_kind' };
const catalog: Catalog = { version: 1, entries: [entries[0]!, other, { ...entries[0]!, id: 'whole', kind: 'model' }] };
const trip = (state: LabState): LabState => decodeLab(encodeLab(state, catalog).fragment, catalog).state;

describe('a link to two runs', () => {
  it('carries a comparison', () => {
    const state: LabState = {
      ...emptyState('compare'),
      text: 'a b; c=d & e',
      head: 2,
      seed: 7,
      first: { variant: 'first_kind', params: { temperature: 0.5 } },
      second: { variant: 'second_kind', params: { mask: 'causal' } },
      step: 'normalise',
      query: 2,
      pin: { tensor: 'pattern', index: [0, 1, 2] },
    };
    expect(trip(state)).toEqual(state);
  });

  it('carries a disturbed sentence', () => {
    const state: LabState = {
      ...emptyState('perturb'),
      order: [1, 0, 2],
      changed: { 1: 'a word, or two: yes' },
      masked: [2],
      placeless: true,
      byPlace: true,
      predict: true,
    };
    expect(trip(state)).toEqual(state);
    expect(trip({ ...emptyState('perturb'), masked: [] })).toEqual({ ...emptyState('perturb'), masked: [] });
    expect(trip({ ...emptyState('perturb'), against: 'x y' }).against).toBe('x y');
  });

  it('carries edits, to the last digit, and closed scores', () => {
    let { edits } = emptyState('edit');
    edits = withEdit(edits, { tensor: 'pattern', index: [0, 1, 2] }, 0.1);
    edits = withEdit(edits, { tensor: 'scores', index: [0, 0, 0] }, -Infinity);
    edits = withEdit(edits, { tensor: 'pattern', index: [0, 1, 3] }, -1.25e-7);
    const state = { ...emptyState('edit'), edits, second: { params: { temperature: 2 } } };
    expect(trip(state)).toEqual(state);
    expect(countEdits(withEdit(edits, { tensor: 'scores', index: [0, 0, 0] }, undefined))).toBe(2);
  });

  it('leaves edits out where they are too many, and a file holds them', () => {
    let { edits } = emptyState('edit');
    for (let i = 0; i < 1000; i++) edits = withEdit(edits, { tensor: 'pattern', index: [0, i, 0] }, 0.5);
    const state = { ...emptyState('edit'), edits, query: 1 };
    const { fragment, whole, tooLong } = encodeLab(state, catalog);
    expect(fragment.length).toBeLessThan(longestFragment);
    expect(fragment).toContain('query=1');
    expect(tooLong).toBe(whole.length);
    const file = JSON.stringify({ format: 'attention-playground', state: whole });
    expect(stateIn(file, catalog)).toEqual(state);
  });

  it('names what it cannot use and never takes it', () => {
    const { state, ignored } = decodeLab(
      '#view=edit&first=whole&edit=x:0=NaN&order=1,a&pin=:1&query=-2&by=luck&first.temperature=1e9&odd=1',
      catalog,
    );
    expect(state).toEqual(emptyState('edit'));
    expect(ignored).toHaveLength(8);
  });

  it('is no file of ours unless it says so', () => {
    for (const text of [
      '',
      '{',
      '[]',
      'null',
      '{"format":"attention-playground"}',
      '{"format":"x","state":"view=edit"}',
    ])
      expect(stateIn(text, catalog)).toBeUndefined();
  });

  it('knows its views', () => {
    expect(modeIn('#view=perturb&x=1')).toBe('perturb');
    expect(modeIn('#view=nothing')).toBeUndefined();
    expect(modeIn('')).toBeUndefined();
  });
});
