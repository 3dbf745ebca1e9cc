import { decodeNumber } from '../answers.ts';
import type { Answer } from '../answers.ts';
import { InvalidInput } from '../errors.ts';
import type { WithFloats } from '../host-api.ts';
import { largestSeed } from '../limits.ts';
import type { DrawnPixel, PaintedPixel, PaintWish, Weighed, WeighWish } from '../types/painting.ts';
import { show, wantInteger, wantNumber, wantOptions, wantSignal } from '../validate.ts';
import { unwrapLearning } from './answers.ts';
import type { PaintAnswer, WeighAnswer } from './answers.ts';

/** Asks the core something about the run. */
type Ask = (call: string, fields: Record<string, unknown>) => Promise<WithFloats<unknown>>;

/** As many as the core takes at a time. */
const mostPictures = 16;
const hottest = 10;
const unknown = -1;

const wantList = (argument: string, list: unknown): number[] => {
  if (!Array.isArray(list)) throw new InvalidInput(argument, show(list), 'a list of numbers');
  return list.map((value) => wantNumber(argument, value));
};

const partsOf = (numbers: Float32Array, size: number): Float32Array[] =>
  Array.from({ length: size ? numbers.length / size : 0 }, (_, i) => numbers.slice(i * size, (i + 1) * size));

const drawnOf = (answer: PaintAnswer, floats: Float32Array, place: number, small: number): DrawnPixel[] => {
  const { drawn, shares, looks, reading } = answer;
  const size = shares + looks + reading;
  return drawn.map((level, i) => {
    const at = i * size;
    return {
      level,
      shares: floats.slice(at, at + shares),
      looks: partsOf(floats.subarray(at + shares, at + shares + looks), place),
      reading: partsOf(floats.subarray(at + shares + looks, at + size), small),
    };
  });
};

/** What of a wish is the same for every pixel. */
const wantPaint = (wish: PaintWish) => {
  wantOptions('wish', wish, ['pixels', 'small', 'pictures', 'temperature', 'seed', 'signal']);
  const { pictures = 1, temperature = 1, seed = 1, small, signal } = wish;
  wantSignal(signal, 'painting');
  wantNumber('temperature', temperature);
  if (temperature < 0 || temperature > hottest)
    throw new InvalidInput('temperature', show(temperature), `a number from 0 to ${hottest}`);
  return {
    pixels: wantList('pixels', wish.pixels),
    count: wantInteger('pictures', pictures, 1, mostPictures),
    rest: {
      temperature,
      seed: wantInteger('seed', seed, 0, largestSeed),
      ...(small === undefined ? {} : { small: wantList('small', small) }),
    },
  };
};

/** Draws pixel after pixel while it is asked for the next; all pictures when none is missing. */
export async function* paint(ask: Ask, wish: PaintWish): AsyncGenerator<PaintedPixel, number[][]> {
  const { pixels, count, rest } = wantPaint(wish);
  const pictures = Array.from({ length: count }, () => [...pixels]);
  for (let place = 0; place < pixels.length; ++place) {
    if (pixels[place] !== unknown) continue;
    wantSignal(wish.signal, 'painting');
    const before = pictures.map((picture) => picture.slice(0, place));
    const { answer, floats } = await ask('paint', { pictures: before, ...rest });
    const drawn = drawnOf(unwrapLearning(answer as Answer<PaintAnswer>), floats, place, wish.small?.length ?? 0);
    for (const [i, { level }] of drawn.entries()) pictures[i]![place] = level;
    yield { place, drawn };
  }
  return pictures;
}

export const weigh = async (ask: Ask, wish: WeighWish): Promise<Weighed> => {
  wantOptions('wish', wish, ['pictures', 'small', 'counted', 'seed', 'signal']);
  const { pictures, small, counted = [], seed = 1, signal } = wish;
  wantSignal(signal, 'weighing');
  if (!Array.isArray(pictures)) throw new InvalidInput('pictures', show(pictures), 'a list of pictures');
  const { answer, floats } = await ask('weigh', {
    pictures: pictures.map((picture) => wantList('pictures', picture)),
    counted: wantList('counted', counted),
    seed: wantInteger('seed', seed, 0, largestSeed),
    ...(small === undefined ? {} : { small: wantList('small', small) }),
  });
  const { weights, candidate } = unwrapLearning(answer as Answer<WeighAnswer>);
  return {
    logShares: partsOf(floats, pictures[0]?.length ?? 0),
    weights: weights.map(decodeNumber),
    chosen: candidate,
  };
};
