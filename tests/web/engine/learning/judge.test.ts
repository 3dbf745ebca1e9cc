/** Documents judged and pictures named, by the real core with the data that pages get. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InvalidInput } from '../../../../web/engine/errors.ts';
import type { LearningClient } from '../../../../web/engine/learning/learning-client.ts';
import type { LearningRun, TaskKind } from '../../../../web/engine/types/learning.ts';
import { startLearning } from './small.ts';

let engine: LearningClient;
beforeAll(async () => {
  engine = await startLearning();
});
afterAll(() => engine.dispose());

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((all, one) => all + one, 0);

const setUp = (kind: TaskKind, modelParams = {}) => ({
  model: engine.catalog.models.find((model) => model.kind === kind)!.id,
  task: engine.catalog.tasks.find((task) => task.kind === kind)!.id,
  modelParams,
});

describe('a document', () => {
  let run: LearningRun;
  beforeAll(async () => {
    run = await engine.open(setUp('documents'));
  });
  afterAll(() => run.close());

  it('is judged by a model that has no example to learn from', async () => {
    expect(run.heldOut).toBe(0);
    const { classes, verdict } = await run.judge({ text: 'Please call me.' });
    expect(sum(classes.map(({ share }) => share))).toBeCloseTo(1, 5);
    expect(classes[verdict]!.share).toBe(Math.max(...classes.map(({ share }) => share)));
    await expect(run.train()).rejects.toThrow('without examples');
    await expect(run.example(0)).rejects.toThrow('example');
  });

  it('says of every sentence and word where it stands and what it weighs', async () => {
    const text = 'Größe? Free money for you!\n\nxqzzq is the address, call 0800 now.';
    const { sentences, cut } = await run.judge({ text });
    const words = sentences.map((sentence) => sentence.words.map(({ begin, end }) => text.slice(begin, end)));
    expect(words[0]!.join(' ')).toMatch(/Free money for you !$/);
    expect(words[1]).toEqual(['xqzzq', 'is', 'the', 'address', 'call', '0800', 'now']);
    expect(sentences[1]!.words.map(({ unknown }) => unknown)).toEqual([true, false, false, false, false, false, false]);
    expect(sum(sentences.map(({ weight }) => weight))).toBeCloseTo(1, 5);
    for (const { words: of } of sentences) expect(sum(of.map(({ weight }) => weight))).toBeCloseTo(1, 5);
    expect(cut).toBeUndefined();
  });

  it('says what it does not read', async () => {
    const line = 'one two three\n';
    const { sentences, cut } = await run.judge({ text: line.repeat(40) });
    expect(cut).toBe(sentences.length * line.length);
  });

  it('opens in the stepper', async () => {
    const trace = await run.trace({ text: 'free money' });
    expect(trace.steps.length).toBeGreaterThan(10);
    trace.dispose();
  });

  it('needs words, and a model of documents', async () => {
    await expect(run.judge({ text: '...' })).rejects.toThrow(InvalidInput);
    await expect(run.judge({ picture: [1] })).rejects.toThrow(InvalidInput);
    const other = await engine.open(setUp('pictures'));
    await expect(other.judge({ example: 0 })).rejects.toThrow('model of documents');
    other.close();
  });
});

describe('a picture', () => {
  it('is named as the same pixels drawn by hand are', async () => {
    const run = await engine.open(setUp('pictures'));
    const { source, shape } = await run.example(0);
    expect(shape).toHaveLength(3);
    const [drawn, held] = [await run.decode({ picture: source }), await run.decode({ example: 0 })];
    expect(drawn.pieces).toEqual(held.pieces);
    expect(drawn.target).toBeUndefined();
    for (const bad of [source.slice(1), source.map(() => 2)])
      await expect(run.decode({ picture: bad })).rejects.toThrow('picture');
    await expect(run.decode({ picture: ['1'] as never })).rejects.toThrow(InvalidInput);
    (await run.trace({ picture: source })).dispose();
    run.close();
  });

  it('is looked at in one place at a time, drawn by its chance where a seed is given', async () => {
    const model = engine.catalog.models.find(({ kind }) => kind === 'pictures')!;
    const choice = model.params.find(({ id }) => id === 'attention')!;
    const run = await engine.open(setUp('pictures', { [choice.id]: 'hard' }));
    const likeliest = await run.decode({ example: 1 });
    for (const { alignment, chances } of likeliest.pieces) {
      expect([sum(alignment!), Math.max(...alignment!)]).toEqual([1, 1]);
      expect(sum(chances!)).toBeCloseTo(1, 4);
      expect(chances![alignment!.indexOf(1)]).toBe(Math.max(...chances!));
    }
    const places = async (seed: number) =>
      (await run.decode({ example: 1 }, 1, seed)).pieces.map(({ alignment }) => alignment!.indexOf(1));
    expect(await places(3)).toEqual(await places(3));
    expect(new Set([...(await places(3)), ...(await places(4)), ...(await places(5))]).size).toBeGreaterThan(2);
    run.close();
  });
});
