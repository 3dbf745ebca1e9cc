import { html, nothing, type TemplateResult } from 'lit';
import { infoOf } from '../../../elements/lib/frames.ts';
import { defaultsOf, isShown, showValue } from '../../../elements/lib/params.ts';
import { nameOf } from '../../../elements/pieces/stage-labels.ts';
import type { AttentionLab } from '../attention-lab.ts';
import { named } from '../pair-trace.ts';
import type { Pair } from '../pair.ts';
import { placeIn, shown, valueAt } from '../says.ts';
import type { Part } from './part.ts';
import { titlesOf } from './titles.ts';

/** More edits than these, as of a painted mask, are seen in the picture and not read one by one. */
const most = 40;

/** What the controls say on the screen, for paper, where no control stands: mechanism, parameters, edits. */
export const onPaper = (lab: AttentionLab, pair: Pair): TemplateResult => {
  const { state } = lab;
  const names = state.mode === 'perturb' ? (['first'] as const) : (['first', 'second'] as const);
  return html`<div class="paper">
    ${names.map((name) => parameters(lab, name))} ${state.mode === 'edit' ? edits(lab, pair) : nothing}
  </div>`;
};

const parameters = (lab: AttentionLab, name: 'first' | 'second'): Part => {
  const { settled, state, t } = lab;
  if (!settled) return nothing;
  const { entry, params } = settled[name];
  const values = { ...defaultsOf(entry), ...params };
  const said = entry.params
    .filter((spec) => isShown(spec, values))
    .map((spec) => {
      const value = values[spec.id] ?? spec.default;
      const flag = spec.kind === 'flag' ? t(value === true ? 'lab.paper.on' : 'lab.paper.off') : undefined;
      const choice = spec.choices?.find((one) => one.value === value)?.label;
      return `${spec.label} ${flag ?? choice ?? showValue(spec, value)}`;
    });
  const who = state.mode === 'edit' ? `${titlesOf(lab)[name]}: ${entry.name}` : entry.name;
  return html`<p>${t('lab.paper', { name: who, params: said.join(', ') || t('lab.paper.none') })}</p>`;
};

const edits = (lab: AttentionLab, pair: Pair): Part[] => {
  const { t } = lab;
  const cells = Object.entries(lab.state.edits).flatMap(([tensor, own]) =>
    Object.entries(own).map(([at, value]) => ({ tensor, index: at.split(',').map(Number), value })),
  );
  const there = cells.filter(({ tensor, index }) => {
    const info = infoOf(pair.trace.first, tensor);
    return info?.whole && index.length === info.shape.length && index.every((at, axis) => at < info.shape[axis]!);
  });
  return there.slice(0, most).map(({ tensor, index, value }) => {
    const cell = named('first', tensor);
    const computed = shown(valueAt(pair.trace, cell, index), t);
    const where = t('lab.edit.cell', { name: nameOf(tensor), place: placeIn(pair.trace, cell, index, t) });
    return html`<p>${where}: <b>${shown(value, t)}</b> (${t('lab.edit.was', { value: computed })})</p>`;
  });
};
