import { say } from '../words.ts';
import { gridOf, type Glimpse } from './glimpses.ts';
import { kinds, type Kind, type Looking } from './looking.ts';

/** Digits as they are named, or that nothing is. */
const named = (text: string): string => text || say('look.nothing');

const fits = ({ readings, target }: Looking, kind: Kind): boolean => readings[kind]?.text === target;

/** What the two models make of the picture. */
export const headline = (looking: Looking): string => {
  const { readings, target } = looking;
  const there = kinds.filter((kind) => readings[kind]);
  const [first] = there;
  if (!first) return say('look.head.opening');
  const texts = { soft: named(readings.soft?.text ?? ''), hard: named(readings.hard?.text ?? '') };
  const key = there.length < kinds.length ? first : readings.soft?.text === readings.hard?.text ? 'both' : 'differ';
  const right = there.filter((kind) => fits(looking, kind));
  const judged =
    target === undefined
      ? 'look.head.drawn'
      : right.length === there.length
        ? 'look.head.right'
        : right.length
          ? `look.head.right.${right[0]}`
          : 'look.head.wrong';
  return say(`look.head.${key}`, texts) + say(judged, { target: target ?? '' });
};

/** One look in words, for those who hear the page and those who point at it. */
export const glimpseSays = (
  kind: Kind,
  { text, share, weights, place }: Glimpse,
  step: number,
  picture: { rows: number; columns: number },
): string => {
  const best = place ?? weights.indexOf(Math.max(...weights));
  const { columns } = gridOf(weights.length, picture.rows, picture.columns);
  return say(text ? `look.says.${kind}` : `look.says.${kind}.end`, {
    step: step + 1,
    text,
    share: share.toFixed(2),
    row: Math.floor(best / columns) + 1,
    column: (best % columns) + 1,
    weight: (weights[best] ?? 0).toFixed(2),
  });
};
