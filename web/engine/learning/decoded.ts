import { decodeNumber } from '../answers.ts';
import type { Decoded, DecodedPiece } from '../types/learning.ts';
import type { DecodeAnswer } from './answers.ts';

/** The entries of the text that ends at (step, entry), first to last. */
export const pathTo = (steps: readonly DecodedPiece[][], step: number, entry: number): DecodedPiece[] => {
  const path: DecodedPiece[] = [];
  for (let [at, which] = [step, entry]; at >= 0; --at) {
    const piece = steps[at]?.[which];
    if (!piece) break;
    path.unshift(piece);
    which = piece.parent;
  }
  return path;
};

export const decodedOf = (answer: DecodeAnswer, floats: Float32Array): Decoded => {
  const { keys } = answer;
  const weights = (offset: number) => floats.slice(offset, offset + keys);
  const steps = answer.steps.map((entries) =>
    entries.map(({ piece, text, parent, log_probability: likely, offset, chances }): DecodedPiece => ({
      id: piece,
      text,
      parent,
      logProbability: decodeNumber(likely),
      ...(offset < 0 ? {} : { alignment: weights(offset) }),
      ...(chances < 0 ? {} : { chances: weights(chances) }),
    })),
  );
  return {
    sourcePieces: answer.source_pieces ?? [],
    ...(answer.target === undefined ? {} : { target: answer.target }),
    text: answer.text,
    pieces: pathTo(steps, answer.step, answer.entry),
    score: decodeNumber(answer.score),
    steps,
    milliseconds: { read: answer.read_milliseconds, steps: answer.milliseconds },
  };
};
