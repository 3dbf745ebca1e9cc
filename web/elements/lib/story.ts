import type { Explanation, Region, Step, Trace } from '../../engine/types.ts';
import { producerOf } from './frames.ts';
import type { Cell } from './hover.ts';
import { counted } from './terms.ts';

/** Where one number comes from: the chain of its explanations up to the arithmetic it started with. */
export interface Story {
  /** The run it is told of. */
  trace: Trace;
  cell: Cell;
  /** The pinned number first. */
  chain: Explanation[];
  /** The ops that made them; a leaf has none. */
  steps: (Step | undefined)[];
  /** Source boxes of each. */
  regions: Region[][];
}

/** A chain longer than this is a loop or not worth telling. */
const longest = 12;

/** Forms at which a reader wants to see terms instead of going further up. */
const endings = new Set(['dot', 'sum', 'mean', 'leaf', 'gradient']);

export const tell = async (trace: Trace, cell: Cell): Promise<Story> => {
  const story: Story = { trace, cell, chain: [], steps: [], regions: [] };
  let at: Cell | undefined = cell;
  while (at && story.chain.length < longest) {
    const [explanation, regions]: [Explanation, Region[]] = await Promise.all([
      trace.explain(at.tensor, at.index),
      trace.sources(at.tensor, at.index),
    ]);
    story.chain.push(explanation);
    story.regions.push(regions);
    story.steps.push(producerOf(trace, at.tensor));
    // A number and its bias: what made the number is still to be told.
    const ends: boolean =
      endings.has(explanation.form) && !(explanation.form === 'sum' && counted(trace, explanation) === 1);
    at = ends ? undefined : explanation.principal;
  }
  return story;
};
