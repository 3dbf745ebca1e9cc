import { html, nothing, type TemplateResult } from 'lit';
import type { ModelInfo } from '../../engine/types.ts';
import * as format from '../lib/format.ts';
import type { Translate } from '../lib/locale.ts';
import type { Load } from '../run/models.ts';

interface Loader {
  info: ModelInfo;
  load: Load;
  fetch: () => void;
  /** In a line of small text instead of a notice. */
  quiet: boolean;
  t: Translate;
}

/** Offers a download, shows it under way, and says what to do when it fails. */
export const loader = ({ info, load, fetch, quiet, t }: Loader): TemplateResult | typeof nothing => {
  if (load.state === 'ready') return nothing;
  if (load.state === 'absent')
    return html`<span class="loader"
      ><button type="button" class=${quiet ? 'link' : 'plain'} @click=${fetch}>
        ${t('loader.load', { size: format.megabytes(info.bytes) })}
      </button></span
    >`;
  if (load.state === 'failed')
    return html`<span class="loader" role="alert"
      ><span>${t('loader.failed', { message: load.message })}</span>
      <button type="button" class="plain" @click=${fetch}>${t('loader.retry')}</button></span
    >`;
  const total = load.total || info.bytes;
  return html`<span class="loader">
    <span id="loading"
      >${t('loader.loading', { loaded: format.megabytes(load.loaded), total: format.megabytes(total) })}</span
    >
    <progress aria-labelledby="loading" max=${Math.max(1, total)} .value=${Math.min(load.loaded, total)}></progress>
    <button type="button" class="plain" @click=${load.cancel}>${t('loader.cancel')}</button>
  </span>`;
};
