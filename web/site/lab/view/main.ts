import { html, nothing } from 'lit';
import { labelOf } from '../../../elements/pieces/rail.ts';
import type { AttentionLab } from '../attention-lab.ts';
import { named } from '../pair-trace.ts';
import type { Pair } from '../pair.ts';
import { placeIn, shown, valueAt } from '../says.ts';
import { painted } from './painted.ts';
import type { Part } from './part.ts';
import { chooser, trio } from './stage.ts';

/** The number looked at, in both. */
const cellLine = (lab: AttentionLab, pair: Pair): string => {
  const { place, t } = lab;
  if (!place || lab.veiled || !pair.trace.comparable(place.tensor)) return '';
  const of = (which: 'first' | 'second' | 'difference'): string =>
    shown(valueAt(pair.trace, named(which, place.tensor), place.index), t);
  const masked = !Number.isFinite(valueAt(pair.trace, named('difference', place.tensor), place.index));
  return t(masked ? 'lab.cell.masked' : 'lab.cell', {
    place: placeIn(pair.trace, named('first', place.tensor), place.index, t),
    before: of('first'),
    after: of('second'),
    difference: of('difference'),
  });
};

export const main = (lab: AttentionLab, pair: Pair): Part => {
  const { frame, t, index, frames } = lab;
  if (!frame) return nothing;
  const step = frame.steps.at(-1);
  const title = painted(pair, frame) ? t('lab.edit.painted') : step?.title || labelOf(frame, t);
  const says = cellLine(lab, pair);
  return html`<section class="labmain" aria-label=${labelOf(frame, t)}>
    <div class="st-h">
      <h3 class="title">${title}</h3>
      <span class="cnt">${t('stage.count', { at: index + 1, all: frames.length })}</span>
      <p>${says}</p>
    </div>
    ${lab.onShow.map((tensor) => trio(lab, pair, tensor))} ${chooser(lab, pair)}
    <p class="spoken" aria-live="polite">${t('lab.spoken', { title, says })}</p>
  </section>`;
};
