import { sourceScope } from '../../engine/source-axes.ts';
import type { Step, TensorInfo, Trace } from '../../engine/types.ts';
import { rowFor } from './words.ts';

/**
 * What the stepper steps through: a maximal run of consecutive steps with the same scope and stage.
 * In front of them stand the tokens and the numbers that came in, which no op of the record made.
 */
export interface Frame {
  /** Stable name for links: the last step's id, after its scope where there is one. */
  key: string;
  kind: 'tokens' | 'given' | 'steps';
  scope: string;
  stage: string;
  steps: Step[];
  /** The tensor that the frame is about: `given` and `steps`. */
  result: string;
  /** Made here and wanted later, the result last. */
  outputs: string[];
  /** Read here and made before. */
  inputs: string[];
}

export const keyOf = (step: Step): string => (step.scope ? `${step.scope}.${step.id}` : step.id);

/** Records of models have hundreds of steps, and every cell that is drawn asks for some. */
const byKey = <T extends object>(keyOf: (one: T) => string): ((all: readonly T[], key: string) => T | undefined) => {
  const tables = new WeakMap<readonly T[], { count: number; table: Map<string, T> }>();
  return (all, key) => {
    let known = tables.get(all);
    if (known?.count !== all.length) {
      // The first of a name counts.
      known = { count: all.length, table: new Map([...all].reverse().map((one) => [keyOf(one), one])) };
      tables.set(all, known);
    }
    return known.table.get(key);
  };
};

const tensorNamed = byKey<TensorInfo>(({ name }) => name);
const stepInto = byKey<Step>(({ output }) => output);

export const infoOf = (trace: Trace, name: string): TensorInfo | undefined => tensorNamed(trace.tensors, name);

export const producerOf = (trace: Trace, name: string): Step | undefined => stepInto(trace.steps, name);

const unique = (names: string[]): string[] => [...new Set(names)];

const frameOf = (trace: Trace, steps: Step[]): Frame => {
  const last = steps[steps.length - 1] as Step;
  const made = new Set(steps.map((step) => step.output));
  const read = new Set(steps.flatMap((step) => step.inputs));
  return {
    key: keyOf(last),
    // Numbers of pieces are best shown as the pieces.
    kind: last.stage === 'tokens' && (infoOf(trace, last.output)?.shape.length ?? 0) < 2 ? 'tokens' : 'steps',
    scope: last.scope,
    stage: last.stage,
    steps,
    result: last.output,
    outputs: steps.map((step) => step.output).filter((name) => !read.has(name) || name === last.output),
    inputs: unique(steps.flatMap((step) => step.inputs).filter((name) => !made.has(name))),
  };
};

const rowAxes = new Set(['query', 'key', 'time', 'piece']);

/** The first tensor with a row per token that nobody in the record made: the embeddings. */
const givenOf = (trace: Trace): TensorInfo | undefined => {
  const made = new Set(trace.steps.map((step) => step.output));
  const read = trace.steps.flatMap((step) => step.inputs).filter((name) => !made.has(name));
  return read
    .map((name) => infoOf(trace, name))
    .find((info) => info !== undefined && info.axes.length === 2 && rowAxes.has(info.axes[0] ?? ''));
};

export const framesOf = (trace: Trace): Frame[] => {
  const runs: Step[][] = [];
  // Steps that no stage names belong to what they lead to.
  let nameless: Step[] = [];
  trace.steps.forEach((step, at) => {
    if (step.stage === '' && at < trace.steps.length - 1) {
      nameless.push(step);
      return;
    }
    const run = runs[runs.length - 1];
    const before = run?.[run.length - 1];
    if (run && before && before.scope === step.scope && before.stage === step.stage) run.push(...nameless, step);
    else runs.push([...nameless, step]);
    nameless = [];
  });
  const frames = runs.map((run) => frameOf(trace, run));
  const stages = new Set(trace.steps.map((step) => step.stage));
  const given = givenOf(trace);
  const plain = { scope: '', steps: [], inputs: [] };
  if (given && !stages.has('embed'))
    frames.unshift({
      ...plain,
      key: given.name,
      kind: 'given',
      stage: 'embed',
      result: given.name,
      outputs: [given.name],
    });
  if (trace.tokens.some((token) => token !== '') && !stages.has('tokens'))
    frames.unshift({
      ...plain,
      key: 'tokens',
      kind: 'tokens',
      stage: 'tokens',
      result: given?.name ?? '',
      outputs: [],
    });
  return frames;
};

/** What becomes of another text that is read, before it meets the one that asks. */
export const isOfSource = (frame: Frame): boolean => frame.scope === sourceScope;

/** Frames as the rail shows them: those of one block of a deeper model, and those outside all blocks. */
export const inScope = (frames: readonly Frame[], scope: string): Frame[] =>
  frames.filter((frame) => frame.scope === '' || frame.scope === scope || isOfSource(frame));

export const scopesOf = (frames: readonly Frame[]): string[] =>
  unique(frames.map((frame) => frame.scope)).filter((scope) => scope !== '' && scope !== sourceScope);

const endsIn = (info: TensorInfo | undefined, row: string, column: string): boolean =>
  info !== undefined && info.axes.at(-2) === row && info.axes.at(-1) === column;

/** A number for each pair of words. */
export const isPairs = (info: TensorInfo | undefined): boolean => endsIn(info, 'query', 'key');

/**
 * Made by normalising: within 0 and 1, role weights. Scores are weights' forerunners and have no such bounds.
 * What is not read word by word, but as summaries, is told by its op alone: sums may belong to its stage.
 */
export const isNormalised = (trace: Trace, info: TensorInfo): boolean => {
  if (info.role !== 'weights' || info.dtype === 'mask') return false;
  const maker = producerOf(trace, info.name);
  return maker?.op === 'softmax' || (maker?.stage === 'normalise' && isPairs(info));
};

const patterns = new WeakMap<Trace, Map<string, TensorInfo | undefined>>();

/**
 * The weights of a frame's block: what the sentence's bars and arcs show. Asked for with every row that is drawn. Where
 * they come in parts, `query` asks for the part in which that word reads most.
 */
export const patternOf = (trace: Trace, scope: string, query?: number): TensorInfo | undefined => {
  const known = patterns.get(trace) ?? new Map<string, TensorInfo | undefined>();
  patterns.set(trace, known);
  if (!known.has(scope)) known.set(scope, findPattern(trace, scope));
  const pattern = known.get(scope);
  if (query === undefined || !pattern?.places) return pattern;
  const key = `${scope}|${query}`;
  if (!known.has(key)) known.set(key, strongestPart(trace, pattern, query));
  return known.get(key);
};

/** Parts of one tensor are numbered: `weights_1`, `weights_2`, ... The last one of the largest numbers wins. */
const strongestPart = (trace: Trace, pattern: TensorInfo, query: number): TensorInfo => {
  const stem = (name: string): string => name.replace(/\d+$/, '');
  let best = { info: pattern, most: -Infinity };
  for (const info of trace.tensors.filter(({ name, whole }) => whole && stem(name) === stem(pattern.name))) {
    const row = isPairs(info) ? rowFor(trace, info, 'query', query) : -1;
    if (row < 0) continue;
    const width = info.shape.at(-1) ?? 0;
    const most = Math.max(...trace.tensor(info.name).data.subarray(row * width, (row + 1) * width));
    if (most >= best.most) best = { info, most };
  }
  return best.info;
};

const findPattern = (trace: Trace, scope: string): TensorInfo | undefined => {
  const all = trace.steps
    .map((step) => ({ step, info: infoOf(trace, step.output) }))
    .filter(({ info }) => info !== undefined && isPairs(info) && info.role === 'weights');
  const here = all.filter(({ step }) => step.scope === scope);
  const pool = here.length ? here : all;
  const normal = pool.filter(({ info }) => info && isNormalised(trace, info));
  const last = normal.length ? normal : pool;
  // Where words are read a few at a time, the most of them.
  const most = Math.max(...last.map(({ info }) => info?.shape.at(-1) ?? 0));
  return last.findLast(({ info }) => info?.shape.at(-1) === most)?.info;
};

/** What a run looks like: the weights of words, else of what stands for them, else what comes out. */
export const portraitOf = (trace: Trace, scope: string): TensorInfo | undefined => {
  const made = trace.steps.filter((step) => step.scope === scope).map((step) => infoOf(trace, step.output));
  return (
    patternOf(trace, scope) ??
    made.findLast((info) => info !== undefined && isNormalised(trace, info)) ??
    made.findLast((info) => info?.role === 'output')
  );
};

/** Opened first: the frame in which the weights come to be, of words or of what stands for them. */
export const openingFrame = (trace: Trace, frames: readonly Frame[], scope = '', query?: number): number => {
  const pattern = patternOf(trace, scope, query);
  const staged = (stage: string): number => frames.findLastIndex((frame) => frame.stage === stage);
  const ofPattern = frames.findIndex((frame) => frame.kind === 'steps' && frame.outputs.includes(pattern?.name ?? ''));
  const ways = [
    pattern && isNormalised(trace, pattern) ? ofPattern : -1,
    staged('normalise'),
    ofPattern,
    staged('combine'),
    frames.length - 1,
  ];
  return Math.max(0, ways.find((at) => at >= 0) ?? 0);
};
