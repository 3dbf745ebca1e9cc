import { html, nothing, type TemplateResult } from 'lit';
import { nameOf } from '../../../elements/pieces/stage-labels.ts';
import type { AttentionLab } from '../attention-lab.ts';
import { writeCellNumber } from '../number.ts';
import { editAt, newestEdit } from '../state.ts';
import type { Part } from './part.ts';

/** A run that failed: what was done last can be taken back, and nothing else with it. */
export const wayBack = (lab: AttentionLab): Part => {
  const { t, state, history, runs } = lab;
  if (runs.problem?.kind !== 'error') return nothing;
  const button = (text: string, act: () => void): TemplateResult =>
    html`<button type="button" class="plain" @click=${act}>${text}</button>`;
  const cell = state.mode === 'edit' ? newestEdit(state.edits) : undefined;
  const number = cell && writeCellNumber(editAt(state.edits, cell) ?? 0);
  if (!cell && !history.canUndo) return nothing;
  return html`<div class="notice wayback">
    ${
      cell
        ? button(
            t('lab.wayback.number', { number: number ?? '', name: nameOf(cell.tensor), place: cell.index.join(', ') }),
            () => lab.setCell(cell, undefined),
          )
        : nothing
    }
    ${history.canUndo ? button(t('lab.undo'), () => lab.undo()) : nothing}
  </div>`;
};
