/** What the stage draws of every mechanism is what the ops did: operands are those of the matrix that they stand at. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { framesOf, patternOf, producerOf } from '../../web/elements/lib/frames.ts';
import { translator } from '../../web/elements/lib/locale.ts';
import { dataSentence, placeOf, placeText } from '../../web/elements/lib/sentences.ts';
import { tell } from '../../web/elements/lib/story.ts';
import { isPooled } from '../../web/elements/lib/words.ts';
import { sceneOf } from '../../web/elements/scene/spec.ts';
import type { Engine, Trace } from '../../web/engine/types.ts';
import { startEngine } from './helpers.ts';

const text = "the animal didn't cross the street because it was too tired";

let engine: Engine;
beforeAll(async () => void (engine = await startEngine({ inline: true })));
afterAll(() => engine.dispose());

/** Everything that a tensor was made of. */
const ancestors = (trace: Trace, name: string, seen = new Set<string>()): Set<string> => {
  for (const input of producerOf(trace, name)?.inputs ?? [])
    if (!seen.has(input)) ancestors(trace, input, seen.add(input));
  return seen;
};

describe('who reads', () => {
  it('is a word, or the text as a whole where no query is made of any word', async () => {
    const t = translator('en');
    for (const { id, family } of engine.catalog.entries.filter((one) => one.kind === 'variant')) {
      const trace = await engine.run(id, { text });
      const pattern = patternOf(trace, '');
      if (pattern?.axes.at(-2) === 'query') {
        const pooled = family === 'pooling';
        expect(isPooled(trace, pattern.name), id).toBe(pooled);
        const index = pattern.shape.map(() => 0);
        const place = placeText(placeOf(trace, pattern.name, index), t);
        if (pooled) expect(place, id).toMatch(/^the text →/);
        const story = await tell(trace, { tensor: pattern.name, index });
        if (pooled) expect(dataSentence(trace, story, t), id).not.toMatch(/ of “/);
        expect(trace.steps.at(-1)!.title === 'Each word collects what it reads' && pooled, id).toBe(false);
      }
      trace.dispose();
    }
  });
});

describe('the stage', () => {
  it('shows operands at what they made, and signs for what the op does', async () => {
    const wrong: string[] = [];
    for (const { id } of engine.catalog.entries.filter((one) => one.kind === 'variant')) {
      const trace = await engine.run(id, { text });
      for (const frame of framesOf(trace)) {
        const scene = sceneOf(trace, frame, { head: 0, query: 6 });
        for (const { columns, join } of scene?.groups ?? [])
          for (const [i, column] of columns.entries()) {
            const of = `${id} ${frame.key} ${column.main.info.name}`;
            const made = ancestors(trace, column.main.info.name);
            const sign = column.join ?? join;
            if (column.top && !made.has(column.top.info.name)) wrong.push(`${of}: not made of ${column.top.info.name}`);
            if (column.top && i > 0 && !made.has(columns[i - 1]!.main.info.name))
              wrong.push(`${of}: not made of ${columns[i - 1]!.main.info.name}`);
            const op = producerOf(trace, frame.result)?.op ?? '';
            if (i > 0 && sign === 'plus' && !/add|mask/.test(op)) wrong.push(`${of}: + for ${op}`);
            if (i > 0 && sign === 'times' && op !== 'multiply') wrong.push(`${of}: × for ${op}`);
          }
      }
      trace.dispose();
    }
    expect(wrong).toEqual([]);
  });
});
