import { readValue } from '../../elements/lib/params.ts';
import { largestSeed } from '../../engine/limits.ts';
import type {
  LearningDiscretizer,
  LearningEngine,
  LearningModel,
  LearningSetup,
  LearningTask,
} from '../../engine/types/learning.ts';
import type { Params, ParamSpec } from '../../engine/types.ts';

/** A way to make vectors discrete, as the page lists them: a discretizer, or one that learns its table in another way. */
export interface Way {
  /** For addresses and marks. */
  key: string;
  discretizer: LearningDiscretizer;
  /** What this way sets of its parameters. */
  fixed: Params;
  name: string;
  says: string;
}

/** Sliders of the page, and the parameters that each sets, named as the discretizers name them. */
export const dials = { beta: ['beta'], decay: ['decay'], temperature: ['tau_first', 'tau_last'] } as const;
export type Dial = keyof typeof dials;
export const dialNames = Object.keys(dials) as Dial[];

export interface SetUp {
  way: string;
  bits: number;
  seed: number;
  /** Updates after which the run rests and the others learn as long. */
  steps: number;
  /** Where they are not the catalogue's. */
  dials: Partial<Record<Dial, number>>;
  /** Which of the shown digits, which of its codes, and what stands there instead. */
  digit: number;
  place: number;
  code: number | undefined;
}

type Known = Pick<LearningEngine, 'catalog'>;

/** What is learned here: the first model that makes pictures discrete, on a task that it takes. */
export const learned = ({ catalog }: Known): { model: LearningModel; task: LearningTask } | undefined => {
  const model = catalog.models.find(({ kind, discretizer }) => kind === 'copies' && discretizer);
  const task = catalog.tasks.find(({ kind }) => kind === model?.kind);
  return model && task ? { model, task } : undefined;
};

const specOf = (discretizer: LearningDiscretizer, id: string): ParamSpec | undefined =>
  discretizer.params.find((spec) => spec.id === id);

/** The parameter that says how a table learns; the model's own discretizer is listed once for each of its choices. */
const learning = 'learns';

export const waysOf = (known: Known): Way[] => {
  const own = learned(known)?.model.discretizer;
  const ways = known.catalog.discretizers.flatMap((discretizer): Way[] => {
    const { id, name, summary } = discretizer;
    const choices = id === own ? (specOf(discretizer, learning)?.choices ?? []) : [];
    if (!choices.length) return [{ key: id, discretizer, fixed: {}, name, says: summary }];
    return choices.map(({ value, label, doc }, i) => ({
      key: i ? `${id}.${value}` : id,
      discretizer,
      fixed: { [learning]: value },
      name: `${name}, ${label}`,
      says: doc,
    }));
  });
  // The model's own stands first, its other ways behind it.
  return ways.sort((a, b) => Number(b.discretizer.id === own) - Number(a.discretizer.id === own));
};

/** Is the parameter there, and not put out of use by another? */
export const uses = ({ discretizer, fixed }: Way, id: string): boolean => {
  const spec = specOf(discretizer, id);
  if (!spec) return false;
  if (!spec.when) return true;
  const value = fixed[spec.when.param] ?? specOf(discretizer, spec.when.param)?.default;
  return spec.when.values.includes(String(value));
};

export const dialSpec = (ways: readonly Way[], way: Way | undefined, dial: Dial): ParamSpec | undefined => {
  // Of several parameters the last: where cooling ends.
  const id = dials[dial].at(-1)!;
  const user = way && uses(way, id) ? way : ways.find((one) => uses(one, id));
  return user && specOf(user.discretizer, id);
};

export const dialValue = (ways: readonly Way[], way: Way | undefined, setUp: SetUp, dial: Dial): number =>
  setUp.dials[dial] ?? Number(dialSpec(ways, way, dial)?.default ?? 0);

/** 2^5 codes: few enough to be seen one by one. */
const fewBits = 5;
export const bitChoices = [4, 5, 6] as const;
export const stepChoices = [500, 1000, 2000, 4000] as const;

export const firstSetUp = (ways: readonly Way[]): SetUp => ({
  way: ways[0]?.key ?? '',
  bits: fewBits,
  seed: 1,
  steps: 1000,
  dials: {},
  digit: 3,
  place: 9,
  code: undefined,
});

/** A run rests by the page's wish and never by its own end. */
const longest = 1_000_000;
/** The share of a run over which something cools. */
const cooling = 'anneal';

/**
 * What the core is told of a way: its own parameters, the number of codes, and the sliders that were moved. What cools
 * over a share of a run does so over that share of the chosen updates, until its slider holds it still.
 */
export const paramsOf = (way: Way, setUp: SetUp): Params => {
  const share = Number(specOf(way.discretizer, cooling)?.default ?? 0);
  return {
    bits: setUp.bits,
    ...way.fixed,
    ...(uses(way, cooling) ? { [cooling]: (share * setUp.steps) / longest } : {}),
    ...Object.fromEntries(
      dialNames.flatMap((dial) => {
        const value = setUp.dials[dial];
        return value === undefined ? [] : dials[dial].filter((id) => uses(way, id)).map((id) => [id, value] as const);
      }),
    ),
  };
};

/** What a slider says: its value, or from where to where it goes by itself. */
export const dialSays = (way: Way, setUp: SetUp, dial: Dial): string => {
  const value = setUp.dials[dial];
  if (value !== undefined) return String(value);
  return [...new Set(dials[dial].map((id) => specOf(way.discretizer, id)?.default))].join(' → ');
};

export const forEngine = (known: Known, way: Way, setUp: SetUp): LearningSetup => {
  const { model, task } = learned(known)!;
  return {
    model: model.id,
    task: task.id,
    discretizer: way.discretizer.id,
    discretizerParams: paramsOf(way, setUp),
    settings: { steps: longest },
    seed: setUp.seed,
  };
};

const whole = (text: string, most: number): number | undefined =>
  /^\d{1,16}$/.test(text) && Number(text) <= most ? Number(text) : undefined;

export const readHash = (hash: string, ways: readonly Way[]): { setUp: SetUp; ignored: string[] } => {
  const setUp = firstSetUp(ways);
  const ignored: string[] = [];
  for (const [name, text] of new URLSearchParams(hash.replace(/^#/, ''))) {
    const dial = dialNames.find((one) => one === name);
    const spec = dial && dialSpec(ways, undefined, dial);
    const value = spec && readValue(spec, text);
    const number = whole(text, largestSeed);
    if (dial && typeof value === 'number') setUp.dials[dial] = value;
    else if (name === 'way' && ways.some(({ key }) => key === text)) setUp.way = text;
    else if (name === 'bits' && bitChoices.some((one) => one === number)) setUp.bits = number!;
    else if (name === 'steps' && stepChoices.some((one) => one === number)) setUp.steps = number!;
    else if (name === 'seed' && number !== undefined) setUp.seed = number;
    else if ((name === 'digit' || name === 'place' || name === 'code') && number !== undefined && number < 4096)
      setUp[name] = number;
    else ignored.push(`${name}=${text}`.slice(0, 80));
  }
  return { setUp, ignored };
};

/** Only what is not as a first visit finds it. */
export const writeHash = (setUp: SetUp, ways: readonly Way[]): string => {
  const first = firstSetUp(ways);
  const fields = new URLSearchParams();
  for (const name of ['way', 'bits', 'steps', 'seed', 'digit', 'place', 'code'] as const)
    if (setUp[name] !== undefined && setUp[name] !== first[name]) fields.set(name, String(setUp[name]));
  for (const dial of dialNames) if (setUp.dials[dial] !== undefined) fields.set(dial, String(setUp.dials[dial]));
  return fields.toString();
};
