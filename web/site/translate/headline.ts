import { say } from '../words.ts';
import type { Said, Session } from './session.ts';

/** A letter that gets less than this of all that is read, over all sounds together. */
const little = 0.35;

export const headline = (session: Session, model: string): string => {
  const { words } = session;
  const all = session.all(session.model);
  if (words.length !== 1 || !all)
    return say(words.length > 1 ? 'translate.head.phrase' : 'translate.head', { count: words.length, model });
  const { word, sounds, decoded } = all[0]!;
  return say('translate.head.word', { word, letters: decoded.sourcePieces.length, sounds: sounds.length, model });
};

/** Which word the player is in, and which of its rows; -1 before the first. */
export const placeOf = (all: readonly Said[] | undefined, at: number): { word: number; row: number } => {
  let before = 0;
  for (const [word, { decoded }] of (all ?? []).entries()) {
    const steps = decoded.steps.length;
    if (at <= before + steps) return { word, row: at - before - 1 };
    before += steps;
  }
  return { word: 0, row: -1 };
};

/** What is said at a place, and where it looks. */
export const where = (all: readonly Said[], at: number): string => {
  const { word, row } = placeOf(all, at);
  const one = all[word];
  const piece = one?.decoded.pieces[row];
  if (!one || row < 0) return say('translate.at.first');
  if (!piece) return say('translate.at.after');
  const most = piece.alignment ? Math.max(...piece.alignment) : 0;
  return say(piece.text ? 'translate.at' : 'translate.at.end', {
    said: piece.text,
    read: one.decoded.sourcePieces[piece.alignment?.indexOf(most) ?? -1] ?? '',
    weight: most.toFixed(2),
    place: row + 1,
    count: one.decoded.pieces.length,
  });
};

/** What the word was to the models, where that is known. */
export const knownAs = ({ known, verdict }: Said): string => {
  if (!known || !verdict) return say('translate.known.not');
  const right = say(verdict.errors ? 'translate.wrong' : 'translate.all.right', { count: verdict.errors });
  return `${right} ${say(`translate.known.${known.part}`)}`;
};

/** Letters that are hardly read for any sound. */
export const leastRead = ({ decoded }: Said): string => {
  const letters = decoded.sourcePieces.flatMap((letter, i) => {
    const sum = decoded.pieces.reduce((all, { text, alignment }) => all + (text ? (alignment?.[i] ?? 0) : 0), 0);
    return sum < little ? [say('translate.least.one', { letter, sum: sum.toFixed(2) })] : [];
  });
  return letters.length ? say('translate.least', { letters: letters.join(', ') }) : '';
};
