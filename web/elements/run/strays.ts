import type { Translate } from '../lib/locale.ts';
import { inRange } from '../lib/pins.ts';
import type { FigureKnown } from './figure-known.ts';
import { frameHas } from './frame-has.ts';

/** Steps and cells that were asked for and are not in the trace, as sentences. */
export const straysOf = (figure: FigureKnown, t: Translate): string[] => {
  const { trace } = figure.session;
  const { step, pin } = figure.wishes;
  if (!trace || figure.session.running || figure.session.problem) return [];
  const out: string[] = [];
  if (step !== undefined && !figure.session.frames.some((frame) => frameHas(frame, step)))
    out.push(t('notice.state', { name: 'step', got: step.slice(0, 60) }));
  if (pin && !inRange(trace, pin))
    out.push(t('notice.state', { name: 'pin', got: `${pin.tensor.slice(0, 60)}:${pin.index.join(',')}` }));
  const clipped = (name: string, got: number | undefined, used: number): void => {
    if (got !== undefined && got !== used) out.push(t('notice.clipped', { name, got, used }));
  };
  const { unmet } = figure;
  if (unmet && !unmet.offer)
    out.push(
      t('notice.clipped', {
        name: `${t('parameters.layer')}, ${t('parameters.head')}`,
        got: `${unmet.layer}, ${unmet.head}`,
        used: `${figure.settled?.layer}, ${figure.head}`,
      }),
    );
  // A visitor who shortens the text has not asked for a word beyond it.
  if (figure.acted) return out;
  clipped('query', figure.wishes.query, figure.query);
  if (figure.headsInTrace > 1) clipped('head', figure.wishes.head, figure.head);
  if (figure.settled?.entry.kind === 'model') clipped('layer', figure.wishes.layer, figure.settled.layer);
  return out;
};
