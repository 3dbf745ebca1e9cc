import { html, nothing, type TemplateResult } from 'lit';
import type { AttentionLab } from '../attention-lab.ts';
import type { Pair } from '../pair.ts';
import type { Part } from './part.ts';

/** Undo, redo and all back: the same in all three views. */
export const historyButtons = (lab: AttentionLab): TemplateResult => {
  const { t, history } = lab;
  return html`<span class="act push" role="group" aria-label=${t('lab.history')}>
    <button type="button" class="plain" aria-disabled=${!history.canUndo} @click=${() => lab.undo()}>
      ${t('lab.undo')}
    </button>
    <button type="button" class="plain" aria-disabled=${!history.canRedo} @click=${() => lab.redo()}>
      ${t('lab.redo')}
    </button>
    <button type="button" class="plain" aria-disabled=${!lab.changed} @click=${() => lab.changed && lab.reset()}>
      ${t('lab.reset')}
    </button>
  </span>`;
};

const segments = (
  label: string,
  values: readonly number[],
  chosen: number,
  choose: (value: number) => void,
): TemplateResult =>
  html`<span class="act">
    <span class="lbl">${label}</span>
    <span class="seg" role="group" aria-label=${label}>
      ${values.map(
        (value) =>
          html`<button type="button" aria-pressed=${value === chosen} @click=${() => choose(value)}>${value}</button>`,
      )}
    </span>
  </span>`;

/** Heads that stand side by side in a run, or else those of the model; layers where it has several. */
export const heads = (lab: AttentionLab): Part => {
  const { t, settled } = lab;
  if (!settled) return nothing;
  const layers = [...new Set(settled.available.map(([layer]) => layer))];
  const inModel = settled.available.filter(([layer]) => layer === settled.layer).map(([, head]) => head);
  const inRun = Array.from({ length: lab.heads }, (_, i) => i + 1);
  const [list, chosen] = lab.heads > 1 ? [inRun, lab.selection.head + 1] : [inModel, settled.head];
  return html`${
    layers.length > 1
      ? segments(t('parameters.layer'), layers, settled.layer, (layer) =>
          lab.act({ layer, text: settled.text, pin: undefined }, 'layer'),
        )
      : nothing
  }${
    list.length > 1
      ? segments(t('parameters.head'), list, chosen, (head) =>
          lab.act({ head, text: settled.text, query: lab.query }, 'head'),
        )
      : nothing
  }`;
};

/** Only where weights are drawn does the seed matter. */
export const seed = (lab: AttentionLab, pair: Pair): Part => {
  const { first, second } = pair.trace;
  if (![first, second].some((trace) => trace.tensors.some((info) => info.origin === 'seeded'))) return nothing;
  const now = lab.settled?.seed ?? 1;
  return html`<span class="act">
    <span class="lbl">${lab.t('lab.seed', { seed: now })}</span>
    <button type="button" class="plain" @click=${() => lab.act({ seed: now + 1 }, 'seed')}>
      ${lab.t('lab.seed.next')}
    </button>
  </span>`;
};
