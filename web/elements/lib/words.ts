import type { Trace } from '../../engine/types.ts';

export interface Words {
  tokens: readonly string[];
  /** So many of them are read. */
  read: number;
}

/** Traces that join several runs know more than one sentence. */
export interface Worded extends Trace {
  wordsIn(tensor: string): Words;
}

/** The words that the rows of a tensor stand for. */
export const wordsIn = (trace: Trace | Worded, tensor: string): Words =>
  'wordsIn' in trace ? trace.wordsIn(tensor) : trace;
