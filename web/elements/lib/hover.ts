import type { RoleLetter } from '../scene/scale.ts';

export interface Cell {
  tensor: string;
  index: number[];
}

export const sameCell = (a: Cell | undefined, b: Cell | undefined): boolean =>
  a === b ||
  (!!a &&
    !!b &&
    a.tensor === b.tensor &&
    a.index.length === b.index.length &&
    a.index.every((n, i) => n === b.index[i]));

/** What the pointer is over, shared by the pieces of one figure without a render of the whole. */
export class Hover extends EventTarget {
  /** The role under the pointer: a matrix lights its symbols in the formula, a symbol its matrices. */
  role: RoleLetter | undefined;

  setRole(role: RoleLetter | undefined): void {
    if (role === this.role) return;
    this.role = role;
    this.dispatchEvent(new Event('role'));
  }
}
