import { infoOf } from '../../../elements/lib/frames.ts';
import type { PairFrame } from '../frames.ts';
import type { Pair } from '../pair.ts';

/** The mask of this stage was painted by hand: what the mechanism says of its own mask holds no more. */
export const painted = (pair: Pair, frame: PairFrame | undefined): boolean =>
  frame?.second?.steps.some((step) => {
    const info = infoOf(pair.trace.second, step.output);
    return info?.dtype === 'mask' && (info.edited ?? 0) > 0;
  }) ?? false;
