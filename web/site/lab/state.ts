import type { CatalogEntry, Params } from '../../engine/types.ts';
import type { Cell } from '../../elements/lib/hover.ts';

/** Two runs side by side: of two mechanisms, of two sentences, or of one mechanism before and after edits by hand. */
export type Mode = 'compare' | 'perturb' | 'edit';
export const modes: readonly Mode[] = ['compare', 'perturb', 'edit'];

/** Numbers put into cells: by tensor, then by place (`0,6,7`). */
export type Edits = Readonly<Record<string, Readonly<Record<string, number>>>>;

interface Side {
  variant?: string;
  params: Params;
}

export interface LabState {
  mode: Mode;
  text?: string;
  model?: string;
  /** From 1. */
  layer?: number;
  head?: number;
  seed?: number;
  first: Side;
  /** The second mechanism; where both are the same, only its parameters count. */
  second: Side;
  /** The stage on show. */
  step?: string;
  /** From 0, in the first run's order. */
  query?: number;
  pin?: Cell;
  /** Perturb: another sentence altogether, in the place of what follows. */
  against?: string;
  /** Perturb: the words' new order, by their old places. */
  order?: readonly number[];
  /** Perturb: words in the place of others, by the old place. */
  changed: Readonly<Record<number, string>>;
  /** Perturb: words that nobody reads, by their old places; undefined until somebody has chosen. */
  masked?: readonly number[];
  /** Perturb: vectors without the model's marks of place. */
  placeless: boolean;
  /** Perturb: rows are matched by where they stand, not by their words. */
  byPlace: boolean;
  /** Perturb: guess before the numbers are shown. */
  predict: boolean;
  edits: Edits;
}

export const emptyState = (mode: Mode): LabState => ({
  mode,
  first: { params: {} },
  second: { params: {} },
  changed: {},
  placeless: false,
  byPlace: false,
  predict: false,
  edits: {},
});

/** Mechanisms alone: a whole model runs on nothing but its own text and layers. */
export const isMechanism = (entry: CatalogEntry): boolean => entry.kind === 'variant';

export const reordered = (order: readonly number[] | undefined): boolean =>
  order?.some((from, i) => from !== i) ?? false;

export const perturbed = (state: LabState): boolean =>
  state.against !== undefined ||
  reordered(state.order) ||
  Object.keys(state.changed).length > 0 ||
  (state.masked ?? []).length > 0;

export const countEdits = (edits: Edits): number =>
  Object.values(edits).reduce((sum, cells) => sum + Object.keys(cells).length, 0);

/** Names come from links and files, and `__proto__` is a name there like any other. */
export const record = <T>(of: Readonly<Record<string, T>> = {}): Record<string, T> =>
  ({ __proto__: null, ...of }) as unknown as Record<string, T>;

const none: Edits[string] = record();

/** Edits of one tensor. */
export const cellsIn = (edits: Edits, tensor: string): Edits[string] =>
  Object.hasOwn(edits, tensor) ? (edits[tensor] ?? none) : none;

/** Undefined takes the number away again. The newest stands last. */
export const withEdit = (edits: Edits, { tensor, index }: Cell, value: number | undefined): Edits => {
  const [next, cells] = [record(edits), record(cellsIn(edits, tensor))];
  const at = index.join(',');
  Reflect.deleteProperty(next, tensor);
  Reflect.deleteProperty(cells, at);
  if (value !== undefined) cells[at] = value;
  if (Object.keys(cells).length) next[tensor] = cells;
  return next;
};

export const editAt = (edits: Edits, { tensor, index }: Cell): number | undefined => {
  const [cells, at] = [cellsIn(edits, tensor), index.join(',')];
  return Object.hasOwn(cells, at) ? cells[at] : undefined;
};

/** The number that was put in last; a link and a file keep the order. */
export const newestEdit = (edits: Edits): Cell | undefined => {
  const tensor = Object.keys(edits).at(-1);
  const at = tensor === undefined ? undefined : Object.keys(cellsIn(edits, tensor)).at(-1);
  return tensor === undefined || at === undefined ? undefined : { tensor, index: at.split(',').map(Number) };
};
