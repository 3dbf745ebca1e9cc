import { html, nothing, type TemplateResult } from 'lit';
import type { AttentionLab } from '../attention-lab.ts';
import type { Part } from './part.ts';
import { titlesOf } from './titles.ts';

export const parameters = (lab: AttentionLab): Part => {
  const { t, settled, state } = lab;
  if (!settled) return nothing;
  const titles = titlesOf(lab);
  const names = state.mode === 'perturb' ? (['first'] as const) : (['first', 'second'] as const);
  const title = (name: 'first' | 'second'): string =>
    t('lab.parameters', { name: state.mode === 'perturb' ? settled.first.entry.name : titles[name] });
  const one = (name: 'first' | 'second'): TemplateResult =>
    html`<div class=${name}>
      <p class="name">${title(name)}</p>
      <ap-parameters
        .entry=${settled[name].entry}
        .params=${settled[name].params}
        .palette=${lab.palette}
        .phone=${lab.size === 'phone'}
        .changed=${Object.keys(settled[name].params).length > 0}
        .label=${title(name)}
        .t=${t}
      ></ap-parameters>
    </div>`;
  return html`<div class="pairs">${names.map(one)}</div>`;
};
