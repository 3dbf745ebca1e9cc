import { describe, expect, it } from 'vitest';
import type { Trace } from '../../../../web/engine/types.ts';
import { wordsIn } from '../../../../web/elements/lib/words.ts';
import { pairFrames } from '../../../../web/site/lab/frames.ts';
import { editsFor, hiding } from '../../../../web/site/lab/overrides.ts';
import { named, PairTrace, partsOf } from '../../../../web/site/lab/pair-trace.ts';
import { createFixtureEngine } from '../../elements/fixture-engine.ts';

const run = (text: string, params = {}): Promise<Trace> => createFixtureEngine().run('first_kind', { text }, params);

const words = 'one two three four';

/** A trace that says something else about itself. */
const but = (trace: Trace, change: Partial<Trace>): Trace =>
  new Proxy(trace, {
    get: (target, name) => {
      if (name in change) return change[name as keyof Trace];
      const value: unknown = target[name as keyof Trace];
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });

describe('two runs as one trace', () => {
  it('have all tensors of both, and the difference of those with one shape', async () => {
    const [first, second] = [await run(words), await run(words, { temperature: 2 })];
    const pair = new PairTrace(first, second);
    const difference = pair.tensor(named('difference', 'scaled_scores'));
    const [a, b] = [first.tensor('scaled_scores').data, second.tensor('scaled_scores').data];
    expect([...difference.data]).toEqual([...a].map((value, i) => Math.fround(b[i]! - value)));
    expect(pair.difference('scores').same).toBe('bits');
    const info = pair.tensors.find((one) => one.name === named('difference', 'scaled_scores'))!;
    expect(info.max).toBe(Math.max(...[...difference.data].map(Math.abs)));
    expect(info.min).toBe(-info.max);
    expect(partsOf('second/layer_1/q')).toEqual({ which: 'second', tensor: 'layer_1/q' });
  });

  it('compare nothing where the shapes are not the same', async () => {
    const pair = new PairTrace(await run(words), await run('one two'));
    expect(pair.comparable('pattern')).toBe(false);
    expect(pair.comparable('w_q')).toBe(true);
    expect(wordsIn(pair, 'second/pattern', 'key').tokens).toEqual(['one', 'two']);
  });

  it('put the second back into the order of the first, words and all', async () => {
    const [first, second] = [await run('one two three'), await run('three one two')];
    const match = [1, 2, 0];
    const pair = new PairTrace(first, second, match);
    expect(wordsIn(pair, 'second/scores', 'key').tokens).toEqual(['one', 'two', 'three']);
    const shown = pair.tensor('second/scores').data;
    const own = second.tensor('scores').data;
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++) expect(shown[i * 3 + j]).toBe(own[match[i]! * 3 + match[j]!]);
    expect(pair.placeInSecond('scores', [0, 0, 2])).toEqual([0, 1, 0]);
    const one = await pair.explain('second/scaled_scores', [0, 0, 2]);
    expect(one.value).toBe(pair.tensor('second/scaled_scores').data[2]);
    expect(one.principal).toMatchObject({ tensor: 'second/scores', index: [0, 0, 2] });
    const [q] = await pair.sources('second/scores', [0, 0, 2]);
    // Row 1 of the second run's queries is shown as row 0.
    expect(q).toMatchObject({ tensor: 'second/q', begin: [0, 0, 0] });
    expect(q?.end[1]).toBe(1);
  });

  it('explain a difference by its two numbers', async () => {
    const pair = new PairTrace(await run(words), await run(words, { temperature: 2 }));
    const one = await pair.explain('difference/pattern', [0, 1, 2]);
    const [a, b] = [pair.tensor('first/pattern').data[6]!, pair.tensor('second/pattern').data[6]!];
    expect(one).toMatchObject({ form: 'sum', value: Math.fround(b - a) });
    expect(one.terms.map((term) => term.value)).toEqual([b, -a]);
    expect((await pair.sources('difference/pattern', [0, 1, 2])).map((region) => region.tensor)).toEqual([
      'first/pattern',
      'second/pattern',
    ]);
  });

  it('step by stage, whatever either has alone', async () => {
    const [first, second] = [await run(words), await run(words, { mask: 'causal' })];
    const without = but(second, { steps: second.steps.filter((step) => step.stage !== 'scale') });
    const frames = pairFrames(new PairTrace(first, without));
    expect(frames.map((frame) => frame.key)).toEqual(
      pairFrames(new PairTrace(first, second)).map((frame) => frame.key),
    );
    expect(frames.find((frame) => frame.key === 'scale')).toMatchObject({ second: undefined });
    const project = frames.find((frame) => frame.key === 'project');
    expect(project?.main).toEqual(['q', 'k', 'v']);
    expect(project?.rest).toContain('w_q');
    expect(frames.find((frame) => frame.key === 'normalise')?.result).toBe('difference/pattern');
  });
});

describe('cells put in by hand', () => {
  it('are taken where the trace has such cells, and named where not', async () => {
    const trace = await run('one two');
    const { overrides, strays } = editsFor(trace, {
      pattern: { '0,1,0': 0.5, '0,2,0': 1 },
      mask: { '0,0': 0, '0,1': 0.5 },
      nothing: { '0': 1 },
    });
    expect(overrides).toEqual({
      pattern: [{ index: [0, 1, 0], value: 0.5 }],
      mask: [{ index: [0, 0], value: 0 }],
    });
    expect(strays).toEqual(['pattern:0,2,0=1', 'mask:0,1=0.5', 'nothing:0=1']);
  });

  it('hide a word by the mask, or by its scores where there is none', async () => {
    const trace = await run('one two');
    expect(hiding(trace, [1], 3)).toEqual({
      mask: [0, 1, 2].map((row) => ({ index: [row, 1], value: 0 })),
    });
    const bare = but(trace, { tensors: trace.tensors.filter((info) => info.dtype !== 'mask') });
    expect(hiding(bare, [0], 2)).toEqual({
      masked_scores: [0, 1].map((row) => ({ index: [0, row, 0], value: -Infinity })),
    });
  });
});
