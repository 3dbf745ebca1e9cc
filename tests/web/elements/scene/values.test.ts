import { describe, expect, it, vi } from 'vitest';
import { boxOf, cellOf, indexOf, sliceOf } from '../../../../web/elements/scene/slice.ts';
import { ValueStore } from '../../../../web/elements/scene/values.ts';
import { createFixtureEngine } from '../fixture-engine.ts';

const text = 'the animal crossed the street because';
const selection = { head: 0, query: 2 };

describe('slices', () => {
  it('go from drawn cell to index and back', async () => {
    const trace = await createFixtureEngine().run('x', { text });
    for (const info of trace.tensors)
      for (const transposed of [false, true]) {
        const slice = sliceOf(info, selection, transposed);
        expect(cellOf(slice, indexOf(slice, 1, 0))).toEqual({ row: 1, column: 0 });
      }
  });

  it('fix a leading query axis at the active row', () => {
    const info = {
      name: 'h',
      symbol: 'H',
      role: 'weights',
      shape: [1, 4, 5, 6],
      axes: ['head', 'query', 'key', 'feature'],
      dtype: 'f32',
      whole: true,
      min: 0,
      max: 1,
    } as const;
    expect(sliceOf({ ...info, shape: [...info.shape], axes: [...info.axes] }, selection).at).toEqual([0, 2]);
  });

  it('show the part of a region that they hold', async () => {
    const trace = await createFixtureEngine().run('x', { text });
    const slice = sliceOf(
      trace.tensors.find((info) => info.name === 'k')!,
      selection,
      true,
    );
    expect(boxOf(slice, { tensor: 'k', begin: [0, 3, 0], end: [1, 4, 16] })).toEqual({
      row: 0,
      rowEnd: 16,
      column: 3,
      columnEnd: 4,
    });
    expect(boxOf(slice, { tensor: 'k', begin: [1, 3, 0], end: [2, 4, 16] })).toBeUndefined();
    expect(boxOf(slice, { tensor: 'q', begin: [0, 3, 0], end: [1, 4, 16] })).toBeUndefined();
  });
});

describe('values', () => {
  it('are the same copied and by tiles, transposed too', async () => {
    const whole = await createFixtureEngine().run('x', { text });
    const tiled = await createFixtureEngine({ cap: 1 }).run('x', { text });
    const arrived = vi.fn();
    const [a, b] = [new ValueStore(whole, arrived), new ValueStore(tiled, arrived)];
    for (const name of ['scores', 'k', 'x'])
      for (const transposed of [false, true]) {
        const slice = sliceOf(
          whole.tensors.find((info) => info.name === name)!,
          selection,
          transposed,
        );
        const window = { row: 1, column: 2, rows: 3, columns: 4 };
        expect(b.window(slice, window)).toBeUndefined();
        await vi.waitFor(() => expect(b.window(slice, window)).toBeDefined());
        expect(b.window(slice, window)).toEqual(a.window(slice, window));
        b.overview(slice, 2);
        await vi.waitFor(() => expect(b.overview(slice, 2)).toBeDefined());
        expect(b.overview(slice, 2)).toEqual(a.overview(slice, 2));
      }
    expect(arrived).toHaveBeenCalled();
  });

  it('keep a fully masked spot masked in the overview', async () => {
    const trace = await createFixtureEngine().run('x', { text }, { mask: 'all' });
    const slice = sliceOf(
      trace.tensors.find((info) => info.name === 'masked_scores')!,
      selection,
    );
    const seen = new ValueStore(trace, () => undefined).overview(slice, 2)!;
    expect([...seen.data].every((value) => value === -Infinity)).toBe(true);
  });
});

describe('a slice at a glance', () => {
  it('is one object for one question, so that it is drawn once', async () => {
    const trace = await createFixtureEngine().run('x', { text });
    const store = new ValueStore(trace, () => undefined);
    const slice = sliceOf(
      trace.tensors.find((info) => info.name === 'pattern')!,
      selection,
    );
    expect(store.overview(slice, 4)).toBe(store.overview(slice, 4));
    expect(store.overview(slice, 4)).not.toBe(store.overview(slice, 6));
  });
});
