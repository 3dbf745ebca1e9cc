import { html, nothing, type TemplateResult } from 'lit';
import * as format from '../lib/format.ts';
import type { Translate } from '../lib/locale.ts';
import type { Problem } from '../run/session.ts';

/** What the page should say, each with what to do about it. */
export const problemNotice = (
  problem: Problem | undefined,
  example: () => void,
  load: TemplateResult | typeof nothing,
  t: Translate,
  /** The text reads itself again. */
  alone?: () => void,
  again?: () => void,
): TemplateResult | typeof nothing => {
  if (!problem || problem.kind === 'stopped') return nothing;
  const back = html`<button type="button" class="link" @click=${example}>${t('notice.example')}</button>`;
  if (problem.kind === 'empty' && problem.source)
    return html`<div class="notice" role="status">
      <span>${t('notice.empty.source')}</span>
      <button type="button" class="link" @click=${alone}>${t('notice.source.alone')}</button>
    </div>`;
  if (problem.kind === 'empty')
    return html`<div class="notice" role="status"><span>${t('notice.empty')}</span>${back}</div>`;
  if (problem.kind === 'outside') {
    const words = problem.words.slice(0, 5).map((word) => `“${format.short(word, 24)}”`);
    const list = problem.words.length > 5 ? `${words.join(', ')}, …` : words.join(', ');
    return html`<div class="notice" role="status">
      <span>${t('notice.outside', { words: list })}</span>${load}${back}
    </div>`;
  }
  const key = problem.name === 'TooLarge' ? 'notice.toolarge' : 'notice.run';
  // Not the request is at fault but the engine, which starts anew when it is asked again.
  const out =
    problem.name === 'EngineUnavailable'
      ? html`<button type="button" class="plain" @click=${again}>${t('notice.engine.retry')}</button>`
      : back;
  return html`<div class="notice error" role="alert"><span>${t(key, { message: problem.message })}</span>${out}</div>`;
};

/** A run that takes long: how far it is, and a way out. */
export const running = (share: number, stop: () => void, t: Translate): TemplateResult =>
  html`<div class="running" role="status">
    <span id="running">${t('status.running')}</span>
    <progress aria-labelledby="running" max="1" .value=${share}></progress>
    <button type="button" class="plain" @click=${stop}>${t('loader.cancel')}</button>
  </div>`;

export const stopped = (again: () => void, t: Translate): TemplateResult =>
  html`<div class="notice" role="status">
    <span>${t('notice.stopped')}</span>
    <button type="button" class="plain" @click=${again}>${t('notice.stopped.again')}</button>
  </div>`;

export const plainNotices = (lines: readonly string[]): TemplateResult[] =>
  lines.map((line) => html`<div class="notice" role="status"><span>${line}</span></div>`);
