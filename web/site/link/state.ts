import type { StepperState } from '../../elements/lib/state.ts';

/** What a link carries: everything that makes up what one sees. Absent = the figure's own default. */
export type LinkState = StepperState;

export interface Decoded {
  state: LinkState;
  /** One plain sentence for each thing that could not be used. */
  ignored: string[];
}
