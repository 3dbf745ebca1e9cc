/** Decoders of the catalogue on the real core, in Node: whatever there are, by what they say of themselves. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Cancelled, InvalidInput } from '../../../../web/engine/errors.ts';
import type { LearningClient } from '../../../../web/engine/learning/learning-client.ts';
import type { DecodedWith, DecoderCall, DecodeWish } from '../../../../web/engine/types/decoding.ts';
import type { LearningRun } from '../../../../web/engine/types/learning.ts';
import { small, startLearning, trained } from './small.ts';

let engine: LearningClient;
let run: LearningRun;
let other: LearningRun;

beforeAll(async () => {
  engine = await startLearning();
  [run, other] = [await engine.open(small(engine)), await engine.open(small(engine, {}, 2))];
  await trained(run, 5);
}, 60_000);
afterAll(() => engine.dispose());

const all = async (wish: DecodeWish): Promise<{ told: DecoderCall[][]; done: DecodedWith }> => {
  const told: DecoderCall[][] = [];
  const calls = engine.decodeWith(wish);
  for (;;) {
    const { value, done } = await calls.next();
    if (done) return { told, done: value };
    told.push(value);
  }
};
const decoders = () =>
  engine.catalog.decoders.filter(({ models }) => models.every(({ models: fit }) => fit.includes(run.setup.model)));
/** The last is the one that is asked, whatever stands before it guesses. */
const runsOf = (id: string) =>
  engine.catalog.decoders
    .find((one) => one.id === id)!
    .models.map((_, i, { length }) => (i + 1 === length ? run : other));
const base = () => engine.catalog.decoders.find((one) => one.base)!;

describe('decoders', () => {
  it('are in the catalogue, one of them the measure of all', () => {
    expect(engine.catalog.decoders.filter((one) => one.base)).toHaveLength(1);
    expect(decoders().length).toBeGreaterThanOrEqual(4);
  });

  it('tell call by call, without a gap', async () => {
    for (const { id } of decoders()) {
      const { told, done } = await all({ decoder: id, runs: runsOf(id), input: { example: 3 } });
      expect(told.every((calls) => calls.length === 1)).toBe(true);
      expect(told.flat()).toEqual(done.calls);
      let end = 0;
      for (const call of done.calls) {
        expect(call.begin).toBe(end);
        expect(call.end).toBeGreaterThanOrEqual(call.begin);
        expect(call.kept).toBeLessThanOrEqual(call.decided);
        end = call.end;
      }
      expect(done.rows).toHaveLength(1);
      expect(done.references).toEqual([(await run.example(3)).targetText!.split(/(?!^)/)]);
      expect(done.sourceText).toBe((await run.example(3)).sourceText);
    }
  });

  it('say what greedy decoding says, where they claim to', async () => {
    const { done: greedy } = await all({ decoder: base().id, runs: [run], input: { example: 0 } });
    expect(greedy.rows[0]!.text).toBe((await run.decode({ example: 0 })).text);
    for (const { id, params, exact_params: texts } of decoders()) {
      const values = Object.entries(texts).map(([name, text]) => [
        name,
        params.find((spec) => spec.id === name)?.kind === 'choice' ? text : Number(text),
      ]);
      const wish = { decoder: id, params: Object.fromEntries(values), runs: runsOf(id), input: { example: 0 } };
      expect((await all(wish)).done.rows[0]!.pieces, id).toEqual(greedy.rows[0]!.pieces);
    }
  });

  it('repeat with the seed, also of what they get wrong', async () => {
    for (const { id } of decoders()) {
      const wish = { decoder: id, runs: runsOf(id), seed: 9 };
      const [first, second] = [
        await all({ ...wish, input: { example: 1 } }),
        await all({ ...wish, input: { example: 1 } }),
      ];
      expect(first.done.rows).toEqual(second.done.rows);
      const errors = await engine.errorsWith(wish, 0, 6);
      expect(errors).toHaveLength(6);
      expect([...(await engine.errorsWith(wish, 0, 2)), ...(await engine.errorsWith(wish, 2, 6))]).toEqual(errors);
    }
  });

  it('count as many errors as the run does', async () => {
    const ours = await engine.errorsWith({ decoder: base().id, runs: [run] }, 0, 20);
    const { edits, symbols, wrong } = await run.errors(0, 20);
    expect(ours.reduce((sum, one) => sum + one.edits, 0)).toBe(edits);
    expect(ours.reduce((sum, one) => sum + one.symbols, 0)).toBe(symbols);
    expect(ours.filter((one) => one.edits > 0)).toHaveLength(wrong);
  });

  it('decode copies side by side, and tell in slices', async () => {
    const { told, done } = await all({
      decoder: base().id,
      runs: [run],
      input: { example: 2 },
      copies: 64,
      slice: 10_000,
    });
    expect(told).toHaveLength(1);
    expect(done.rows).toHaveLength(64);
    expect(new Set(done.rows.map(({ text }) => text)).size).toBe(1);
  });

  it('stop between calls, and leave nothing behind', async () => {
    const abort = new AbortController();
    const calls = engine.decodeWith({ decoder: base().id, runs: [run], input: { example: 2 }, signal: abort.signal });
    await calls.next();
    abort.abort();
    await expect(calls.next()).rejects.toThrow(Cancelled);
    await expect(all({ decoder: base().id, runs: [run], input: { example: 2 } })).resolves.toBeDefined();
  });

  it('refuse what they cannot use', async () => {
    const input = { example: 0 };
    await expect(all({ decoder: 'none', runs: [run], input })).rejects.toThrow(InvalidInput);
    await expect(all({ decoder: base().id, runs: [], input })).rejects.toThrow(InvalidInput);
    await expect(all({ decoder: base().id, runs: [run], input, params: { wings: 2 } })).rejects.toThrow(InvalidInput);
    const closed = await engine.open(small(engine));
    closed.close();
    await expect(all({ decoder: base().id, runs: [closed], input })).rejects.toThrow(InvalidInput);
  });
});
