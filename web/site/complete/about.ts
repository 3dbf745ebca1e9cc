import { html, nothing, type TemplateResult } from 'lit';
import type { TrainedManifest } from '../../engine/types/learning.ts';
import { say } from '../words.ts';
import type { Way } from './picture.ts';

const counted = new Intl.NumberFormat('en');

/** How good the model is, how it works, and what of this is not the paper's. */
export const aboutView = (manifest: TrainedManifest | undefined, way: Way): TemplateResult => {
  const levels = Number(manifest?.task_params['levels'] ?? 0);
  return html`<section class="about" aria-labelledby="about">
    <h2 id="about">${say('complete.about')}</h2>
    <div class="columns">
      <p>${say('complete.about.order')}</p>
      <p>${say(`complete.about.${way}`)}</p>
      ${
        manifest
          ? html`<p class="figures">
              ${say('complete.about.bits', {
                bits: (manifest.metrics.loss / Math.LN2).toFixed(3),
                examples: counted.format(manifest.metrics.examples),
                levels,
                uniform: Math.log2(levels).toFixed(2),
                numbers: counted.format(manifest.parameters),
                steps: counted.format(manifest.steps),
                minutes: Math.max(1, Math.round(manifest.seconds / 60)),
              })}
            </p>`
          : nothing
      }
    </div>
  </section>`;
};
