import { html, nothing, type TemplateResult } from 'lit';
import { infoOf } from '../../elements/lib/frames.ts';
import { nameOf } from '../../elements/pieces/stage-labels.ts';
import type { AttentionLab } from './attention-lab.ts';
import { numberField } from './number-field.ts';
import { named } from './pair-trace.ts';
import type { Pair } from './pair.ts';
import { placeIn, shown, valueAt } from './says.ts';
import { countEdits, editAt } from './state.ts';
import { readFile, saveFile } from './file.ts';
import type { Part } from './view/part.ts';

/** How much is edited, and the file for what no link can carry. */
export const editActs = (lab: AttentionLab, pair: Pair): TemplateResult => {
  const { t, state } = lab;
  const count = countEdits(state.edits);
  const painted = pair.trace.first.tensors.some((info) => info.dtype === 'mask');
  return html`<div class="acts">
    <span
      ><b>${t(count ? 'lab.edit.count' : 'lab.edit.none', { count })}</b>
      ${painted ? t('lab.edit.paint') : nothing}</span
    >
    <span class="act push">
      <button type="button" class="plain" @click=${() => lab.engine && saveFile(state, lab.engine.catalog)}>
        ${t('lab.save')}
      </button>
      <button
        type="button"
        class="plain"
        @click=${() => {
          const { engine } = lab;
          if (!engine) return;
          readFile(engine.catalog).then(
            (read) => {
              if (read) lab.replace(read.state, read.ignored, 'file');
              else lab.pass({ problem: t('lab.open.wrong') });
            },
            () => lab.pass({ problem: t('lab.open.wrong') }),
          );
        }}
      >
        ${t('lab.open')}
      </button>
    </span>
  </div>`;
};

/** The field for the number looked at. */
export const editCell = (lab: AttentionLab, pair: Pair): Part => {
  const { t, place, state } = lab;
  const info = place && infoOf(pair.trace.first, place.tensor);
  if (!place || !info?.whole) return nothing;
  const edit = editAt(state.edits, place);
  const computed = valueAt(pair.trace, named('first', place.tensor), place.index);
  const now = edit ?? valueAt(pair.trace, named('second', place.tensor), place.index);
  const where = placeIn(pair.trace, named('first', place.tensor), place.index, t);
  const control =
    info.dtype === 'mask'
      ? html`<span class="seg" role="group" aria-label=${t('lab.edit.value')}>
          <button type="button" aria-pressed=${now !== 0} @click=${() => lab.setCell(place, 1)}>
            ${t('lab.edit.open')}
          </button>
          <button type="button" aria-pressed=${now === 0} @click=${() => lab.setCell(place, 0)}>
            ${t('lab.edit.closed')}
          </button>
        </span>`
      : numberField(lab, place, now, edit);
  return html`<div class="celledit">
    <b>${t('lab.edit.cell', { name: nameOf(place.tensor), place: where })}</b>
    ${control}
    <span class="quiet">${t('lab.edit.was', { value: shown(computed, t) })}</span>
    <button
      type="button"
      class="plain"
      aria-disabled=${edit === undefined}
      @click=${() => edit !== undefined && lab.setCell(place, undefined)}
    >
      ${t('lab.edit.undo')}
    </button>
  </div>`;
};
