import { html, nothing, type TemplateResult } from 'lit';
import type { AttentionLab } from './attention-lab.ts';
import { compareFound, compareHead } from './compare.ts';
import { editActs, editCell } from './edit.ts';
import { perturbActs, perturbDone, perturbFound, veil } from './perturb.ts';
import type { Pair } from './pair.ts';
import { heads, historyButtons, seed } from './view/acts.ts';
import { derivations } from './view/derivations.ts';
import { main } from './view/main.ts';
import { notices } from './view/notices.ts';
import { onPaper } from './view/on-paper.ts';
import { parameters } from './view/parameters.ts';
import type { Part } from './view/part.ts';
import { railOf } from './view/rail.ts';
import { intro, side } from './view/sides.ts';

const acts = (lab: AttentionLab, pair: Pair): Part => {
  const { mode } = lab.state;
  if (mode === 'perturb') return perturbActs(lab, pair);
  if (mode === 'edit') return editActs(lab, pair);
  return compareHead(lab);
};

const found = (lab: AttentionLab, pair: Pair): Part => {
  const { mode } = lab.state;
  if (mode === 'perturb') return lab.veiled ? veil(lab, pair) : perturbFound(lab, pair);
  return mode === 'compare' ? compareFound(lab, pair) : nothing;
};

export const labView = (lab: AttentionLab): TemplateResult => {
  const { t, pair, runs, size } = lab;
  const stale = pair !== undefined && runs.problem !== undefined;
  return html`<div
    class="root ${size} ${stale ? 'stale' : ''} ${lab.state.pin ? '' : 'auto'}"
    data-theme=${lab.resolvedTheme}
    aria-busy=${runs.running}
  >
    <span class="probe" hidden></span>
    ${intro(lab)}
    ${
      lab.passing.editing
        ? html`<ap-editor
            .text=${lab.settled?.text ?? ''}
            .examples=${lab.settled?.examples ?? []}
            .t=${t}
          ></ap-editor>`
        : nothing
    }
    ${notices(lab)}
    ${
      pair
        ? html`<div class="sides">${side(lab, pair, 'first')}${side(lab, pair, 'second')}</div>
            ${onPaper(lab, pair)} ${lab.state.mode === 'perturb' ? perturbDone(lab, pair) : nothing} ${acts(lab, pair)}
            ${found(lab, pair)} ${railOf(lab, pair)} ${lab.state.mode === 'edit' ? editCell(lab, pair) : nothing}
            ${main(lab, pair)}
            <div class="acts">
              ${heads(lab)}${seed(lab, pair)}${lab.state.mode === 'perturb' ? nothing : historyButtons(lab)}
            </div>
            ${derivations(lab, pair)} ${parameters(lab)}`
        : runs.problem
          ? nothing
          : html`<p class="waiting" role="status">${t(lab.engine ? 'status.running' : 'status.starting')}</p>`
    }
  </div>`;
};
