import { html, type TemplateResult } from 'lit';
import type { Backend } from '../../engine/types.ts';
import type { Translate } from '../lib/locale.ts';

const keys = ['step', 'play', 'pin', 'unpin'] as const;
const caps: Record<(typeof keys)[number], string[]> = {
  step: ['←', '→'],
  play: ['Space'],
  pin: ['Enter'],
  unpin: ['Esc'],
};

export const keysLine = (t: Translate, all: () => void): TemplateResult =>
  html`<div class="keys" part="keys">
    ${keys.map((key) => html`<span>${caps[key].map((cap) => html`<kbd>${cap}</kbd>`)} ${t(`keys.${key}`)}</span>`)}
    <button type="button" @click=${all}><kbd>?</kbd> ${t('keys.all')}</button>
  </div>`;

const sheet: [string[], string][] = [
  [['←', '→'], 'sheet.step'],
  [['↑', '↓'], 'sheet.query'],
  [['Home', 'End'], 'sheet.ends'],
  [['Space'], 'sheet.play'],
  [['Tab'], 'sheet.tab'],
  [['Enter'], 'sheet.enter'],
  [['Esc'], 'sheet.esc'],
];

export const keysSheet = (t: Translate): TemplateResult =>
  html`<dialog class="sheet" aria-labelledby="sheet-title">
    <h3 class="title" id="sheet-title">${t('sheet.title')}</h3>
    <dl>
      ${sheet.map(
        ([names, key]) =>
          html`<dt>${names.map((cap) => html`<kbd>${cap}</kbd>`)}</dt>
            <dd>${t(key)}</dd>`,
      )}
    </dl>
    <form method="dialog"><button class="plain">${t('sheet.close')}</button></form>
  </dialog>`;

const flavours = { simd: 'WASM SIMD', 'simd-threads': 'WASM SIMD' } as const;

export const badge = (backend: Backend, milliseconds: number | undefined, t: Translate): TemplateResult => {
  const time =
    milliseconds === undefined
      ? ''
      : t('badge.time', { ms: milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds) });
  const parts = [flavours[backend.flavour], t('badge.threads', { count: backend.threads }), time].filter(Boolean);
  return html`<div class="badge" part="badge" title=${t('badge.why', { place: backend.place, why: backend.why })}>
    ${parts.join(' · ')}
  </div>`;
};
