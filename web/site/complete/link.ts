import { fitted, readWritten, ways, written, type Hole, type Way } from './picture.ts';

/** What the page's address holds. */
export interface View {
  way: Way;
  /** The held-out digit. */
  digit: number;
  /** Changed or drawn by hand; absent where the digit stands as it is. */
  own?: readonly number[] | undefined;
  /** Rows that are known, of the way `half`. */
  kept: number;
  hole: Hole;
  temperature: number;
  seed: number;
}

export const hottest = 2;
export const mostSeeds = 1e6;

/** A 3 whose upper half may as well be that of a 2 or a 9, and a seed by which it becomes each of them. */
const [firstDigit, firstSeed] = [392, 2];

/** What a first visit finds: the lower half of a digit, by the model's own shares. */
export const begin = (side: number): View => ({
  way: 'half',
  digit: firstDigit,
  kept: side / 2,
  hole: { left: side / 2 - 3, top: side / 2 - 3, width: 6, height: 6 },
  temperature: 1,
  seed: firstSeed,
});

const whole = (text: string, low: number, high: number): number | undefined =>
  /^\d{1,7}$/.test(text) && Number(text) >= low && Number(text) <= high ? Number(text) : undefined;

const holeIn = (text: string, side: number): Hole | undefined => {
  const [left, top, width, height, more] = text.split('.').map((part) => whole(part, 0, side));
  if (left === undefined || top === undefined || !width || !height || more !== undefined) return undefined;
  return fitted({ left, top, width, height }, side);
};

interface Known {
  side: number;
  levels: number;
  digits: number;
}

export const readHash = (hash: string, { side, levels, digits }: Known): { view: View; ignored: string[] } => {
  const view = begin(side);
  const ignored: string[] = [];
  for (const [name, text] of new URLSearchParams(hash.replace(/^#/, ''))) {
    const read: Partial<Record<string, () => unknown>> = {
      way: () => ways.find((way) => way === text),
      digit: () => whole(text, 0, digits - 1),
      own: () => readWritten(text, side, levels),
      kept: () => whole(text, 0, side - 1),
      hole: () => holeIn(text, side),
      seed: () => whole(text, 0, mostSeeds),
      temperature: () => (/^\d(\.\d{1,2})?$/.test(text) && Number(text) <= hottest ? Number(text) : undefined),
    };
    const value = Object.hasOwn(read, name) ? read[name]?.() : undefined;
    if (value === undefined) ignored.push(`${name}=${text}`.slice(0, 80));
    else Object.assign(view, { [name]: value });
  }
  return { view, ignored };
};

/** Only what is not as a first visit finds it. */
export const writeHash = (view: View, side: number): string => {
  const first = begin(side);
  const { left, top, width, height } = view.hole;
  const fields = new URLSearchParams();
  if (view.way !== first.way) fields.set('way', view.way);
  if (view.own) fields.set('own', written(view.own));
  else if (view.digit !== first.digit) fields.set('digit', String(view.digit));
  if (view.way === 'half' && view.kept !== first.kept) fields.set('kept', String(view.kept));
  if (view.way === 'hole') fields.set('hole', [left, top, width, height].join('.'));
  if (view.temperature !== first.temperature) fields.set('temperature', String(view.temperature));
  if (view.seed !== first.seed) fields.set('seed', String(view.seed));
  return fields.toString();
};
