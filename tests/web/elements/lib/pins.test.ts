import { describe, expect, it } from 'vitest';
import { framesOf } from '../../../../web/elements/lib/frames.ts';
import { inRange, parsePin, resolvePin } from '../../../../web/elements/lib/pins.ts';
import { ValueStore } from '../../../../web/elements/scene/values.ts';
import { createFixtureEngine } from '../fixture-engine.ts';

const trace = await createFixtureEngine().run('first_kind', { text: 'one two three four' });
const store = new ValueStore(trace, () => undefined);
const frame = (stage: string) => framesOf(trace).find((one) => one.stage === stage)!;
const selection = { head: 0, query: 2 };

it('reads pins', () => {
  expect(parsePin('pattern:0,6,7')).toEqual({ tensor: 'pattern', index: [0, 6, 7] });
  expect(parsePin('layer_1.pattern:0.6')).toEqual({ tensor: 'layer_1.pattern', index: [0, 6] });
  for (const junk of ['', 'x', 'x:', 'x:-1', 'x:1,2,3,4,5,6,7', '<b>:1']) expect(parsePin(junk)).toBeUndefined();
});

it('knows which cells there are', () => {
  expect(inRange(trace, { tensor: 'pattern', index: [0, 3, 3] })).toBe(true);
  for (const index of [
    [0, 3, 4],
    [0, 3],
    [0, -1, 0],
  ])
    expect(inRange(trace, { tensor: 'pattern', index })).toBe(false);
  expect(inRange(trace, { tensor: 'nothing', index: [0] })).toBe(false);
});

describe('a frame', () => {
  it('by itself shows the strongest number of the active row', () => {
    const row = [...trace.tensor('pattern').data.slice(8, 12)];
    const best = row.indexOf(Math.max(...row));
    const cell = { tensor: 'pattern', index: [0, 2, best] };
    expect(resolvePin(store, frame('normalise'), 'auto', selection)).toEqual(cell);
    expect(resolvePin(store, frame('score'), 'auto', selection)).toEqual({ ...cell, tensor: 'scores' });
  });

  it('moves a pin along to the cell with the same words', () => {
    const pin = { tensor: 'pattern', index: [0, 1, 3] };
    expect(resolvePin(store, frame('normalise'), pin, selection)).toEqual(pin);
    expect(resolvePin(store, frame('score'), pin, selection)).toEqual({ tensor: 'scores', index: [0, 1, 3] });
  });

  it('pins numbers of pairs where they are what comes out, otherwise the first of what stands side by side', () => {
    const tensorOf = (stage: string, outputs: string[]): string | undefined =>
      resolvePin(store, { ...frame(stage), outputs }, 'auto', selection)?.tensor;
    expect(tensorOf('normalise', ['scaled_scores', 'pattern'])).toBe('pattern');
    expect(tensorOf('combine', ['q', 'z'])).toBe('q');
    expect(tensorOf('combine', ['z'])).toBe('z');
    expect(tensorOf('project', ['q', 'k', 'v'])).toBe('q');
  });

  it('shows nothing where nothing is wanted', () => {
    expect(resolvePin(store, frame('normalise'), 'none', selection)).toBeUndefined();
  });
});
