import type { TensorInfo, Trace } from '../../engine/types.ts';
import { infoOf, isNormalised, isPairs, producerOf, type Frame } from '../lib/frames.ts';
import { letterOf, scaleIn, type RoleLetter, type Scale } from './scale.ts';
import { isTokenAxis, sliceOf, type Selection, type Slice } from './slice.ts';

/** One matrix of the stage. */
export interface MatrixSpec {
  info: TensorInfo;
  slice: Slice;
  letter: RoleLetter;
  scale: Scale;
  /** Made in this frame. */
  result: boolean;
  /** Stands above the matrix, where several show the same tensor. */
  title?: string;
}

/** Matrices that stand on one line of rows; `top` is the operand drawn above, crossing the left one. */
export interface ColumnSpec {
  main: MatrixSpec;
  top?: MatrixSpec;
  /** What stands before it, where that is not the group's. */
  join?: Join;
}

type Join = 'wire' | 'plus' | 'times' | 'none';

export interface GroupSpec {
  columns: ColumnSpec[];
  /** What stands between the columns. */
  join: Join;
}

/** Groups from left to right with an arrow before each but the first. */
export interface SceneSpec {
  groups: GroupSpec[];
  /** The op's name over the arrow. */
  arrow: string;
  /** A second line below it: `row by row`. */
  arrowNote: 'rows' | 'cells' | '';
}

type Make = (name: string, transposed?: boolean) => MatrixSpec | undefined;

const maker =
  (trace: Trace, selection: Selection, made: ReadonlySet<string>): Make =>
  (name, transposed = false) => {
    const info = infoOf(trace, name);
    if (!info || info.shape.length === 0 || info.shape.some((size) => size === 0)) return undefined;
    return {
      info,
      slice: sliceOf(info, selection, transposed),
      letter: letterOf(info.role),
      scale: scaleIn(trace, info),
      result: made.has(name),
    };
  };

const defined = <T>(items: (T | undefined)[]): T[] => items.filter((item): item is T => item !== undefined);

/** Query and key behind a tensor of pairs: walk back until a step reads both. */
const operandsOf = (trace: Trace, name: string): { query: string; key: string } | undefined => {
  const seen = new Set<string>();
  let edge = [name];
  while (edge.length) {
    const next: string[] = [];
    for (const at of edge) {
      if (seen.has(at)) continue;
      seen.add(at);
      const roles = (producerOf(trace, at)?.inputs ?? []).map((input) => infoOf(trace, input));
      const query = roles.find((info) => info?.role === 'query');
      const key = roles.find((info) => info?.role === 'key');
      if (query && key && query.axes.at(-2) === 'query' && key.axes.at(-2) === 'key')
        return { query: query.name, key: key.name };
      next.push(...defined(roles).map((info) => info.name));
    }
    edge = next;
  }
  return undefined;
};

/** The operand above the result: shares the result's columns, and an axis that the result has not. */
const crossing = (left: TensorInfo, top: TensorInfo, result: TensorInfo): { transposed: boolean } | undefined => {
  const [i, j] = [result.axes.at(-2), result.axes.at(-1)];
  const shared = left.axes.at(-1);
  if (left.axes.at(-2) !== i || shared === j || i === undefined || j === undefined) return undefined;
  if (top.axes.at(-2) === shared && top.axes.at(-1) === j) return { transposed: false };
  if (top.axes.at(-1) === shared && top.axes.at(-2) === j) return { transposed: true };
  return undefined;
};

const crossOf = (make: Make, left: string, top: string, result: string): GroupSpec | undefined => {
  const [l, r, t] = [make(left), make(result), make(top)];
  if (!l || !r || !t) return undefined;
  const how = crossing(l.info, t.info, r.info);
  const above = how && make(top, how.transposed);
  return above && { columns: [{ main: l }, { main: r, top: above }], join: 'wire' };
};

/** A row per word: what flows, as against learned matrices and biases. */
const flows = (info: TensorInfo): boolean => isTokenAxis(info.axes.at(-2) ?? '') && info.axes.at(-2) !== 'piece';

const pairScene = (trace: Trace, frame: Frame, make: Make, arrow: string): SceneSpec | undefined => {
  const result = make(frame.result);
  if (!result) return undefined;
  const infos = defined(frame.inputs.map((name) => infoOf(trace, name)));
  const before = infos.find((info) => isPairs(info) && info.dtype !== 'mask' && info.role === 'weights');
  // The mask is made in the frame itself, or comes from outside.
  const made = defined(frame.steps.slice(0, -1).map((step) => infoOf(trace, step.output)));
  const masks = [...infos, ...made.filter((info) => info.dtype === 'mask')].filter(
    (info) => info !== before && isPairs(info),
  );
  const operands = operandsOf(trace, frame.result);
  const times = frame.steps.at(-1)?.op === 'multiply';
  if (before && masks.length) {
    const left = defined([make(before.name), ...masks.map((info) => make(info.name))]).map((main) => ({ main }));
    return {
      groups: [
        { columns: left, join: times ? 'times' : 'plus' },
        { columns: [{ main: result }], join: 'none' },
      ],
      arrow,
      arrowNote: 'cells',
    };
  }
  if (before) {
    // Only what query and key did make stands under them; what meets it from elsewhere stands beside it.
    const own = operandsOf(trace, before.name);
    const scores = own || !operands ? undefined : made.find((info) => isPairs(info) && operandsOf(trace, info.name));
    const cross = own ? crossScores(make, own, before.name) : scores && crossScores(make, operands!, scores.name);
    const beside =
      own && cross
        ? []
        : defined([make(before.name)]).map((main) => ({ main, join: times ? 'times' : 'none' }) as const);
    const left: GroupSpec = cross
      ? { columns: [...cross.columns, ...beside], join: 'wire' }
      : { columns: beside, join: 'none' };
    const rows = isNormalised(trace, result.info);
    return {
      groups: [left, { columns: [{ main: result }], join: 'none' }],
      arrow,
      arrowNote: rows ? 'rows' : 'cells',
    };
  }
  const cross = operands && crossScores(make, operands, frame.result);
  if (!cross) return undefined;
  // Scores made through a tensor with a row of features per pair: its slice for the active row comes first.
  const deep = frame.steps
    .map((step) => infoOf(trace, step.output))
    .filter((info) => info && info.axes.at(-3) === 'query' && info.axes.at(-2) === 'key')
    .at(-1);
  const slice = deep && make(deep.name);
  return slice
    ? { groups: [{ columns: [{ main: slice }], join: 'none' }, cross], arrow, arrowNote: 'rows' }
    : { groups: [cross], arrow, arrowNote: '' };
};

/** Q left, K transposed above: also where their channels meet by other ways than a plain product. */
const crossScores = (make: Make, operands: { query: string; key: string }, scores: string): GroupSpec | undefined => {
  const [query, key, result] = [make(operands.query), make(operands.key, true), make(scores)];
  if (!query || !key || !result) return undefined;
  return { columns: [{ main: query }, { main: result, top: key }], join: 'wire' };
};

export const sceneOf = (trace: Trace, frame: Frame, selection: Selection): SceneSpec | undefined => {
  const make = maker(trace, selection, new Set(frame.steps.map((step) => step.output)));
  if (frame.kind === 'tokens') return undefined;
  const result = make(frame.result);
  if (!result) return undefined;
  const arrow = frame.steps.findLast((step) => step.label !== '')?.label ?? '';
  const alone = (main: MatrixSpec): GroupSpec => ({ columns: [{ main }], join: 'none' });
  if (frame.kind === 'given') return { groups: [alone(result)], arrow: '', arrowNote: '' };
  if (isPairs(result.info)) {
    const scene = pairScene(trace, frame, make, arrow);
    if (scene) return scene;
  }
  const inputs = defined(frame.inputs.map((name) => make(name)));
  const outputs = defined(frame.outputs.map((name) => make(name)));
  if (outputs.length === 1) {
    const step = frame.steps.find((one) => one.inputs.length >= 2) ?? frame.steps[0];
    for (const left of step?.inputs ?? [])
      for (const top of step?.inputs ?? []) {
        const cross = left === top ? undefined : crossOf(make, left, top, frame.result);
        if (cross) return { groups: [cross], arrow, arrowNote: '' };
      }
  }
  const moving = inputs.filter((input) => flows(input.info));
  const left = moving.slice(0, 3).map((main) => ({ main }));
  const right = outputs.slice(-3).map((main) => ({ main }));
  if (!left.length) return { groups: [{ columns: right, join: 'none' }], arrow, arrowNote: '' };
  return {
    groups: [
      { columns: left, join: 'none' },
      { columns: right, join: 'none' },
    ],
    arrow,
    arrowNote: '',
  };
};
