import { describe, expect, it } from 'vitest';
import { InvalidInput } from '../../../web/engine/errors.ts';
import { show, wantIndex, wantOptions, wantOverrides, wantTensor } from '../../../web/engine/validate.ts';

const refusal = (work: () => unknown): InvalidInput => {
  try {
    work();
  } catch (error) {
    if (error instanceof InvalidInput) return error;
  }
  throw new Error('nothing was refused');
};

it('shows whatever came, short and safe', () => {
  expect(show('x'.repeat(50))).toBe(`"${'x'.repeat(40)}…"`);
  expect(show([1, 'a', null])).toBe('[1, "a", null]');
  expect(show(new Array(9).fill(0))).toBe('an array of 9');
  expect([show(NaN), show(undefined), show(() => 1), show(new Date(0))]).toEqual([
    'NaN',
    'undefined',
    'a function',
    'a Date',
  ]);
});

describe('options', () => {
  it('that nobody knows are named, with what is taken', () => {
    const { argument, got, takes } = refusal(() => wantOptions('options', { sead: 2 }, ['seed', 'signal']));
    expect([argument, got, takes]).toEqual(['options.sead', '2', 'one of seed, signal']);
  });

  it('left undefined are no mistake', () => {
    expect(wantOptions('options', { sead: undefined, seed: 1 }, ['seed'])).toEqual({ sead: undefined, seed: 1 });
  });
});

it('tensors have as many values as their shape says, finite where that is asked', () => {
  const of = (shape: unknown, ...data: number[]) => ({ shape, data: Float32Array.from(data) });
  expect(wantTensor('q', of([1, 2], 1, NaN), false).shape).toEqual([1, 2]);
  expect(refusal(() => wantTensor('q', of([1, 2], 1, NaN), true)).got).toBe('NaN at position 1');
  expect(refusal(() => wantTensor('q', of([3], 1), true)).message).toContain('1 values for shape [3]');
  expect(refusal(() => wantTensor('q', of([]), true)).argument).toBe('q.shape');
});

it('an index stays inside', () => {
  expect(wantIndex('index', [1, 2], [2, 3])).toEqual([1, 2]);
  expect(refusal(() => wantIndex('index', [2, 0], [2, 3])).takes).toBe('[0 to 1, 0 to 2]');
});

describe('cells put in by hand', () => {
  it('travel as JSON can carry them', () => {
    const edits = { s: [{ index: [0, 1], value: -Infinity }], q: [{ index: [], value: 0.5 }] };
    expect(wantOverrides(edits)).toEqual({
      s: [{ index: [0, 1], value: '-inf' }],
      q: [{ index: [], value: 0.5 }],
    });
  });

  it('are named where they are none', () => {
    const argument = (given: unknown): string => refusal(() => wantOverrides(given)).argument;
    expect(argument([])).toBe('overrides');
    expect(argument({ q: {} })).toBe('overrides.q');
    expect(argument({ q: [{ index: [0.5], value: 1 }] })).toBe('overrides.q.index');
    expect(argument({ q: [{ index: [0], value: NaN }] })).toBe('overrides.q.value');
    expect(argument({ q: [{ index: [0], value: 1, odd: 1 }] })).toBe('overrides.q.odd');
  });
});
