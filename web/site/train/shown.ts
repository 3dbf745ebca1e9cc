import type { Decoded, LearningExample, LearningRun } from '../../engine/types/learning.ts';
import { marksOf, type Mark } from './marks.ts';

/** A held-out example as the model says it now. */
export interface Shown {
  example: number;
  source: string[];
  target: string;
  /** Pieces of the target, without the end. */
  length: number;
  said: { text: string; alignment?: Float32Array }[];
  text: string;
  marks: Mark[];
}

/** Examples on show. */
export const examples = 3;
/** So many are looked through for those: long ones show the most. */
export const lookedThrough = 12;

const targetOf = ({ target }: LearningExample): number[] => target.filter((id) => id >= 0).slice(0, -1);

const shownOf = (example: number, decoded: Decoded, held: LearningExample): Shown => {
  const target = targetOf(held);
  const pieces = decoded.pieces.filter((piece) => piece.text !== '');
  return {
    example,
    source: decoded.sourcePieces,
    target: held.targetText ?? '',
    length: target.length,
    said: pieces.map(({ text, alignment }) => ({ text, ...(alignment ? { alignment } : {}) })),
    text: decoded.text,
    marks: marksOf(
      pieces.map(({ id }) => id),
      target,
    ),
  };
};

/** The longest of the held-out examples from `first` on, said from their beginning. */
export const sayExamples = async (run: LearningRun, first: number): Promise<Shown[]> => {
  const places = Array.from({ length: Math.min(lookedThrough, run.heldOut) }, (_, i) => (first + i) % run.heldOut);
  const held = await Promise.all(places.map(async (place) => [place, await run.example(place)] as const));
  const longest = held.sort(([, a], [, b]) => targetOf(b).length - targetOf(a).length).slice(0, examples);
  return Promise.all(longest.map(async ([example, one]) => shownOf(example, await run.decode({ example }), one)));
};
