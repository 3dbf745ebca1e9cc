import type { Step, TensorInfo } from '../../engine/types.ts';
import type { LearningTrace } from '../../engine/types/learning.ts';
import formulas from './formulas.json' with { type: 'json' };
import { TraceView } from './trace-view.ts';
import { has, t } from './words.ts';

/** Of ops, for steps whose makers say nothing about them. */
const latex: Readonly<Record<string, string>> = formulas;

/** The step of a recurrence that a scope belongs to, from 1. */
const placeIn = (scope: string): number => Number(/.*(?:^|\/)(?:step|word)_(\d+)/.exec(scope)?.[1] ?? 0);

/** What an op does, where nothing is said of what it is good for here. */
const worded = (step: Step): Step => {
  const own = has(`op.${step.op}.title`);
  const op = step.op.replaceAll('_', ' ');
  return {
    ...step,
    stage: step.op,
    label: own ? t(`op.${step.op}.label`) : op,
    title: own ? t(`op.${step.op}.title`) : t('op.other.title', { op }),
    note: t(own ? `op.${step.op}.note` : 'op.other.note'),
    latex: latex[step.op] ?? '',
  };
};

/** A nameless step belongs to the next one with a name, as long as that is of the same scope. */
const named = (steps: readonly Step[]): Step[] => {
  let next: Step | undefined;
  return [...steps]
    .reverse()
    .map((step) => {
      if (step.stage !== '') next = step;
      return step.stage !== '' || next?.scope === step.scope ? step : worded(step);
    })
    .reverse();
};

/** So many steps of a stage are looked at as one; a cell of a recurrence has more. */
const most = 6;

/** Where a part of a cell is done: gates are open, a candidate stands, the cell is written, the state is there. */
const ends = ({ op, id }: Step): boolean => id === 'c' || ((op === 'sigmoid' || op === 'tanh') && id !== 'bent');

/** The gates of a cell, its candidate and its state are looked at one after another. */
const parted = (run: readonly Step[]): Step[] => {
  if (run.length <= most || !run.some(ends)) return [...run];
  const out: Step[] = [];
  let begin = 0;
  run.forEach((step, at) => {
    if (!ends(step) && at < run.length - 1) return;
    const label = has(`part.${step.id}`) ? t(`part.${step.id}`) : step.id.replaceAll('_', ' ');
    const words = { stage: `${step.stage}_${step.id}`, label, title: step.note.replace(/\.$/, '') };
    out.push(...run.slice(begin, at + 1).map((one) => ({ ...one, ...words })));
    begin = at + 1;
  });
  return out;
};

const stepsOf = (steps: readonly Step[]): Step[] => {
  const runs: Step[][] = [];
  for (const step of named(steps)) {
    const last = runs.at(-1)?.at(-1);
    if (last?.scope === step.scope && last.stage === step.stage) runs.at(-1)!.push(step);
    else runs.push([step]);
  }
  return runs.flatMap(parted);
};

/** `w_q` is W_Q: how papers write what is learned. */
const symbolOf = (name: string): string => {
  const own = name.split('/').at(-1) ?? '';
  const known: Readonly<Record<string, string>> = { gain: 'g', bias: 'b', table: 'E' };
  const [letter = '', ...below] = own.split('_');
  if (known[own]) return known[own];
  return letter.length > 1 ? '' : [/[wu]/.test(letter) ? letter.toUpperCase() : letter, ...below].join('_');
};

/** How many pieces are said, and how many are read. */
type Words = Readonly<Record<'query' | 'key', number>>;

/** One word of many: which one, the scope says. */
const placesOf = (info: TensorInfo, scope: string, words: Words): Pick<TensorInfo, 'places'> => {
  const at = placeIn(scope);
  const axes = (['query', 'key'] as const).filter(
    (axis) => at > 0 && at <= words[axis] && words[axis] > 1 && info.shape[info.axes.indexOf(axis)] === 1,
  );
  return axes.length ? { places: { ...info.places, ...Object.fromEntries(axes.map((axis) => [axis, [at - 1]])) } } : {};
};

/** A state that came of the source has passed into what is said: as many rows as that has, or the one of a step. */
const saidIn = (info: TensorInfo, scope: string, words: Words): boolean => {
  const size = info.shape[info.axes.indexOf('query')];
  return (size === 1 && placeIn(scope) > 0) || (size === words.query && size !== words.key);
};

const tensorsOf = ({ tensors, steps, tokens, sourceTokens }: LearningTrace): TensorInfo[] => {
  const made = new Map(steps.map((step) => [step.output, step]));
  const words = { query: tokens.length, key: sourceTokens.length };
  return tensors.map(({ source: axes = [], ...info }) => {
    const step = made.get(info.name);
    const symbol = info.symbol || (step ? 'x' : symbolOf(info.name));
    const source = axes.filter((axis) => axis !== 'query' || !saidIn(info, step?.scope ?? '', words));
    return {
      ...info,
      symbol,
      ...(source.length ? { source } : {}),
      ...(step ? placesOf(info, step.scope, words) : {}),
    };
  });
};

/** The record of a model as the stepper takes it: every step has words, every row the piece that it is about. */
export class Forward extends TraceView<LearningTrace> {
  constructor(of: LearningTrace) {
    super(of, stepsOf(of.steps), tensorsOf(of));
  }
}
