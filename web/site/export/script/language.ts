import type { Call } from './call.ts';

/** How one library writes what the ops of the record compute. */
export interface Language {
  id: string;
  name: string;
  imports: readonly string[];
  /** Reads the file of leaves into a dictionary. */
  load(file: string): string;
  /** A leaf out of that dictionary. */
  leaf(key: string): string;
  /** A small array written out; `values` is a nested Python list. */
  inline(values: string): string;
  /** The largest difference of two arrays, as a number. */
  difference(ours: string, theirs: string): string;
  /** Functions that some ops need; only those that a script uses are written. */
  helpers: Readonly<Record<string, string>>;
  /** One expression for each op. An op that is missing is taken from the record. */
  ops: Readonly<Record<string, (call: Call) => string>>;
}
