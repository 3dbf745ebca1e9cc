import { infoOf } from '../../elements/lib/frames.ts';
import type { Cell } from '../../elements/lib/hover.ts';
import { LabActs } from './lab-acts.ts';
import { partsOf } from './pair-trace.ts';
import { valueAt } from './says.ts';
import { editAt, withEdit } from './state.ts';
import type { Filled } from './table.ts';

/** Cells that are looked at, and changed by hand. */
export abstract class LabCells extends LabActs {
  /** The cell whose number field is to have the focus after drawing. */
  protected typing = false;
  #paintedWith = 0;

  pin(cell: Cell, query: number | undefined): void {
    const { which, tensor } = partsOf(cell.tensor);
    if (which === 'second' && query !== undefined && this.pair && !this.pair.trace.match) {
      // The second sentence in its own order: its row is the partner's row.
      const own = this.pair.match.indexOf(query);
      this.look({ pin: { tensor, index: cell.index }, ...(own >= 0 ? { query: own } : {}) });
    } else this.look({ pin: { tensor, index: cell.index }, ...(query === undefined ? {} : { query }) });
    this.typing = this.current.mode === 'edit' && !this.isMask(tensor) && matchMedia('(pointer: fine)').matches;
  }

  readonly paints = (name: string): boolean => this.current.mode === 'edit' && this.isMask(partsOf(name).tensor);

  paint(cell: Cell, begins: boolean): void {
    const { tensor } = partsOf(cell.tensor);
    const place = { tensor, index: cell.index };
    if (begins) this.#paintedWith = this.#edited(place) === 0 ? 1 : 0;
    this.setCell(place, this.#paintedWith, 'paint');
  }

  /** What stands in a cell of the second run now. */
  #edited(place: Cell): number {
    const { pair } = this;
    const edit = editAt(this.current.edits, place);
    if (edit !== undefined || !pair) return edit ?? 0;
    return valueAt(pair.trace.second, place.tensor, place.index);
  }

  /** Each number given is a step of its own for undo; a drag is one. */
  setCell(place: Cell, value: number | undefined, act = ''): void {
    const { pair } = this;
    // A mask as it is needs no edit.
    const info = pair && infoOf(pair.trace.first, place.tensor);
    const plain = info?.dtype === 'mask' && pair && valueAt(pair.trace.first, place.tensor, place.index) === value;
    this.act({ edits: withEdit(this.current.edits, place, plain ? undefined : value), pin: place }, act);
  }

  /** Many cells at once: one step for undo. */
  setCells(cells: readonly Filled[]): void {
    this.act({ edits: cells.reduce((edits, { cell, value }) => withEdit(edits, cell, value), this.current.edits) }, '');
  }
}
