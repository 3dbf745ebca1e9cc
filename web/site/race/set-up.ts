import { input, lanes } from './lanes.ts';

/** Everything that a race depends on but the machine: what the address holds. */
export interface SetUp {
  text: string;
  lanes: string[];
  /** Measured turns of every lane, after one to warm up. */
  repeats: number;
  /** 64: besides one word by itself, so many copies of it side by side. */
  batch: number;
  threads: number;
  seed: number;
  /** Milliseconds that every call is thought to cost besides. */
  cost: number;
  /** Held-out words on which errors are counted. */
  words: number;
}

export const choices = {
  repeats: [1, 20, 100],
  batch: [1, 64],
  threads: [1, 2, 4],
  words: [100, 500, 2000],
} as const;
export const longestText = 200;
export const mostCost = 2;
export const largestSeed = 999_999;

export const usual = (): SetUp => ({
  text: input.usual,
  lanes: lanes.filter((lane) => lane.usual).map(({ id }) => id),
  repeats: 20,
  batch: 1,
  threads: 1,
  seed: 1,
  cost: 0,
  words: 100,
});

const isChoice = (name: string): name is keyof typeof choices => Object.hasOwn(choices, name);
const upTo = (value: string, most: number, form: RegExp): number | undefined =>
  form.test(value) && Number(value) <= most ? Number(value) : undefined;

/** Puts in what a link says; false for what cannot be used. */
const take = (setUp: SetUp, name: string, value: string): boolean => {
  if (name === 'text') {
    if (value.length <= longestText) setUp.text = value;
    return value.length <= longestText;
  }
  if (name === 'lanes') {
    const asked = value.split(',').filter(Boolean);
    const known = lanes.filter(({ id }) => asked.includes(id)).map(({ id }) => id);
    if (known.length) setUp.lanes = known;
    return known.length > 0 && known.length === asked.length;
  }
  if (isChoice(name)) {
    const found = choices[name].find((one) => String(one) === value);
    if (found !== undefined) setUp[name] = found;
    return found !== undefined;
  }
  const number =
    name === 'seed'
      ? upTo(value, largestSeed, /^\d{1,6}$/)
      : name === 'cost'
        ? upTo(value, mostCost, /^\d(\.\d{1,2})?$/)
        : undefined;
  if (number === undefined) return false;
  setUp[name as 'seed' | 'cost'] = number;
  return true;
};

export const readSetUp = (fragment: string): { setUp: SetUp; ignored: string[] } => {
  const setUp = usual();
  const ignored: string[] = [];
  for (const [name, value] of new URLSearchParams(fragment))
    if (!take(setUp, name, value)) ignored.push(`${name}=${value.slice(0, 40)}`);
  return { setUp, ignored };
};

export const writeSetUp = (setUp: SetUp): string =>
  new URLSearchParams(
    Object.entries(setUp).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : String(value)]),
  ).toString();
