import type { Engine, NdArray, Params, Trace } from '../../engine/types.ts';
import { bytesOf, countTrace } from './multiplications.ts';

/** One length of text, as it was run. */
export interface Point {
  n: number;
  multiplications: number;
  bytes: number;
  milliseconds: number;
}

/** Powers of two: even steps on a logarithmic axis, four of them inside what a sentence has. */
export const lengths = [8, 16, 32, 64, 128, 256, 512, 1024] as const;

/** Width of the random vectors: that of a head. */
export const width = 64;

/** The best of several runs is the least disturbed one; long runs are disturbed little. */
const tries = 5;
const enough = 150;
/** A mechanism that takes longer than this for one text is not asked for one twice as long. */
export const longest = 2500;

/** Numbers without pattern, the same each time; about as spread as normalised vectors are. */
export const randomVectors = (n: number): NdArray => {
  let state = 1;
  const data = Float32Array.from({ length: n * width }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state / 2 ** 31 - 1) * Math.sqrt(3);
  });
  return { shape: [n, width], data };
};

export interface Asked {
  engine: Engine;
  entry: string;
  params: Params;
  signal: AbortSignal;
  /** Called with the share of the lengths that are done. */
  onProgress: (share: number) => void;
}

export interface Measured {
  points: Point[];
  /** Why longer texts were left out; undefined when none was. */
  ended: { n: number; why: 'long' | 'refused'; message: string } | undefined;
}

/** Runs the mechanism at growing lengths, one after the other, where the engine runs. */
export const measure = async ({ engine, entry, params, signal, onProgress }: Asked): Promise<Measured> => {
  const points: Point[] = [];
  let said = -1;
  for (const [i, n] of lengths.entries()) {
    const x = randomVectors(n);
    // Each of several runs begins anew; the bar does not go back.
    const step = (share: number) => {
      const done = (i + share) / lengths.length;
      if (done > said) onProgress((said = done));
    };
    step(0);
    const once = (): Promise<Trace> => engine.run(entry, { tensors: { x } }, params, { signal, onProgress: step });
    let best = Infinity;
    let about: Omit<Point, 'milliseconds'> | undefined;
    try {
      for (let run = 0, spent = 0; run < tries && spent < enough; run++) {
        const trace = await once();
        best = Math.min(best, trace.milliseconds);
        spent += trace.milliseconds;
        about ??= { n, multiplications: countTrace(trace).total, bytes: bytesOf(trace) };
        trace.dispose();
      }
    } catch (error) {
      if (signal.aborted) throw error;
      return { points, ended: { n, why: 'refused', message: error instanceof Error ? error.message : String(error) } };
    }
    points.push({ ...about!, milliseconds: best });
    const next = lengths[i + 1];
    if (best > longest && next) return { points, ended: { n: next, why: 'long', message: '' } };
  }
  onProgress(1);
  return { points, ended: undefined };
};

/** The power of n by which a cost grows, over the last fourfold growth of n. */
export const growth = (points: readonly Point[], of: (point: Point) => number): number | undefined => {
  const last = points.at(-1);
  const before = points.at(-3);
  if (!last || !before || !(of(before) > 0) || !(of(last) > 0)) return undefined;
  return Math.log(of(last) / of(before)) / Math.log(last.n / before.n);
};
