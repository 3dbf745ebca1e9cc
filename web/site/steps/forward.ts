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
const stepsOf = (steps: readonly Step[]): Step[] => {
  let next: Step | undefined;
  const out: Step[] = [];
  for (const step of [...steps].reverse()) {
    if (step.stage !== '') next = step;
    out.push(step.stage !== '' || next?.scope === step.scope ? step : worded(step));
  }
  out.reverse();
  const alone = new Map<string, Set<string>>();
  for (const { scope, stage } of out) alone.set(scope, (alone.get(scope) ?? new Set()).add(stage));
  // Along a recurrence one frame looks like the next: its number tells it apart.
  return out.map((step) =>
    placeIn(step.scope) > 0 && alone.get(step.scope)?.size === 1 && step.label
      ? { ...step, label: `${step.label} ${placeIn(step.scope)}` }
      : step,
  );
};

/** `w_q` is W_Q: how papers write what is learned. */
const symbolOf = (name: string): string => {
  const own = name.split('/').at(-1) ?? '';
  const known: Readonly<Record<string, string>> = { gain: 'g', bias: 'b', table: 'E' };
  const [letter = '', ...below] = own.split('_');
  if (known[own]) return known[own];
  return letter.length > 1 ? '' : [/[wu]/.test(letter) ? letter.toUpperCase() : letter, ...below].join('_');
};

/** One word of many: which one, the scope says. */
const placesOf = (info: TensorInfo, scope: string, words: Readonly<Record<'query' | 'key', number>>) => {
  const at = placeIn(scope);
  const axes = (['query', 'key'] as const).filter(
    (axis) => at > 0 && at <= words[axis] && words[axis] > 1 && info.shape[info.axes.indexOf(axis)] === 1,
  );
  return axes.length ? { places: { ...info.places, ...Object.fromEntries(axes.map((axis) => [axis, [at - 1]])) } } : {};
};

const tensorsOf = ({ tensors, steps, tokens, sourceTokens }: LearningTrace): TensorInfo[] => {
  const made = new Map(steps.map((step) => [step.output, step]));
  const words = { query: tokens.length, key: sourceTokens.length };
  return tensors.map((info) => {
    const step = made.get(info.name);
    const symbol = info.symbol || (step ? 'x' : symbolOf(info.name));
    return { ...info, symbol, ...(step ? placesOf(info, step.scope, words) : {}) };
  });
};

/** The record of a model as the stepper takes it: every step has words, every row the piece that it is about. */
export class Forward extends TraceView<LearningTrace> {
  constructor(of: LearningTrace) {
    super(of, stepsOf(of.steps), tensorsOf(of));
  }
}
