import { infoOf } from '../../elements/lib/frames.ts';
import { letterOf, scaleIn, type Scale } from '../../elements/scene/scale.ts';
import { sliceOf, type Selection } from '../../elements/scene/slice.ts';
import type { MatrixSpec, SceneSpec } from '../../elements/scene/spec.ts';
import { named, type PairTrace, type Which } from './pair-trace.ts';

export interface Titles {
  first: string;
  second: string;
  difference: string;
}

/** Both runs' matrices are painted on one scale, or their colours could not be compared. */
const shared = (one: Scale, other: Scale): Scale =>
  one.kind === 'signed' && other.kind === 'signed'
    ? {
        kind: 'signed',
        max: Math.max(one.max, other.max),
        ...(one.side && one.side === other.side ? { side: one.side } : {}),
        ...(one.beyond && other.beyond ? { beyond: Math.min(one.beyond, other.beyond) } : {}),
      }
    : one;

/** A difference of nothing is in the middle, whichever way the others go. */
const centred = (scale: Scale): Scale => (scale.kind === 'signed' ? { kind: 'signed', max: scale.max } : scale);

/** A tensor of both runs side by side, and how they differ. `shows`: some of the three may be kept back. */
export const pairScene = (
  pair: PairTrace,
  tensor: string,
  selection: Selection,
  titles: Titles,
  stacked: boolean,
  shows: readonly Which[],
): SceneSpec | undefined => {
  const make = (which: Which): MatrixSpec | undefined => {
    const info = infoOf(pair, named(which, tensor));
    if (!info || info.shape.length === 0 || info.shape.some((size) => size === 0)) return undefined;
    const letter = which === 'difference' ? 'd' : letterOf(info.role);
    const scale = which === 'difference' ? centred(scaleIn(pair, info)) : scaleIn(pair, info);
    return { info, slice: sliceOf(info, selection), letter, scale, result: true, title: titles[which] };
  };
  const [first, second, difference] = (['first', 'second', 'difference'] as const).map((which) =>
    shows.includes(which) ? make(which) : undefined,
  );
  if (first && second && difference) {
    first.scale = shared(first.scale, second.scale);
    second.scale = shared(second.scale, first.scale);
  }
  const columns = [first, second, difference].flatMap((main) => (main ? [{ main }] : []));
  if (!columns.length) return undefined;
  // Stacked groups are laid from the last to the first; here they are to be read in order.
  const groups = stacked
    ? columns.map((column) => ({ columns: [column], join: 'none' as const })).reverse()
    : [{ columns, join: 'none' as const }];
  return { groups, arrow: '', arrowNote: '' };
};
