import { html } from 'lit';
import type { AttentionLab } from '../attention-lab.ts';
import type { Pair } from '../pair.ts';
import { painted } from './painted.ts';
import type { Part } from './part.ts';
import { titlesOf } from './titles.ts';

export const derivations = (lab: AttentionLab, pair: Pair): Part => {
  const { t, stories, frame } = lab;
  const titles = titlesOf(lab);
  const byHand = (name: 'first' | 'second'): boolean => name === 'second' && painted(pair, frame);
  const latex = (name: 'first' | 'second'): string[] =>
    byHand(name) ? [] : (frame?.[name]?.steps.map((step) => step.latex).slice(-1) ?? []);
  const names = lab.veiled ? (['first'] as const) : (['first', 'second'] as const);
  return html`<section class="pairs" aria-label=${t('lab.derivations')}>
    ${names.map(
      (name) =>
        html`<div>
          <p class="name">${titles[name]}</p>
          <ap-derivation
            .trace=${pair.trace[name]}
            .story=${stories[name]}
            .latex=${latex(name)}
            .label=${t('lab.derivation', { name: titles[name] })}
            .note=${byHand(name) ? t('lab.edit.painted.note') : (frame?.[name]?.steps.at(-1)?.note ?? '')}
            .hover=${lab.hover}
            .t=${t}
          ></ap-derivation>
        </div>`,
    )}
  </section>`;
};
