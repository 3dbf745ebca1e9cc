import { inRange } from '../../elements/lib/pins.ts';
import type { AttentionLab } from './attention-lab.ts';
import { fullOrder } from './words.ts';

/** Layers, heads, steps, words and cells that a link or a file asks for and that are not there, as sentences. */
export const straysOf = (lab: AttentionLab): string[] => {
  const { pair, settled, state, runs, t } = lab;
  // A visitor who shortens the text has not asked for a word beyond it.
  if (!pair || !settled || !lab.asked || runs.running || runs.problem) return [];
  const out: string[] = [];
  if (state.model !== undefined && state.model !== settled.model && !settled.missing)
    out.push(t('notice.model.unknown', { model: state.model }));
  const clipped = (name: string, got: number | undefined, used: number): void => {
    if (got !== undefined && got !== used) out.push(t('notice.clipped', { name, got, used }));
  };
  const layers = settled.available.map(([layer]) => layer);
  // What the full encoder has is offered, not missed.
  if (!settled.missing) {
    if (lab.heads > 1) {
      if (state.layer !== undefined && !layers.includes(state.layer)) clipped('layer', state.layer, settled.layer);
      clipped('head', state.head, lab.selection.head + 1);
    } else {
      clipped('layer', state.layer, settled.layer);
      clipped('head', state.head, settled.head);
    }
  }
  clipped('query', state.query, lab.query);
  const { step, pin } = state;
  if (step !== undefined && !lab.frames.some((frame) => frame.key === step))
    out.push(t('notice.state', { name: 'step', got: step }));
  if (pin && !inRange(pair.trace.first, pin) && !inRange(pair.trace.second, pin))
    out.push(t('notice.state', { name: 'pin', got: `${pin.tensor}:${pin.index.join(',')}` }));
  if (state.mode !== 'perturb' || state.against !== undefined) return out;
  const count = pair.words.length;
  const order = state.order && fullOrder(count, state.order).join(',');
  if (order !== undefined && order !== state.order?.join(','))
    out.push(t('lab.stray.order', { got: state.order?.join(',') ?? '', used: order }));
  const beyond = (name: string, places: readonly number[]): void => {
    const none = places.filter((at) => at >= count);
    if (none.length) out.push(t('lab.stray.word', { name, got: none.slice(0, 8).join(', ') }));
  };
  beyond('mask', state.masked ?? []);
  beyond('change', Object.keys(state.changed).map(Number));
  return out;
};
