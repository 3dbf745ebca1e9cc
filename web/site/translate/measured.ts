import { html, nothing, type TemplateResult } from 'lit';
import { wilson } from '../../../scripts/results/interval.mjs';
import { publishedG2p } from '../../../scripts/results/published-g2p.mjs';
import type { Shipped } from '../trained/shipped.ts';
import { say } from '../words.ts';
import { nameOf } from './cards.ts';

const counted = new Intl.NumberFormat('en');
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

const ours = (model: Shipped, names: ReadonlyMap<string, string>): TemplateResult | typeof nothing => {
  const { manifest } = model;
  const { wer, per, wrong, decoded } = manifest?.metrics ?? {};
  if (!manifest || wer === undefined || per === undefined || wrong === undefined || !decoded) return nothing;
  const [low, high] = wilson(wrong, decoded) as [number, number];
  return html`<tr>
    <th scope="row">${nameOf(model, names)}</th>
    <td>
      ${say('translate.measured.size', { numbers: counted.format(manifest.parameters), size: Math.round(manifest.bytes / 1000) })}
    </td>
    <td class="number">${percent(per)}</td>
    <td class="number">
      ${percent(wer)} <span class="what">${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)}</span>
    </td>
    <td>${say('translate.measured.split', { count: counted.format(decoded) })}</td>
  </tr>`;
};

/** How often the models are right, from their manifests, and what others have published. */
export const measured = (models: readonly Shipped[], names: ReadonlyMap<string, string>): TemplateResult =>
  html`<section class="measured" aria-labelledby="measured">
    <h2 id="measured">${say('translate.measured')}</h2>
    <p class="what">${say('translate.measured.says')}</p>
    <div class="scroll" tabindex="0" role="group" aria-labelledby="measured">
      <table>
        <thead>
          <tr>
            <th scope="col">${say('translate.measured.model')}</th>
            <th scope="col">${say('translate.measured.of')}</th>
            <th scope="col">${say('translate.measured.per')}</th>
            <th scope="col">${say('translate.measured.wer')}</th>
            <th scope="col">${say('translate.measured.on')}</th>
          </tr>
        </thead>
        <tbody>
          ${models.map((model) => ours(model, names))}
          ${publishedG2p.map(
            ({ who, what, per, wer, split, url }) =>
              html`<tr class="published">
                <th scope="row"><a href=${url}>${who}</a></th>
                <td>${what}</td>
                <td class="number">${per === undefined ? '–' : `${per} %`}</td>
                <td class="number">${[wer].flat().join('–')} %</td>
                <td>${split}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
