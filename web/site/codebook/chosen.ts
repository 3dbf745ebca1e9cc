import type { Lane } from './lane.ts';
import type { SetUp } from './set-up.ts';
import { byUse } from './use.ts';

/** Digits in the row below. */
export const shownDigits = 8;

/** Where the shown digits stand among those that are looked at: spread evenly, so that their names differ. */
export const shownPlace = (lane: Lane, i: number): number =>
  Math.floor(((i + 0.5) * (lane.codes?.pictures ?? 0)) / shownDigits);

/** One digit, one of its places, and the code that is tried there: what is marked everywhere. */
export interface Chosen {
  /** Among those that are looked at. */
  picture: number;
  /** Its codes as they are. */
  own: Int32Array;
  place: number;
  /** What stands there, and what is put there. */
  from: number;
  to: number;
}

/** Before anybody chose: the code that is used most, or the next where that stands there already. */
const firstTried = (lane: Lane, from: number): number => byUse(lane.codes!).find((code) => code !== from) ?? from;

export const chosenOf = (lane: Lane, setUp: SetUp): Chosen | undefined => {
  const { codes } = lane;
  if (!codes) return undefined;
  const each = codes.rows * codes.columns;
  const picture = shownPlace(lane, Math.min(setUp.digit, shownDigits - 1));
  const own = codes.numbers.slice(picture * each, (picture + 1) * each);
  const place = Math.min(setUp.place, each - 1);
  const from = own[place] ?? 0;
  const to = setUp.code ?? firstTried(lane, from);
  return { picture, own, place, from, to: Math.min(to, codes.codes - 1) };
};

/** One picture of those that were made. */
export const madeOf = ({ codes }: Lane, picture: number): Float32Array => {
  const size = codes!.made.length / Math.max(codes!.pictures, 1);
  return codes!.made.subarray(picture * size, (picture + 1) * size);
};
