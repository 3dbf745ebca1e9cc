import { afterAll, beforeAll, expect, it } from 'vitest';
import { tell } from '../../../../web/elements/lib/story.ts';
import type { LearningClient } from '../../../../web/engine/learning/learning-client.ts';
import { modelRuns } from '../../engine/learning/every-model.ts';
import { startLearning } from '../../engine/learning/small.ts';
import { lacking } from './lacking.ts';

let engine: LearningClient;
beforeAll(async () => {
  engine = await startLearning();
});
afterAll(() => engine.dispose());

it('derives numbers of every kind of step of every model, on the page and in LaTeX', async () => {
  const wrong: string[] = [];
  const forms = new Set<string>();
  for (const { id, run } of await modelRuns(engine)) {
    const trace = await run.trace({ example: 1 });
    const known = new Set<string>();
    for (const { op, output } of trace.steps) {
      const { shape, axes } = trace.tensors.find((info) => info.name === output)!;
      const kind = `${op} ${axes.join()}`;
      if (known.has(kind) || shape.includes(0)) continue;
      known.add(kind);
      const story = await tell(trace, { tensor: output, index: shape.map((size) => size >> 1) });
      for (const { form } of story.chain) forms.add(form);
      wrong.push(...lacking(trace, story).map((what) => `${id} ${output}: ${what}`));
    }
    trace.dispose();
    run.close();
  }
  expect(wrong).toEqual([]);
  expect([...forms]).toContain('cross_entropy');
});
