import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InvalidInput } from '../../web/engine/errors.ts';
import type { Engine, Trace } from '../../web/engine/types.ts';
import { someFloats, startEngine } from './helpers.ts';

const text = 'the animal was too tired';
/** Of another length, so that no axis can be taken for one of the text's. */
const source = 'what did you say to the woman who called';

let engine: Engine;
beforeAll(async () => void (engine = await startEngine({ inline: true })));
afterAll(() => engine.dispose());

const able = () => engine.catalog.entries.filter((entry) => entry.takes_source);

const result = (trace: Trace): Float32Array => trace.tensor(trace.steps.at(-1)!.output).data;

describe('another text that is read', () => {
  it('gives every mechanism that takes one its words along the keys', async () => {
    expect(able().length).toBeGreaterThan(0);
    for (const { id } of able()) {
      const trace = await engine.run(id, { text, source });
      expect(trace.tokens, id).toEqual(text.split(' '));
      expect(trace.sourceTokens, id).toEqual(source.split(' '));
      const unnamed = trace.tensors.filter((info) => info.axes.includes('key') && !info.source?.includes('key'));
      expect(unnamed, id).toEqual([]);
      // The texts differ in length, so a wrong owner shows in the size.
      const wrong = trace.tensors.filter((info) =>
        info.axes.some((axis, i) => {
          const size = info.source?.includes(axis) ? 5 : 9;
          return ['query', 'key', 'time'].includes(axis) && info.shape[i] === size;
        }),
      );
      expect(wrong, id).toEqual([]);
      // What comes out has a row for each word that asks.
      const last = trace.tensors.find((info) => info.name === trace.steps.at(-1)!.output)!;
      expect([last.source, last.shape[last.axes.indexOf('query')]], id).toEqual([undefined, 5]);
      trace.dispose();
    }
  });

  it('that is the text itself changes no digit', async () => {
    for (const { id } of able()) {
      const [alone, twice] = [await engine.run(id, { text }), await engine.run(id, { text, source: text })];
      expect(result(twice), id).toEqual(result(alone));
      expect(alone.sourceTokens).toEqual([]);
      expect(alone.tensors.some((info) => info.source)).toBe(false);
      alone.dispose();
      twice.dispose();
    }
  });

  it('is refused by name where the mechanism reads the text that asks, and where it has no words', async () => {
    const refusal = (id: string, words: string) =>
      engine.run(id, { text, source: words }).then(
        () => undefined,
        (error: unknown) => (error instanceof InvalidInput ? error.argument : error),
      );
    for (const { id, kind } of engine.catalog.entries.filter((entry) => !entry.takes_source))
      if (kind === 'variant') expect(await refusal(id, source), id).toBe('source');
    expect(await refusal(able()[0]!.id, '')).toBe('source');
    expect(await refusal(able()[0]!.id, 'zigzagged')).toBe('source');
  });

  it('may be given as numbers, with words of their own', async () => {
    const tensors = {
      x: { shape: [2, 8], data: someFloats(16) },
      source: { shape: [3, 8], data: someFloats(24, 2) },
    };
    const trace = await engine.run(able()[0]!.id, { tensors, tokens: ['a', 'b'], sourceTokens: ['c', 'd', 'e'] });
    expect([trace.tokens, trace.sourceTokens]).toEqual([
      ['a', 'b'],
      ['c', 'd', 'e'],
    ]);
    expect(trace.tensors.find((info) => info.name === 'source')?.source).toEqual(['query']);
  });
});
