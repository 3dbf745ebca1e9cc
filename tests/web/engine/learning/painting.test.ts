/** Pixels drawn one by one, on the real core, in Node. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Cancelled, InvalidInput } from '../../../../web/engine/errors.ts';
import type { LearningClient } from '../../../../web/engine/learning/learning-client.ts';
import type { LearningRun } from '../../../../web/engine/types/learning.ts';
import type { PaintedPixel, PaintWish } from '../../../../web/engine/types/painting.ts';
import { small, startLearning, trained } from './small.ts';

let engine: LearningClient;
/** Goes on with a picture; makes a larger one. */
let run: LearningRun;
let doubling: LearningRun;
let digit: number[];
/** Ids before the first level. */
const before = 2;
const unknown = -1;

/** The smallest model of pixels; of its task the choice that gives it a source, or the one that does not. */
const open = async (goal: string): Promise<LearningRun> => {
  const { models, tasks } = engine.catalog;
  const model = models.find((one) => one.kind === 'pixels')!;
  const task = tasks.find((one) => one.kind === 'pixels')!;
  const sizes: Record<string, number> = { layers: 2, width: 8, heads: 2, hidden: 8 };
  const opened = await engine.open({
    model: model.id,
    task: task.id,
    modelParams: sizes,
    taskParams: { goal },
    settings: { batch: 4 },
  });
  await trained(opened, 3);
  return opened;
};

beforeAll(async () => {
  engine = await startLearning();
  run = await open('complete');
  doubling = await open('double');
  digit = (await run.example(3)).target.map((id) => id - before);
}, 60_000);
afterAll(() => engine.dispose());

const all = async (wish: PaintWish, by = run): Promise<{ told: PaintedPixel[]; pictures: number[][] }> => {
  const told: PaintedPixel[] = [];
  const pixels = by.paint(wish);
  for (;;) {
    const { value, done } = await pixels.next();
    if (done) return { told, pictures: value };
    told.push(value);
  }
};
/** Pixels 4 to 9 of the first row are missing. */
const holed = () => digit.map((level, i) => (i >= 4 && i < 10 ? unknown : level));
const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, one) => total + one, 0);

describe('painting', () => {
  it('draws what is missing, pixel by pixel, and says what it was drawn from', async () => {
    const { told, pictures } = await all({ pixels: holed(), pictures: 3 });
    expect(told.map(({ place }) => place)).toEqual([4, 5, 6, 7, 8, 9]);
    for (const { place, drawn } of told) {
      expect(drawn).toHaveLength(3);
      for (const { level, shares, looks, reading } of drawn) {
        expect(sum(shares)).toBeCloseTo(1, 5);
        expect(shares[level]).toBeGreaterThan(0);
        expect(looks).toHaveLength(2);
        expect(reading).toEqual([]);
        for (const layer of looks) {
          expect(layer).toHaveLength(place);
          expect(sum(layer)).toBeLessThan(1.0001);
        }
      }
    }
    for (const picture of pictures)
      expect(picture.filter((_, i) => i < 4 || i >= 10)).toEqual(digit.filter((_, i) => i < 4 || i >= 10));
  });

  it('forgets what it has read where the weights change under it', async () => {
    const changing = await open('complete');
    const pixels = changing.paint({ pixels: holed(), pictures: 1 });
    const first = (await pixels.next()).value as PaintedPixel;
    await trained(changing, 6);
    const second = (await pixels.next()).value as PaintedPixel;
    // From its beginning, with these weights and with what was drawn first.
    const known = holed().map((level, i) => (i === first.place ? first.drawn[0]!.level : level));
    const { told } = await all({ pixels: known, pictures: 1 }, changing);
    expect(second.drawn[0]!.shares).toEqual(told[0]!.drawn[0]!.shares);
    changing.close();
  });

  it('draws the same for the same seed, alone or beside others', async () => {
    const one = await all({ pixels: holed(), pictures: 3, seed: 8 });
    const again = await all({ pixels: holed(), pictures: 1, seed: 8 });
    const other = await all({ pixels: digit.map(() => unknown).slice(0, 20), pictures: 2, seed: 9 });
    expect(again.pictures[0]).toEqual(one.pictures[0]);
    expect(other.pictures[0]).not.toEqual(other.pictures[1]);
  });

  it('takes the likeliest without temperature', async () => {
    const { told } = await all({ pixels: holed(), temperature: 0 });
    for (const { drawn } of told) expect(drawn[0]!.shares[drawn[0]!.level]).toBe(1);
  });

  it('stops where it is told to, and where nobody asks for more', async () => {
    const stop = new AbortController();
    const pixels = run.paint({ pixels: holed(), signal: stop.signal });
    expect((await pixels.next()).done).toBe(false);
    stop.abort();
    await expect(pixels.next()).rejects.toThrow(Cancelled);
    const left = run.paint({ pixels: holed() });
    await left.next();
    await left.return([]);
    expect((await left.next()).done).toBe(true);
  });

  it('reads the small picture where there is one', async () => {
    const { shape, source } = await doubling.example(3);
    expect(shape).toEqual([1, 7, 7]);
    const wish = { pixels: digit.map((_, i) => (i < 30 ? unknown : 0)), small: source };
    const { told } = await all(wish, doubling);
    expect(told[0]!.drawn[0]!.looks).toEqual([]);
    for (const { drawn } of told) {
      expect(drawn[0]!.reading).toHaveLength(2);
      for (const layer of drawn[0]!.reading) expect(sum(layer)).toBeCloseTo(1, 4);
    }
    await expect(all({ pixels: wish.pixels }, doubling)).rejects.toThrow(InvalidInput);
    await expect(all({ ...wish, small: source.map(() => 2) }, doubling)).rejects.toThrow('small');
    await expect(all({ ...wish, small: source })).rejects.toThrow(InvalidInput);
  });

  it('weighs pictures by how likely they are, as the score does', async () => {
    const other = (await run.example(5)).target.map((id) => id - before);
    const counted = digit.map((_, i) => i);
    const { logShares, weights, chosen } = await run.weigh({ pictures: [digit, other], counted });
    expect(logShares.map((row) => row.length)).toEqual([digit.length, digit.length]);
    // The score is over all pieces; these shares are over levels alone, so no lower.
    const { loss } = await run.score(3, 4);
    expect(-sum(logShares[0]!) / digit.length).toBeLessThanOrEqual(loss + 1e-6);
    const [first, second] = logShares.map(sum) as [number, number];
    expect(weights[0]! / weights[1]!).toBeCloseTo(Math.exp(first - second), 3);
    expect([0, 1]).toContain(chosen);
    // Nothing counts: each is as good as the other.
    expect((await run.weigh({ pictures: [digit, other] })).weights).toEqual([0.5, 0.5]);
  });

  it('refuses what it cannot draw, by name', async () => {
    await expect(all({ pixels: [unknown], temperature: -1 })).rejects.toThrow('temperature');
    await expect(all({ pixels: [99, unknown] })).rejects.toThrow('pictures');
    await expect(all({ pixels: [unknown], pictures: 17 })).rejects.toThrow('pictures');
    await expect(all({ pixels: [unknown], odd: 1 } as never)).rejects.toThrow('wish.odd');
    await expect(all({ pixels: 'all' as never })).rejects.toThrow(InvalidInput);
    await expect(run.weigh({ pictures: [digit], counted: [digit.length] })).rejects.toThrow('counted');
    await expect(run.weigh({ pictures: [digit, [1]] })).rejects.toThrow('pictures');
    const words = await engine.open(small(engine));
    await expect(all({ pixels: [unknown] }, words)).rejects.toThrow('pixels');
    words.close();
  });
});
