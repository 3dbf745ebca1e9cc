import type { Decoded, LearningRun } from '../../engine/types/learning.ts';
import type { Trace } from '../../engine/types.ts';
import { median, sum } from '../trained/statistics.ts';

/** One text, said both ways, and what that took: milliseconds. */
export interface Measured {
  text: string;
  /** The end is the last, and has no text. */
  sounds: string[];
  /** All positions in one call. */
  once: number;
  /** The source's call, then one for each sound. */
  calls: number[];
  /** How much of each sound before it a position reads: [position][position], a mean over heads. */
  reads: number[][];
  /** Each call's time is the median of so many. */
  runs: number;
}

export const repeats = 5;

/** The last weights with which the text that is said reads itself. */
const readsIn = (trace: Trace): number[][] => {
  const step = trace.steps.findLast(({ scope, stage }) => stage === 'normalise' && /^decoder\/.*self/.test(scope));
  if (!step) return [];
  const { shape, data } = trace.tensor(step.output);
  const [heads = 1, , rows = 0, columns = 0] = shape;
  return Array.from({ length: rows }, (_, row) =>
    Array.from(
      { length: columns },
      (_, column) =>
        sum(Array.from({ length: heads }, (_, head) => data[(head * rows + row) * columns + column]!)) / heads,
    ),
  );
};

const callsOf = ({ milliseconds }: Decoded): number[] => [milliseconds.read, ...milliseconds.steps];

/**
 * Says a text one sound after another, and once more with all sounds given; in turn, so that whatever else the machine
 * does meets both. The first time warms up and does not count. `told` hears how far it is.
 */
export const measure = async (
  run: LearningRun,
  text: string,
  signal: AbortSignal,
  told: (done: number) => void,
): Promise<Measured> => {
  const calls: number[][] = [];
  const once: number[] = [];
  let sounds: string[] = [];
  let reads: number[][] = [];
  for (let turn = 0; turn <= repeats; ++turn) {
    signal.throwIfAborted();
    told(turn);
    const decoded = await run.decode({ text });
    signal.throwIfAborted();
    const trace = await run.trace({ text });
    if (turn > 0) {
      calls.push(callsOf(decoded));
      once.push(trace.milliseconds);
    } else {
      sounds = decoded.pieces.map((piece) => piece.text);
      reads = readsIn(trace);
    }
    trace.dispose();
  }
  const each = calls[0]!.map((_, call) => median(calls.map((one) => one[call]!)));
  return { text, sounds, once: median(once), calls: each, reads, runs: repeats };
};
