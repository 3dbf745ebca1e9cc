/** Both ways through the record of every model, on the real core. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { framesOf, infoOf } from '../../../../web/elements/lib/frames.ts';
import { tell } from '../../../../web/elements/lib/story.ts';
import { scaleIn } from '../../../../web/elements/scene/scale.ts';
import type { LearningClient } from '../../../../web/engine/learning/learning-client.ts';
import { Backward } from '../../../../web/site/steps/backward.ts';
import { Forward } from '../../../../web/site/steps/forward.ts';
import { modelRuns } from '../../engine/learning/every-model.ts';
import { startLearning } from '../../engine/learning/small.ts';
import { lacking } from '../export/lacking.ts';

let engine: LearningClient;
let ways: { id: string; forward: Forward; backward: Backward }[];
beforeAll(async () => {
  engine = await startLearning();
  ways = [];
  for (const { id, run } of await modelRuns(engine)) {
    const forward = new Forward(await run.trace({ example: 1 }));
    ways.push({ id, forward, backward: await Backward.from(forward, { tensor: 'loss', index: [0] }) });
  }
});
afterAll(() => engine.dispose());

const middle = (shape: readonly number[]) => shape.map((size) => size >> 1);

describe('the way forward', () => {
  it('has words for every frame, and keeps every step', () => {
    for (const { id, forward } of ways) {
      expect(forward.steps.map(({ output }) => output)).toEqual(forward.of.steps.map(({ output }) => output));
      for (const { key, steps } of framesOf(forward).filter((frame) => frame.kind === 'steps')) {
        const { title, note, label } = steps.at(-1)!;
        expect(
          [title, note, label].every((words) => words !== ''),
          `${id} ${key}`,
        ).toBe(true);
      }
    }
  });

  it('says which piece a step of a recurrence is about', () => {
    const placed = ways.flatMap(({ forward }) =>
      forward.tensors.flatMap(({ name, places }) => (places?.['query'] ? [{ name, at: places['query'] }] : [])),
    );
    expect(placed.length).toBeGreaterThan(10);
    for (const { name, at } of placed) expect(name).toMatch(new RegExp(`(step|word)_${at[0]! + 1}/`));
  });
});

describe('the way back', () => {
  it('begins at the loss and has passed all that a number moves before it comes to the number', () => {
    for (const { id, backward } of ways) {
      expect(backward.steps[0]!.output, id).toBe('loss');
      const passed = new Set<string>();
      for (const { inputs, output } of backward.steps) {
        for (const name of inputs) expect(passed.has(name), `${id}: ${output} before ${name}`).toBe(true);
        passed.add(output);
      }
      expect([...passed].sort()).toEqual(backward.tensors.map(({ name }) => name).sort());
    }
  });

  it('explains each gradient as its sum, in words and in LaTeX', async () => {
    for (const { id, backward } of ways) {
      const seen = new Set<string>();
      for (const { name, shape, axes } of backward.tensors) {
        if (seen.has(axes.join()) || shape.includes(0)) continue;
        seen.add(axes.join());
        const index = middle(shape);
        const story = await tell(backward, { tensor: name, index });
        const [{ value, terms }] = story.chain as [(typeof story.chain)[0]];
        const sum = terms.reduce((all, term) => all + term.value, 0);
        const size = terms.reduce((all, term) => all + Math.abs(term.value), 0);
        if (name !== 'loss') expect(Math.abs(sum - value), `${id} ${name}`).toBeLessThanOrEqual(1e-5 * size + 1e-12);
        expect(lacking(backward, story), `${id} ${name}`).toEqual([]);
        const cells = (await backward.sources(name, index)).reduce(
          (all, { begin, end }) => all + end.reduce((count, to, axis) => count * (to - begin[axis]!), 1),
          0,
        );
        expect(cells, `${id} ${name}`).toBe(terms.length);
      }
    }
  });

  it('shows each tensor centred on 0, under the name of its gradient', () => {
    for (const { backward } of ways)
      for (const info of backward.tensors) {
        const scale = scaleIn(backward, info);
        expect(scale.kind === 'signed' && scale.side).toBe(undefined);
        expect(info.label).toMatch(/^d loss \/ d ./);
      }
  });

  it('begins at any other number as well', async () => {
    const { forward } = ways[0]!;
    const { output } = forward.steps.find((step) => step.op === 'softmax')!;
    const index = middle(infoOf(forward, output)!.shape);
    const backward = await Backward.from(forward, { tensor: output, index });
    expect(backward.steps[0]!.output).toBe(output);
    expect(infoOf(backward, 'loss')).toBeUndefined();
    expect((await backward.explain(output, index)).value).toBe(1);
  });
});
