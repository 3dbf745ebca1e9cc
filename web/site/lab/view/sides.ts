import { html, nothing, type TemplateResult } from 'lit';
import type { AttentionLab } from '../attention-lab.ts';
import type { Pair } from '../pair.ts';
import { doneIn, struckIn } from '../perturb.ts';
import { isPooledAt, weightsOf } from '../says.ts';
import { mechanismSelect } from './mechanism.ts';
import { titlesOf } from './titles.ts';

/** A headline of more acts than these would be a list. */
const mostSaid = 3;

export const intro = (lab: AttentionLab): TemplateResult => {
  const { t, state, settled } = lab;
  const names = { first: settled?.first.entry.name ?? '', second: settled?.second.entry.name ?? '' };
  const able = [settled?.first.entry, settled?.second.entry].find((entry) => entry?.takes_source);
  const done = state.mode === 'perturb' && lab.pair ? doneIn(lab, lab.pair) : [];
  const title = done.length
    ? t(done.length > mostSaid ? 'lab.perturb.did.many' : 'lab.perturb.did', {
        done: done.slice(0, mostSaid).join(', '),
        count: done.length - mostSaid,
      })
    : t(`lab.${state.mode}.title`, names);
  return html`<div class="labtop">
    <h2 class="headline">${title}</h2>
    <p class="try"><b>${t('try')}</b> ${t(`lab.${state.mode}.try`)}</p>
    ${able ? html`<p class="remark">${t('lab.alone', { name: able.name })}</p>` : nothing}
  </div>`;
};

export const side = (lab: AttentionLab, pair: Pair, name: 'first' | 'second'): TemplateResult => {
  const { t, state, settled, size } = lab;
  const trace = pair.trace[name];
  const query = name === 'first' ? lab.query : (pair.match[lab.query] ?? -1);
  const kept = name === 'second' && lab.veiled;
  const titles = titlesOf(lab);
  const head =
    state.mode === 'compare'
      ? mechanismSelect(lab, name, t(`lab.${name}`))
      : html`<b>${titles[name]}</b
          >${name === 'first' ? html`<span class="act">${mechanismSelect(lab, 'first', t('lab.mechanism'))}</span>` : nothing}`;
  const own =
    name === 'first'
      ? html`<button
          type="button"
          class="link push"
          aria-expanded=${lab.passing.editing}
          @click=${() => lab.pass({ editing: !lab.passing.editing })}
        >
          ${t(lab.passing.editing ? 'sentence.done' : 'lab.sentence.own')}
        </button>`
      : state.mode === 'compare'
        ? html`<button type="button" class="link push" @click=${() => lab.exchange()}>${t('lab.swap')}</button>`
        : nothing;
  return html`<section class="side ${name}" aria-label=${titles[name]}>
    <div class="sideh">${head}${own}</div>
    ${trace.remarks.length && settled ? html`<p class="quiet">${trace.remarks.join(' ')}</p>` : nothing}
    <ap-sentence
      .tokens=${trace.tokens}
      .read=${trace.read}
      .starts=${trace.wordStarts}
      .weights=${kept || query < 0 ? undefined : weightsOf(trace, lab.selection.head, query)}
      .version=${lab.runs.version}
      .query=${query}
      .pooled=${isPooledAt(trace)}
      .struck=${name === 'second' ? struckIn(lab, pair) : undefined}
      .phone=${size === 'phone'}
      .t=${t}
    ></ap-sentence>
  </section>`;
};
