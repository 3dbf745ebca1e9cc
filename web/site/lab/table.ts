import { infoOf } from '../../elements/lib/frames.ts';
import type { Cell } from '../../elements/lib/hover.ts';
import type { Translate } from '../../elements/lib/locale.ts';
import { cellOf, indexOf, sliceOf } from '../../elements/scene/slice.ts';
import { quoted } from '../link/pairs.ts';
import type { AttentionLab } from './attention-lab.ts';
import { readTyped } from './number-field.ts';

/** Rows and columns as spreadsheets copy them; undefined where it is one cell. */
export const tableIn = (text: string): string[][] | undefined => {
  const rows = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n');
  const table = rows.map((row) => row.split('\t'));
  return table.length > 1 || (table[0]?.length ?? 0) > 1 ? table : undefined;
};

export interface Filled {
  cell: Cell;
  value: number;
}

/** The cells from one to the right and downwards, as they are drawn; a sentence where not all can be filled. */
export const fillFrom = (lab: AttentionLab, place: Cell, table: string[][], t: Translate): Filled[] | string => {
  const info = lab.pair && infoOf(lab.pair.trace.first, place.tensor);
  const slice = info && sliceOf(info, lab.selection);
  // A cell of a head that is not on show stands alone.
  const at = slice && cellOf(slice, place.index);
  const columns = Math.max(...table.map((row) => row.length));
  const [down, right] = slice && at ? [slice.rows - at.row, slice.columns - at.column] : [1, 1];
  if (!slice || !at || table.length > down || columns > right)
    return t('lab.edit.table.room', { got: `${table.length} × ${columns}`, room: `${down} × ${right}` });
  const out: Filled[] = [];
  for (const [i, row] of table.entries())
    for (const [j, text] of row.entries()) {
      const read = readTyped(text);
      if ('problem' in read)
        return t('lab.edit.table.bad', { got: quoted(text.trim()), why: read.problem, row: i + 1, column: j + 1 });
      out.push({ cell: { tensor: place.tensor, index: indexOf(slice, at.row + i, at.column + j) }, value: read.value });
    }
  return out;
};
