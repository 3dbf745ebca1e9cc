import type { Trace } from '../../engine/types.ts';
import { framesOf, infoOf, producerOf, type Frame } from '../../elements/lib/frames.ts';
import { named, type PairTrace } from './pair-trace.ts';

/** A stage of both runs, or of one that has it alone. */
export interface PairFrame extends Frame {
  /** Ids of what is made in this stage and wanted later; then what is made or read on the way. */
  main: string[];
  rest: string[];
  first: Frame | undefined;
  second: Frame | undefined;
}

/** A stage may come twice in one mechanism: counted, it meets its equal in the other. */
const keyed = (trace: Trace): Map<string, Frame> => {
  const out = new Map<string, Frame>();
  for (const frame of framesOf(trace)) {
    if (frame.kind === 'tokens') continue;
    let [key, count] = [frame.stage, 1];
    while (out.has(key)) key = `${frame.stage}-${++count}`;
    out.set(key, frame);
  }
  return out;
};

/** The stages of both in one order: those of the second alone stand after the one they follow there. */
const mergedKeys = (first: readonly string[], second: readonly string[]): string[] => {
  const out = [...first];
  second.forEach((key, i) => {
    if (!out.includes(key)) out.splice(i === 0 ? 0 : out.indexOf(second[i - 1]!) + 1, 0, key);
  });
  return out;
};

const unique = (names: (string | undefined)[]): string[] => [...new Set(names.filter((name) => name !== undefined))];

/** What a stage reads that no step made: its learned matrices. Tables are too large to look at. */
const leavesOf = (trace: Trace, frame: Frame | undefined): string[] =>
  (frame?.inputs ?? []).filter((name) => producerOf(trace, name) === undefined && infoOf(trace, name)?.whole === true);

export const pairFrames = (pair: PairTrace): PairFrame[] => {
  const { first, second } = pair;
  const [a, b] = [keyed(first), keyed(second)];
  return mergedKeys([...a.keys()], [...b.keys()]).flatMap((key) => {
    const [one, two] = [a.get(key), b.get(key)];
    const base = one ?? two;
    if (!base) return [];
    const drawable = (name: string): boolean =>
      [first, second].some((trace) => infoOf(trace, name)?.shape.every((size) => size > 0) ?? false);
    const main = unique([...(one?.outputs ?? []), ...(two?.outputs ?? [])]).filter(drawable);
    const made = [...(one?.steps ?? []), ...(two?.steps ?? [])].map((step) => step.output);
    const rest = unique([...made, ...leavesOf(first, one), ...leavesOf(second, two)]).filter(
      (name) =>
        !main.includes(name) && drawable(name) && (infoOf(first, name) ?? infoOf(second, name))?.whole !== false,
    );
    // The picture of a stage is where its numbers moved most.
    const result = main
      .filter((name) => pair.comparable(name))
      .sort((x, y) => pair.difference(y).max - pair.difference(x).max)[0];
    const alone = one ? named('first', one.result) : named('second', base.result);
    return [
      {
        ...base,
        key,
        scope: '',
        steps: base.steps.map((step) => ({ ...step, output: named(one ? 'first' : 'second', step.output) })),
        inputs: [],
        outputs: [],
        result: result === undefined ? alone : named('difference', result),
        main,
        rest,
        first: one,
        second: two,
      },
    ];
  });
};
