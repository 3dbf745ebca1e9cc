import { describe, expect, it } from 'vitest';
import { hiddenAreas, ignoredIn, readState } from '../../../../web/elements/lib/state.ts';

describe('state from outside', () => {
  it('takes what has the right form', () => {
    const state = {
      variant: 'a',
      text: '',
      source: 'x',
      layer: 2,
      head: 1,
      query: 0,
      seed: 7,
      params: { x: 1 },
      pin: { tensor: 's', index: [0, 1] },
    };
    expect(readState(state)).toEqual(state);
  });

  it('leaves out junk of any kind', () => {
    for (const junk of [
      null,
      undefined,
      3,
      'x',
      [],
      { layer: 0, head: 1.5, query: -1, seed: NaN, text: 5, source: {}, pin: 'x', params: [1], step: {} },
      { pin: { tensor: 's', index: [-1] } },
    ])
      expect(readState(junk)).toEqual({});
    expect(readState({ text: 'x'.repeat(200_000) })).toEqual({});
    expect(readState({ params: { a: {}, b: 1 } })).toEqual({ params: { b: 1 } });
  });
});

describe('what a state cannot use', () => {
  it('is named, with what came', () => {
    expect(ignoredIn({ layer: 'two', colour: 1, text: 'x', params: { a: {}, b: 1 } })).toEqual([
      { name: 'layer', got: 'two' },
      { name: 'colour', got: '1' },
      { name: 'params.a', got: '{}' },
    ]);
    expect(ignoredIn('junk')).toEqual([{ name: 'state', got: 'junk' }]);
    expect(ignoredIn({ params: 'junk' })).toEqual([{ name: 'params', got: 'junk' }]);
    expect(ignoredIn({ text: 'y'.repeat(200_000) })[0]?.got).toHaveLength(61);
  });

  it('is nothing where all is used, or left undefined', () => {
    expect(ignoredIn({ variant: 'a', text: '', head: undefined, params: { b: 1 } })).toEqual([]);
    expect(ignoredIn(undefined)).toEqual([]);
  });
});

it('reads areas to hide', () => {
  expect([...hiddenAreas('no-keys  no-badge nonsense')]).toEqual(['keys', 'badge']);
});
