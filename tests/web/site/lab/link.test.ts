import { describe, expect, it } from 'vitest';
import { longestFragment } from '../../../../web/site/link/encode.ts';
import { editsFor } from '../../../../web/site/lab/overrides.ts';
import { stateIn } from '../../../../web/site/lab/file.ts';
import { decodeLab, encodeLab, modeIn } from '../../../../web/site/lab/link.ts';
import { countEdits, editAt, emptyState, withEdit, type Edits, type LabState } from '../../../../web/site/lab/state.ts';
import type { Catalog } from '../../../../web/engine/types.ts';
import type { Trace } from '../../../../web/engine/types.ts';
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
    expect(stateIn(file, catalog)).toEqual({ state, ignored: [] });
  });

  it('names what it cannot use and never takes it', () => {
    const { state, ignored } = decodeLab(
      '#view=edit&first=whole&edit=x:0=NaN&order=1,a&pin=:1&query=-2&by=luck&first.temperature=1e9&odd=1',
      catalog,
    );
    expect(state).toEqual(emptyState('edit'));
    expect(ignored).toHaveLength(8);
    const other = decodeLab('#view=perturb&edit=q:0=1&order=1,a,0,1&mask=9,-1&change=0:x;y;0:z&layer=0', catalog);
    expect(other.state).toEqual({ ...emptyState('perturb'), order: [1, 0], masked: [9], changed: { 0: 'x' } });
    expect(other.ignored).toHaveLength(7);
  });

  it('uses the first of two values under one name, and names the other', () => {
    const { state, ignored } = decodeLab('#view=edit&view=compare&head=2&head=3&edit=q:0,0=1;q:0,0=2', catalog);
    expect(state).toMatchObject({ mode: 'edit', head: 2, edits: { q: { '0,0': 1 } } });
    expect(ignored).toHaveLength(3);
    expect(ignored.join('\n')).toContain('head is given twice');
  });

  it('keeps an empty text apart from no text', () => {
    expect(trip({ ...emptyState('compare'), text: '' }).text).toBe('');
    expect(trip({ ...emptyState('perturb'), text: 'a', against: '' }).against).toBe('');
    expect(trip(emptyState('compare')).text).toBeUndefined();
  });

  it('takes every number that a cell takes, and keeps the good ones beside a bad one', () => {
    const big = [1e31, -3.4e38, 1e-45, 5e-324, 0.1 + 0.2, -0.5, 123456789, -Infinity];
    const edits = big.reduce<Edits>(
      (all, value, i) => withEdit(all, { tensor: 'q', index: [0, i] }, value),
      emptyState('edit').edits,
    );
    expect(trip({ ...emptyState('edit'), edits }).edits).toEqual(edits);
    const { state, ignored } = decodeLab('#view=edit&edit=q:0,0=1e39;q:0,1=0x10;q:0,2=7;q=1;q:0,3=-inf;odd', catalog);
    expect(state.edits).toEqual({ q: { '0,2': 7, '0,3': -Infinity } });
    expect(ignored).toHaveLength(4);
    expect(ignored[0]).toContain('1e39');
  });

  it('takes names as names, whatever they mean to the language', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];
    const text = names.flatMap((one) => [`${one}:0,1,0=7`, `${one}:0,1,1=8`]).join(';');
    const before = Object.getOwnPropertyNames(Object.prototype);
    const { state, ignored } = decodeLab(`#view=edit&edit=${text}&__proto__=1&first.__proto__=2`, catalog);
    expect(ignored).toHaveLength(2);
    expect(countEdits(state.edits)).toBe(10);
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
    expect(({} as Record<string, unknown>)['0,1,0']).toBeUndefined();
    expect(trip(state)).toEqual(state);
    let { edits } = state;
    for (const tensor of names) {
      expect(editAt(edits, { tensor, index: [0, 1, 0] })).toBe(7);
      edits = withEdit(edits, { tensor, index: [0, 1, 0] }, 9);
      expect(editAt(edits, { tensor, index: [0, 1, 0] })).toBe(9);
      edits = withEdit(edits, { tensor, index: [0, 1, 0] }, undefined);
      edits = withEdit(edits, { tensor, index: [0, 1, 1] }, undefined);
      expect(editAt(edits, { tensor, index: [0, 1, 0] })).toBeUndefined();
    }
    expect(Object.keys(edits)).toEqual([]);
    expect(editAt({}, { tensor: '__proto__', index: [0] })).toBeUndefined();
    const trace = { tensors: [], steps: [] } as unknown as Trace;
    expect(Object.keys(editsFor(trace, state.edits).overrides)).toEqual([]);
  });

  it('reads every text that it writes', () => {
    const pieces = [';', '; ', '\\', '\\;', ':', '=', ',', '&', '#', '%', '%41', '+', ' ', '\n', '\t', '"', '<b>'];
    pieces.push(
      '0:',
      '1:x;2:y',
      '你好',
      '👩‍👩‍👧',
      'e\u0301',
      '\u202e',
      '\0',
      '\ud800',
      '\udc00',
      'word',
      "'",
      '`',
      'x'.repeat(300),
    );
    // A fixed linear congruence (Numerical Recipes): the same texts in every run.
    let seed = 1;
    const random = (n: number) => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) % n;
    const odd = () => Array.from({ length: random(7) }, () => pieces[random(pieces.length)]).join('');
    // Half of a pair of surrogates has no bytes.
    const whole = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd');
    for (let i = 0; i < 3000; i++) {
      const [text, against, one, two] = [odd(), odd(), odd(), odd()];
      const state = { ...emptyState('perturb'), text, against, changed: { 0: one, 12: two } };
      const { whole: written } = encodeLab(state, catalog);
      // As a browser hands it back.
      const { hash } = new URL(`http://host/#${written}`);
      const read = decodeLab(hash, catalog);
      expect(read.ignored).toEqual([]);
      const meant = {
        ...state,
        text: whole(text),
        against: whole(against),
        changed: { 0: whole(one), 12: whole(two) },
      };
      expect(read.state).toEqual(meant);
    }
  });

  it('leaves out no more than must where a link would be too long, and never changes another sentence', () => {
    const state = { ...emptyState('perturb'), text: 'a b c', changed: { 1: 'x'.repeat(5000) }, query: 1 };
    expect(encodeLab(state, catalog).fragment).toBe('view=perturb&text=a+b+c&query=1');
    const { fragment } = encodeLab({ ...state, text: 'y'.repeat(5000), masked: [0], changed: { 1: 'z' } }, catalog);
    expect(fragment).toBe('view=perturb&query=1');
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
