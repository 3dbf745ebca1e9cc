import { html, nothing, type TemplateResult } from 'lit';
import { megabytes } from '../../elements/lib/format.ts';
import type { Shipped } from './shipped.ts';
import { say } from '../words.ts';

/** How far a model's weights are, and a way to stop. */
export const loading = (model: Shipped): TemplateResult => {
  const { progress } = model;
  return html`<div class="loading">
    <progress
      max=${progress?.total || nothing}
      value=${progress?.total ? progress.loaded : nothing}
      aria-label=${say('shipped.loading')}
    ></progress>
    <p>
      ${say('shipped.loading.says', { loaded: megabytes(progress?.loaded ?? 0), total: megabytes(progress?.total || (model.manifest?.bytes ?? 0)) })}
    </p>
    <button type="button" class="button" data-action="cancel" @click=${() => model.cancel()}>
      ${say('shipped.cancel')}
    </button>
  </div>`;
};
