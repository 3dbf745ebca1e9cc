import { html, nothing, type TemplateResult } from 'lit';
import { documented } from '../documented.ts';
import type { AttentionLab } from './attention-lab.ts';
import { differs, type Slot } from './differs.ts';
import type { Pair } from './pair.ts';
import { weightLine } from './says.ts';
import type { Part } from './view/part.ts';
import { titlesOf } from './view/titles.ts';

const list = (slots: readonly string[]): string => slots.map((slot) => slot.replaceAll('_', ' ')).join(', ');

/** What differs, as the slots of the two entries say. */
export const compareHead = (lab: AttentionLab): Part => {
  const { settled, t } = lab;
  if (!settled) return nothing;
  const { first, second } = settled;
  const { slots, params, alike, law } = differs(
    documented(first.entry),
    documented(second.entry),
    first.params,
    second.params,
  );
  const titles = titlesOf(lab);
  const row = (one: Slot): TemplateResult =>
    html`<tr>
      <th scope="row">${one.slot.replaceAll('_', ' ')}</th>
      <td>${one.first || t('lab.empty')}</td>
      <td>${one.second || t('lab.empty')}</td>
    </tr>`;
  const rows = [...slots, ...params];
  return html`<section class="differs" aria-label=${t('lab.differs')}>
    ${
      rows.length
        ? html`<table>
            <thead>
              <tr>
                <th scope="col">${t('lab.differs')}</th>
                <th scope="col"><b>${titles.first}</b></th>
                <th scope="col"><b>${titles.second}</b></th>
              </tr>
            </thead>
            <tbody>
              ${rows.map(row)}
            </tbody>
          </table>`
        : html`<p>${t('lab.differs.nothing')}</p>`
    }
    <p>
      ${law ?? ''} ${slots.length ? (alike.length ? t('lab.alike', { slots: list(alike) }) : '') : t('lab.alike.all')}
    </p>
  </section>`;
};

export const compareFound = (lab: AttentionLab, pair: Pair): Part => {
  const line = weightLine(pair, lab.selection.head, lab.query, 'lab.compare.weight', lab.t, { ...titlesOf(lab) });
  return line ? html`<p class="found">${line}</p>` : nothing;
};
