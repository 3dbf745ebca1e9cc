import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../../../web/site/race/columns.ts';

const marks = (row: { mark: string; text: string }[]) =>
  row.map(({ mark, text }) => (mark === 'blank' ? '' : `${text}:${mark}`));

describe('the columns of what lanes say', () => {
  const way = ['N', 'AY', 'T'];

  it('are those of the reference, and a break where a lane is wrong', () => {
    const { head, rows, errors } = columnsOf([way, ['N', 'IH', 'T'], ['N', 'T']], [way]);
    expect(head).toEqual(way);
    expect(marks(rows[0]!)).toEqual(['N:right', 'AY:right', 'T:right']);
    expect(marks(rows[1]!)).toEqual(['N:right', 'IH:wrong', 'T:right']);
    expect(marks(rows[2]!)).toEqual(['N:right', ':missing', 'T:right']);
    expect(errors).toEqual([0, 1, 1]);
  });

  it('leave room in every lane where one says too much', () => {
    const { head, rows } = columnsOf([way, ['K', 'N', 'AY', 'T', 'S']], [way]);
    expect(head).toEqual(['', 'N', 'AY', 'T', '']);
    expect(marks(rows[0]!)).toEqual(['', 'N:right', 'AY:right', 'T:right', '']);
    expect(marks(rows[1]!)).toEqual(['K:extra', 'N:right', 'AY:right', 'T:right', 'S:extra']);
    expect(rows[1]!.map(({ place }) => place)).toEqual([0, 1, 2, 3, 4]);
  });

  it('count against the nearest way to be right, and mark nothing in a lane that is right in another way', () => {
    const other = ['N', 'IY', 'T'];
    const { head, rows, errors } = columnsOf([way, other], [way, other]);
    expect(head).toEqual(way);
    expect(errors).toEqual([0, 0]);
    expect(marks(rows[1]!)).toEqual(['N:right', 'IY:right', 'T:right']);
  });

  it('mark nothing where nobody knows what is right, or nothing is said yet', () => {
    const unknown = columnsOf([way, undefined], []);
    expect(unknown.errors).toEqual([undefined, undefined]);
    expect(marks(unknown.rows[1]!)).toEqual(['', '', '']);
    const waiting = columnsOf([undefined], [way]);
    expect(waiting.errors).toEqual([undefined]);
    expect(marks(waiting.rows[0]!)).toEqual(['', '', '']);
  });
});
