import { expect, it } from 'vitest';
import { tell } from '../../../../web/elements/lib/story.ts';
import { createFixtureEngine } from '../fixture-engine.ts';

it('a story goes from the number up to the arithmetic it started with', async () => {
  const trace = await createFixtureEngine().run('first_kind', { text: 'one two three' });
  const story = await tell(trace, { tensor: 'pattern', index: [0, 2, 1] });
  expect(story.trace).toBe(trace);
  expect(story.chain.map((one) => one.tensor)).toEqual(['pattern', 'masked_scores', 'scaled_scores', 'scores']);
  expect(story.chain.map((one) => one.form)).toEqual(['softmax', 'mask', 'scale', 'dot']);
  expect(story.steps.map((step) => step?.id)).toEqual(['pattern', 'masked_scores', 'scaled_scores', 'scores']);
  expect(story.regions[0]).toEqual([{ tensor: 'masked_scores', begin: [0, 2, 0], end: [1, 3, 3] }]);
});

it('a number that came in is a story of itself', async () => {
  const trace = await createFixtureEngine().run('first_kind', { text: 'one two' });
  const { chain, steps } = await tell(trace, { tensor: 'x', index: [1, 0] });
  expect(chain.map((one) => one.form)).toEqual(['leaf']);
  expect(steps).toEqual([undefined]);
});
