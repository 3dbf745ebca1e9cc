import { readValue } from '../../elements/lib/params.ts';
import { largestSeed } from '../../engine/limits.ts';
import type { LearningEngine, LearningModel, LearningSetup, LearningTask } from '../../engine/types/learning.ts';
import type { CatalogEntry, ParamSpec, Params } from '../../engine/types.ts';
import presets from './presets.json' with { type: 'json' };

/** What a set-up is made of, in the order in which it is shown; the same words as attention-train's options. */
export const parts = ['task', 'model', 'mechanism', 'train'] as const;
export type Part = (typeof parts)[number];

/** What the visitor chose; parameters only where they differ from the catalogue's. */
export interface SetUp {
  task: string;
  model: string;
  mechanism?: string;
  seed: number;
  params: Record<Part, Params>;
}

/** What the page needs of the engine to know what can be chosen. */
export type Known = Pick<LearningEngine, 'catalog' | 'mechanisms' | 'settingsOf'>;

export const taskOf = ({ catalog }: Known, id: string): LearningTask | undefined =>
  catalog.tasks.find((one) => one.id === id);
export const modelOf = ({ catalog }: Known, id: string): LearningModel | undefined =>
  catalog.models.find((one) => one.id === id);
const mechanismOf = ({ mechanisms }: Known, id: string | undefined): CatalogEntry | undefined =>
  mechanisms.find((one) => one.id === id);

/** Models that take a task, the first of them first. */
export const modelsFor = ({ catalog }: Known, task: LearningTask): LearningModel[] =>
  catalog.models.filter((one) => one.kind === task.kind);

/** Tasks that some model takes. */
export const tasksOf = (known: Known): LearningTask[] =>
  known.catalog.tasks.filter((task) => modelsFor(known, task).length > 0);

/** The parameters of a part as this set-up has them: with the defaults of its model. */
export const specsOf = (known: Known, { task, model, mechanism }: SetUp, part: Part): ParamSpec[] => {
  if (part === 'task') return taskOf(known, task)?.params ?? [];
  if (part === 'model') return modelOf(known, model)?.params ?? [];
  if (part === 'mechanism') return mechanismOf(known, mechanism)?.params ?? [];
  const defaults = known.settingsOf(model);
  return known.catalog.settings.map((spec) => ({ ...spec, default: defaults[spec.id] ?? spec.default }));
};

/** Every value of a part. */
export const valuesOf = (known: Known, setUp: SetUp, part: Part): Params => ({
  ...Object.fromEntries(specsOf(known, setUp, part).map((spec) => [spec.id, spec.default])),
  ...setUp.params[part],
});

const none = (): Record<Part, Params> => ({ task: {}, model: {}, mechanism: {}, train: {} });

/** Only what is valid and no default. */
const tidy = (known: Known, setUp: SetUp): SetUp => {
  const params = none();
  for (const part of parts)
    for (const spec of specsOf(known, setUp, part)) {
      const value = readValue(spec, setUp.params[part][spec.id]);
      if (value !== undefined && value !== spec.default) params[part][spec.id] = value;
    }
  return { ...setUp, params };
};

/** The set-up that a first visit finds: prepared so that something is learned within half a minute. */
export const firstSetUp = (known: Known): SetUp => {
  for (const { task, model, params } of presets)
    if (taskOf(known, task) && modelOf(known, model)) {
      const { settings, ...rest } = params;
      return tidy(known, { task, model, seed: 1, params: { ...none(), ...rest, train: settings } as SetUp['params'] });
    }
  const task = tasksOf(known)[0];
  const model = task && modelsFor(known, task)[0];
  if (!task || !model) throw new Error('the catalogue has nothing to train');
  return { task: task.id, model: model.id, seed: 1, params: none() };
};

/** Another task: the model stays where it can. */
export const withTask = (known: Known, setUp: SetUp, id: string): SetUp => {
  const task = taskOf(known, id);
  const models = task ? modelsFor(known, task) : [];
  if (!task || !models.length) return setUp;
  const fits = models.some((one) => one.id === setUp.model);
  const { mechanism, ...rest } = setUp;
  const params = fits ? { ...setUp.params, task: {} } : none();
  return {
    ...rest,
    task: id,
    model: fits ? setUp.model : models[0]!.id,
    params,
    ...(fits && mechanism ? { mechanism } : {}),
  };
};

/** Another model: the sizes that both have stay, settings of training too. */
export const withModel = (known: Known, setUp: SetUp, id: string): SetUp => {
  const model = modelOf(known, id);
  if (!model || model.kind !== taskOf(known, setUp.task)?.kind) return setUp;
  const { mechanism, ...rest } = setUp;
  return tidy(known, { ...rest, model: id, ...(mechanism && model.takes_mechanism ? { mechanism } : {}) });
};

/** Another attention in place of the model's own, or its own again. */
export const withMechanism = (known: Known, setUp: SetUp, id: string): SetUp => {
  const { mechanism: _, ...rest } = setUp;
  const params = { ...setUp.params, mechanism: {} };
  return mechanismOf(known, id) ? { ...rest, mechanism: id, params } : { ...rest, params };
};

export const withParam = (known: Known, setUp: SetUp, part: Part, id: string, value: Params[string]): SetUp =>
  tidy(known, { ...setUp, params: { ...setUp.params, [part]: { ...setUp.params[part], [id]: value } } });

export const withoutParams = (setUp: SetUp): SetUp => ({ ...setUp, params: none(), seed: 1 });

export const forEngine = ({ task, model, mechanism, seed, params }: SetUp): LearningSetup => ({
  task,
  model,
  seed,
  taskParams: params.task,
  modelParams: params.model,
  settings: params.train,
  ...(mechanism ? { mechanism, mechanismParams: params.mechanism } : {}),
});

/** Names and values as an address and a command line write them. */
export const pairsOf = ({ task, model, mechanism, seed, params }: SetUp): [string, string][] => [
  ['task', task],
  ['model', model],
  ...(mechanism ? [['mechanism', mechanism] as [string, string]] : []),
  ...(seed === 1 ? [] : [['seed', String(seed)] as [string, string]]),
  ...parts.flatMap((part) =>
    Object.entries(params[part]).map(([id, value]): [string, string] => [`${part}.${id}`, String(value)]),
  ),
];

export const writeHash = (setUp: SetUp): string => String(new URLSearchParams(pairsOf(setUp)));

/** The same run without a browser, on the page's own examples. */
export const commandOf = (known: Known, setUp: SetUp): string => {
  const { data = '' } = taskOf(known, setUp.task) ?? {};
  const words = pairsOf(setUp).map(([name, value]) => `--${name} ${value}`);
  return ['attention-train', ...words, ...(data ? [`--data build/data/${data}.bin`] : []), '--out run'].join(' ');
};

export interface ReadSetUp {
  setUp: SetUp;
  /** What could not be used, as it stood in the address. */
  ignored: string[];
}

/** A link may come from anyone: nothing but what the catalogue takes gets through. */
export const readHash = (hash: string, known: Known): ReadSetUp => {
  const pairs = [...new URLSearchParams(hash.replace(/^#/, ''))];
  let setUp = firstSetUp(known);
  const ignored: string[] = [];
  if (!pairs.length) return { setUp, ignored };
  const given = new Map(pairs);
  const refuse = (name: string) => void ignored.push(`${name}=${given.get(name) ?? ''}`.slice(0, 80));
  setUp = withoutParams(setUp);
  const choose = (name: 'task' | 'model' | 'mechanism', take: typeof withTask) => {
    const id = given.get(name);
    if (id === undefined) return;
    setUp = take(known, setUp, id);
    if (setUp[name] !== id) refuse(name);
    given.delete(name);
  };
  choose('task', withTask);
  choose('model', withModel);
  const takes = modelOf(known, setUp.model)?.takes_mechanism ?? false;
  choose('mechanism', takes ? withMechanism : (_, same) => same);
  for (const [name, text] of given) {
    const seed = Number(text);
    if (name === 'seed' && /^\d+$/.test(text) && seed <= largestSeed) {
      setUp = { ...setUp, seed };
      continue;
    }
    const part = parts.find((one) => name.startsWith(`${one}.`));
    const spec = part && specsOf(known, setUp, part).find(({ id }) => id === name.slice(part.length + 1));
    const value = spec && readValue(spec, text);
    if (!part || !spec || value === undefined) refuse(name);
    else setUp = withParam(known, setUp, part, spec.id, value);
  }
  return { setUp, ignored };
};

/** In which the set-ups are not the same: a line each, with the value of every set-up. */
export const differences = (known: Known, setUps: readonly SetUp[]): { label: string; values: string[] }[] => {
  const lines: { label: string; values: string[] }[] = [];
  const add = (label: string, values: string[]) => {
    if (new Set(values).size > 1) lines.push({ label, values });
  };
  add(
    'task',
    setUps.map(({ task }) => taskOf(known, task)?.name ?? task),
  );
  add(
    'model',
    setUps.map(({ model }) => modelOf(known, model)?.name ?? model),
  );
  add(
    'attention',
    setUps.map(({ mechanism }) => mechanismOf(known, mechanism)?.name ?? 'its own'),
  );
  add(
    'seed',
    setUps.map(({ seed }) => String(seed)),
  );
  for (const part of parts) {
    const labels = new Map(setUps.flatMap((one) => specsOf(known, one, part).map((spec) => [spec.id, spec.label])));
    const values = setUps.map((one) => valuesOf(known, one, part));
    for (const [id, label] of labels)
      add(
        label,
        values.map((those) => (id in those ? String(those[id]) : '–')),
      );
  }
  return lines;
};
