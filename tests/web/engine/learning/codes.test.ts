/** Pictures as whole numbers, on the real core, in Node, with whichever discretizers the catalogue holds. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InvalidInput } from '../../../../web/engine/errors.ts';
import type { LearningClient } from '../../../../web/engine/learning/learning-client.ts';
import type { LearningDiscretizer, LearningRun } from '../../../../web/engine/types/learning.ts';
import { small, startLearning, trained } from './small.ts';

let engine: LearningClient;
const runs = new Map<string, LearningRun>();

const open = async ({ id }: LearningDiscretizer): Promise<LearningRun> => {
  const { models, tasks } = engine.catalog;
  const model = models.find(({ kind, discretizer }) => kind === 'copies' && discretizer)!;
  const run = await engine.open({
    model: model.id,
    task: tasks.find(({ kind }) => kind === 'copies')!.id,
    modelParams: { width: 4, hidden: 8 },
    discretizer: id,
    discretizerParams: { bits: 4 },
    settings: { batch: 4 },
  });
  await trained(run, 3);
  return run;
};

beforeAll(async () => {
  engine = await startLearning();
  for (const one of engine.catalog.discretizers) runs.set(one.id, await open(one));
}, 120_000);
afterAll(() => engine.dispose());

const examples = [7, 400, 31];

describe('codes', () => {
  it('tell vectors, numbers, pictures, and the error between', async () => {
    for (const [id, run] of runs) {
      const codes = await run.codes(examples);
      const places = examples.length * codes.rows * codes.columns;
      expect(codes.codes, id).toBe(codes.entries ** codes.blocks);
      expect([codes.pictures, codes.numbers.length, codes.vectors.length], id).toEqual([3, places, 2 * places]);
      const sources = (await Promise.all(examples.map((one) => run.example(one)))).flatMap(({ source }) => source);
      expect(codes.made.length, id).toBe(sources.length);
      const error = sources.reduce((sum, one, i) => sum + (codes.made[i]! - one) ** 2, 0) / sources.length;
      expect(codes.error, id).toBeCloseTo(error, 6);
    }
  });

  it('tell the use of the latest batches, with its perplexity', async () => {
    for (const [id, run] of runs) {
      const { use, codes, rows, columns } = await run.codes([0]);
      expect([use.batches, use.vectors, use.counts.length], id).toEqual([3, 3 * 4 * rows * columns, codes]);
      const shares = [...use.counts].filter((one) => one > 0).map((one) => one / use.vectors);
      const entropy = shares.reduce((sum, p) => sum - p * Math.log(p), 0);
      expect(use.perplexity, id).toBeCloseTo(Math.exp(entropy), 6);
      expect(use.dead, id).toBe(codes - shares.length);
    }
  });

  it('make the same pictures again, and others of other codes', async () => {
    for (const [id, run] of runs) {
      const { numbers, made, codes, rows, columns } = await run.codes(examples);
      const pictures = await run.fromCodes(numbers);
      const drawn = pictures.flatMap((one) => [...one]);
      expect(Math.max(...drawn.map((one, i) => Math.abs(one - made[i]!))), id).toBeLessThan(1e-6);
      const other = [...numbers.slice(0, rows * columns)];
      other[0] = (other[0]! + 1) % codes;
      expect([...(await run.fromCodes(other))[0]!], id).not.toEqual([...pictures[0]!]);
      await expect(run.fromCodes([1]), id).rejects.toThrow(InvalidInput);
      await expect(run.fromCodes(other.fill(codes)), id).rejects.toThrow(InvalidInput);
    }
  });

  it('of the plane are those of its vectors', async () => {
    for (const [id, run] of runs) {
      const { vectors, numbers } = await run.codes([31]);
      for (const i of [0, 5]) {
        const [x, y] = [vectors[2 * i]!, vectors[2 * i + 1]!];
        // A field so small that its middle is the vector.
        const cells = await run.cells({ from: [x, y], to: [x, y], rows: 1, columns: 1 });
        expect([...cells], id).toEqual([numbers[i]]);
      }
      await expect(run.cells({ from: [0, 0], to: [1, 1], rows: 0, columns: 1 }), id).rejects.toThrow(InvalidInput);
    }
  });
});

describe('parameters of a discretizer', () => {
  it('move while it trains, where they do not decide how it began', async () => {
    const one = engine.catalog.discretizers.find(({ params }) => params.some(({ id }) => id === 'beta'))!;
    const [still, moved] = [await open(one), await open(one)];
    await moved.setDiscretizer({ beta: 3 });
    expect(moved.setup.discretizerParams).toMatchObject({ beta: 3, bits: 4 });
    await trained(still, 5);
    await trained(moved, 5);
    expect(await still.save('weights')).not.toEqual(await moved.save('weights'));
    await expect(moved.setDiscretizer({ bits: 5 })).rejects.toThrow(InvalidInput);
    await expect(moved.setDiscretizer({ nothing: 1 })).rejects.toThrow(InvalidInput);
    await expect(moved.setDiscretizer({ beta: -1 })).rejects.toThrow(InvalidInput);
    expect(moved.setup.discretizerParams).toMatchObject({ beta: 3, bits: 4 });
  });

  it('are refused where nothing is made discrete', async () => {
    const run = await engine.open(small(engine));
    await expect(run.setDiscretizer({})).rejects.toThrow(InvalidInput);
    await expect(run.codes()).rejects.toThrow(InvalidInput);
  });
});
