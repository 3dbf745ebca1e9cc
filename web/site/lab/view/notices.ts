import { html, nothing } from 'lit';
import { loader } from '../../../elements/pieces/loader.ts';
import { problemNotice, running, stopped } from '../../../elements/pieces/notices.ts';
import type { AttentionLab } from '../attention-lab.ts';
import { straysOf } from '../strays.ts';
import type { Part } from './part.ts';
import { wayBack } from './way-back.ts';

const offer = (lab: AttentionLab): Part => {
  const { models, t } = lab;
  const info = lab.settled?.missing ?? models?.full;
  if (!info || !models) return nothing;
  return loader({ info, load: models.load(info.id), fetch: () => void lab.loadFull(info.id), quiet: false, t });
};

/** What was done to a sentence that is left. */
const fresh = { against: undefined, order: undefined, masked: [] as number[], changed: {}, edits: {}, pin: undefined };

/** What of a file could not be used. */
const ignored = (lab: AttentionLab): Part => {
  const { t, passing } = lab;
  if (!passing.ignored.length) return nothing;
  return html`<div class="notice" role="status">
    <div>
      <p>${t('lab.open.partly')}</p>
      <ul>
        ${passing.ignored.map((line) => html`<li>${line}</li>`)}
      </ul>
    </div>
    <button type="button" class="plain" @click=${() => lab.pass({ ignored: [] })}>${t('lab.dismiss')}</button>
  </div>`;
};

export const notices = (lab: AttentionLab): Part => {
  const { t, runs, pair } = lab;
  const parts: Part[] = [];
  if (runs.progress !== undefined)
    parts.push(html`<div class="notice passing">${running(runs.progress, () => runs.stop(), t)}</div>`);
  if (runs.problem?.kind === 'stopped') parts.push(stopped(() => runs.again(), t));
  const outside = runs.problem?.kind === 'outside';
  const example = (): void => lab.act({ text: undefined, ...fresh }, 'example');
  parts.push(problemNotice(runs.problem, example, outside ? offer(lab) : nothing, t, undefined, () => runs.again()));
  parts.push(wayBack(lab));
  if (lab.settled?.missing && !outside)
    parts.push(
      html`<div class="notice" role="status">
        <span
          >${t('notice.model', { name: lab.settled.first.entry.name, layer: lab.settled.layer, head: lab.settled.head })}</span
        >${offer(lab)}
      </div>`,
    );
  const lines = [...(pair?.remarks ?? []).map(({ key, ...values }) => t(key, values)), ...straysOf(lab)];
  for (const line of lines) parts.push(html`<div class="notice" role="status"><span>${line}</span></div>`);
  parts.push(ignored(lab));
  if (lab.passing.problem)
    parts.push(html`<div class="notice error" role="alert"><span>${lab.passing.problem}</span></div>`);
  const some = parts.filter((part) => part !== nothing);
  return some.length ? html`<div class="notices">${some}</div>` : nothing;
};
