import { html, nothing, type TemplateResult } from 'lit';
import { infoOf } from '../../../elements/lib/frames.ts';
import { symbolText } from '../../../elements/pieces/symbol.ts';
import { nameOf } from '../../../elements/pieces/stage-labels.ts';
import type { TensorInfo } from '../../../engine/types.ts';
import type { AttentionLab } from '../attention-lab.ts';
import type { Which } from '../pair-trace.ts';
import type { Pair } from '../pair.ts';
import { aloneLine, differenceLine } from '../says.ts';
import { pairScene } from '../scene.ts';
import type { Part } from './part.ts';
import { titlesOf } from './titles.ts';

/** So many matrices as these, on one line of rows. */
const stage = (lab: AttentionLab, pair: Pair, tensor: string, shows: readonly Which[], query = lab.query): Part => {
  const { t, palette, size, veiled } = lab;
  const selection = query === lab.query ? lab.selection : { ...lab.selection, query };
  const spec = pairScene(pair.trace, tensor, selection, titlesOf(lab), size === 'phone', veiled ? ['first'] : shows);
  if (!spec) return nothing;
  return html`<ap-stage
    .store=${pair.store}
    .version=${lab.runs.version}
    .frame=${lab.frame}
    .spec=${spec}
    .selection=${selection}
    .story=${lab.place?.tensor === tensor && shows.includes('first') ? lab.stories.shown : undefined}
    .palette=${palette}
    .stacked=${size === 'phone'}
    .paints=${lab.paints}
    .hover=${lab.hover}
    .t=${t}
  ></ap-stage>`;
};

/** One tensor: both runs' matrices and the difference, or the reason why there is none. */
export const trio = (lab: AttentionLab, pair: Pair, tensor: string): TemplateResult => {
  const { t, veiled } = lab;
  const comparable = pair.trace.comparable(tensor);
  const info = infoOf(pair.trace.first, tensor) ?? infoOf(pair.trace.second, tensor);
  const line = comparable
    ? html`<b class="sym">${symbolOf(info)}</b> ${differenceLine(pair.trace, tensor, t)}`
    : aloneLine(pair, tensor, titlesOf(lab), t);
  const apart = pair.trace.first.tokens.length !== pair.trace.second.tokens.length && !veiled;
  return html`<div class="trio">
    ${veiled ? nothing : html`<p class="sum">${line}</p>`}
    ${
      // Sentences of different lengths have no rows in common: each has its own stage, with its own row of the word.
      apart
        ? html`<div class="two">
            ${stage(lab, pair, tensor, ['first'])}${stage(lab, pair, tensor, ['second'], pair.match[lab.query] ?? -1)}
          </div>`
        : stage(lab, pair, tensor, ['first', 'second', 'difference'])
    }
  </div>`;
};

const symbolOf = (info: TensorInfo | undefined): Part => symbolText(info?.symbol ?? '');

export const chooser = (lab: AttentionLab, pair: Pair): Part => {
  const { frame, onShow, t } = lab;
  // A mask to be painted is on show anyway.
  const names = (frame?.rest ?? []).filter((name) => lab.state.mode !== 'edit' || !lab.isMask(name));
  if (!names.length) return nothing;
  const toggle = (name: string): void => {
    const opened = new Set(lab.passing.opened);
    const open = onShow.includes(name);
    if (open) opened.delete(name);
    else opened.add(name);
    if (open && lab.state.pin?.tensor === name) lab.look({ pin: undefined });
    lab.pass({ opened });
  };
  return html`<div class="chooser" role="group" aria-label=${t('lab.also')}>
    <span>${t('lab.also')}</span>
    ${names.map((name) => {
      const info = infoOf(pair.trace.first, name) ?? infoOf(pair.trace.second, name);
      return html`<button type="button" aria-pressed=${onShow.includes(name)} @click=${() => toggle(name)}>
        ${name === info?.symbol.toLowerCase() ? nothing : `${nameOf(name)} `}<span class="sym">${symbolOf(info)}</span>
      </button>`;
    })}
  </div>`;
};
