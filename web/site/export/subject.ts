import type { AttentionStepper } from '../../elements/attention-stepper.ts';
import type { Palette } from '../../elements/lib/palette.ts';
import type { Story } from '../../elements/lib/story.ts';
import type { Selection } from '../../elements/scene/slice.ts';
import type { Trace } from '../../engine/types.ts';

/** What is exported: the run on show, as the figure stands. */
export interface Subject {
  trace: Trace;
  name: string;
  /** The tensor that the present step is about. */
  tensor: string;
  selection: Selection;
  story: Story | undefined;
  palette: Palette;
}

export const subjectOf = (element: AttentionStepper): Subject | undefined => {
  const { figure, palette } = element;
  const { trace } = figure.session;
  if (!trace || !palette) return undefined;
  const { frame, selection, story } = figure;
  return {
    trace,
    name: figure.engine?.catalog.entries.find((entry) => entry.id === trace.entry)?.name ?? trace.entry,
    tensor: (frame?.kind === 'tokens' ? undefined : frame?.result) ?? trace.steps.at(-1)?.output ?? '',
    selection,
    story: story?.trace === trace ? story : undefined,
    palette,
  };
};
