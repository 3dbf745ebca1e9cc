import { describe, expect, it } from 'vitest';
import { framesOf, isNormalised, openingFrame, patternOf } from '../../../../web/elements/lib/frames.ts';
import type { Step, Trace } from '../../../../web/engine/types.ts';
import { createFixtureEngine } from '../fixture-engine.ts';

const run = (text = 'the animal crossed the street', params = {}) =>
  createFixtureEngine().run('first_kind', { text }, params);

describe('frames', () => {
  it('are runs of one scope and stage, after tokens and what was given', async () => {
    const frames = framesOf(await run());
    expect(frames.map((frame) => frame.stage)).toEqual([
      'tokens',
      'embed',
      'project',
      'score',
      'scale',
      'mask',
      'normalise',
      'combine',
    ]);
    expect(frames[2]?.outputs).toEqual(['q', 'k', 'v']);
    expect(frames[2]?.inputs).toEqual(['x', 'w_q', 'w_k', 'w_v']);
    expect(frames[5]?.outputs).toEqual(['masked_scores']);
  });

  it('of different scopes stay apart', async () => {
    const trace = await run();
    const step = trace.steps[0]!;
    const steps: Step[] = ['layer_1', 'layer_1', 'layer_2'].map((scope) => ({ ...step, scope }));
    const frames = framesOf({ ...trace, tokens: [], tensors: [], steps } as unknown as Trace);
    expect(frames.map((frame) => [frame.scope, frame.steps.length])).toEqual([
      ['layer_1', 2],
      ['layer_2', 1],
    ]);
  });

  it('take steps without a stage along to where they lead', async () => {
    const trace = await run();
    const step = trace.steps[0]!;
    const steps: Step[] = ['pool', '', 'pool', '', 'norm'].map((stage) => ({ ...step, stage }));
    const frames = framesOf({ ...trace, tokens: [], tensors: [], steps } as unknown as Trace);
    expect(frames.map((frame) => [frame.stage, frame.steps.length])).toEqual([
      ['pool', 3],
      ['norm', 2],
    ]);
  });

  it('open where the weights come to be', async () => {
    const trace = await run();
    const frames = framesOf(trace);
    expect(frames[openingFrame(trace, frames)]?.stage).toBe('normalise');
    expect(patternOf(trace, '')?.name).toBe('pattern');
  });

  it('open at the last of the weights where what is read are no words', async () => {
    const trace = await run();
    const [step] = trace.steps;
    const steps = ['normalise', 'combine', 'normalise', 'combine', 'output'].map((stage) => ({ ...step!, stage }));
    const strange = { ...trace, tokens: [], tensors: [], steps } as unknown as Trace;
    expect(openingFrame(strange, framesOf(strange))).toBe(2);
    const none = { ...strange, steps: steps.slice(3) };
    expect(openingFrame(none, framesOf(none))).toBe(0);
  });

  it('take the largest part for the weights where words are read a few at a time', async () => {
    const trace = await run();
    const pattern = trace.tensors.find((info) => info.name === 'pattern')!;
    const maker = trace.steps.find((step) => step.output === 'pattern')!;
    const parts = [2, 2, 1].map((size, i) => ({ ...pattern, name: `part_${i}`, shape: [5, size] }));
    const steps = parts.map(({ name }) => ({ ...maker, id: name, output: name }));
    expect(patternOf({ ...trace, tensors: parts, steps } as unknown as Trace, '')?.name).toBe('part_1');
  });

  it('tell weights from scores', async () => {
    const trace = await run();
    const names = trace.tensors.filter((info) => isNormalised(trace, info)).map((info) => info.name);
    expect(names).toEqual(['pattern']);
  });
});
