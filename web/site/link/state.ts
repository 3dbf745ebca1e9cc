import type { Params } from '../../engine/types.ts';

/** What a link carries: everything that makes up what one sees. Absent = the figure's own default. */
export interface LinkState {
  variant?: string;
  text?: string;
  model?: string;
  layer?: number;
  head?: number;
  params?: Params;
  seed?: number;
  /** The frame of the stepper, by its id in the trace. */
  step?: string;
  /** The active row. */
  query?: number;
  /** The pinned cell as `tensor:1,2`, or `none`. */
  pin?: string;
}

export interface Decoded {
  state: LinkState;
  /** One plain sentence for each thing that could not be used. */
  ignored: string[];
}
