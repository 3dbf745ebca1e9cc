import { marksOf, type Mark } from '../train/marks.ts';

/** A cell of a lane's row: what is said in a column, and how that stands to what should be said. */
export interface Cell {
  mark: Mark | 'blank';
  text: string;
  /** Which of the pieces that are said it is; -1 where none is. */
  place: number;
}

/** What several lanes say under one reference, in columns that all of them share. */
export interface Columns {
  /** The reference's piece of every column; empty where some lane says too much. */
  head: string[];
  rows: Cell[][];
  /** For every lane, how many changes put it right. */
  errors: (number | undefined)[];
}

const errorsIn = (marks: readonly Mark[]): number => marks.filter((mark) => mark !== 'right').length;

/** Every way to be right, the nearest first. */
const nearest = (said: readonly string[], ways: readonly (readonly string[])[]): readonly string[] =>
  ways.reduce((best, way) => (errorsIn(marksOf(said, way)) < errorsIn(marksOf(said, best)) ? way : best));

/** A lane's pieces by the reference's places: what stands at each, and what is too much in front of each. */
const placed = (said: readonly string[], reference: readonly string[]) => {
  const at: Cell[] = [];
  const before: Cell[][] = Array.from({ length: reference.length + 1 }, () => []);
  let i = 0;
  for (const mark of marksOf(said, reference)) {
    if (mark === 'extra') before[at.length]!.push({ mark, text: said[i]!, place: i++ });
    else if (mark === 'missing') at.push({ mark, text: '', place: -1 });
    else at.push({ mark, text: said[i]!, place: i++ });
  }
  return { at, before };
};

/** A lane that is right in another way than the reference's has no errors to be marked. */
const forgiven = (cell: Cell): Cell => ({ ...cell, mark: cell.place < 0 ? 'blank' : 'right' });

/**
 * `said` of every lane, undefined where it has said nothing yet; `ways`: all that is right, none where nobody knows. The
 * columns are those of the way nearest to what the first lane says.
 */
export const columnsOf = (
  said: readonly (readonly string[] | undefined)[],
  ways: readonly (readonly string[])[],
): Columns => {
  const first = said.find((one) => one !== undefined) ?? [];
  if (!ways.length) {
    const longest = Math.max(0, ...said.map((one) => one?.length ?? 0));
    const rows = said.map((one) =>
      Array.from({ length: longest }, (_, i): Cell =>
        one?.[i] === undefined ? { mark: 'blank', text: '', place: -1 } : { mark: 'right', text: one[i], place: i },
      ),
    );
    return { head: Array.from({ length: longest }, () => ''), rows, errors: said.map(() => undefined) };
  }
  const reference = nearest(first, ways);
  const lanes = said.map((one) => {
    const { at, before } = placed(one ?? [], reference);
    const errors = one && errorsIn(marksOf(one, nearest(one, ways)));
    // Before it has said anything nothing is left out.
    if (one && errors) return { at, before, errors };
    return { at: at.map(forgiven), before: before.map((some) => some.map(forgiven)), errors };
  });
  const room = reference.map((_, i) => i).concat(reference.length);
  const most = room.map((i) => Math.max(0, ...lanes.map(({ before }) => before[i]!.length)));
  const blank: Cell = { mark: 'blank', text: '', place: -1 };
  return {
    head: room.flatMap((i) => [
      ...Array.from({ length: most[i]! }, () => ''),
      ...(i < reference.length ? [reference[i]!] : []),
    ]),
    rows: lanes.map(({ at, before }) =>
      room.flatMap((i) => [
        ...Array.from({ length: most[i]! }, (_, k) => before[i]![k] ?? blank),
        ...(i < reference.length ? [at[i]!] : []),
      ]),
    ),
    errors: lanes.map(({ errors }) => errors),
  };
};
