import { html, nothing, svg, type TemplateResult } from 'lit';
import { niceTicks } from '../train/chart.ts';
import { say } from '../words.ts';
import type { Lane } from './lane.ts';
import { useOf } from './plane.ts';
import { byUse, percent, usesOf } from './use.ts';

const height = 168;
const [left, right, above, below] = [40, 8, 10, 26];

/** How much each code is used, the most used first, with the line of even use. */
export const histogram = (
  lane: Lane,
  width: number,
  chosen: number | undefined,
  choose: (code: number) => void,
): TemplateResult | typeof nothing => {
  const { codes } = lane;
  if (!codes || !codes.use.counts.length) return nothing;
  const order = byUse(codes);
  const { counts, largest, dead } = usesOf(codes);
  const { vectors } = codes.use;
  const even = 1 / codes.codes;
  const top = Math.max(vectors ? largest / vectors : 0, 1.6 * even);
  const x = (place: number) => left + ((width - left - right) * place) / order.length;
  const y = (share: number) => above + (height - above - below) * (1 - share / top);
  const step = x(1) - x(0);
  const foot = height - below;
  const crosses = order.flatMap((code, i) => (dead(code) ? [x(i) + step / 2] : []));
  const arm = Math.min(4, step / 2 - 0.5);
  const place = chosen === undefined ? -1 : order.indexOf(chosen);
  return html`<figure class="chart use">
    <figcaption>
      <b>${say('codebook.use')}</b> ${chosen === undefined ? say('codebook.use.says') : useOf(lane, chosen)}
    </figcaption>
    <svg
      width=${width}
      height=${height}
      viewBox=${`0 0 ${width} ${height}`}
      role="img"
      aria-label=${say('codebook.use.spoken', {
        codes: codes.codes,
        first: order[0] ?? 0,
        share: percent(largest, vectors),
        dead: codes.use.batches ? codes.use.dead : 0,
        batches: codes.use.batches,
      })}
    >
      ${niceTicks(top, 3).map(
        (share) =>
          svg`<path class="grid" d=${`M${left} ${y(share).toFixed(1)}H${width - right}`}></path>
            <text x=${left - 8} y=${y(share) + 4} text-anchor="end">${share ? `${Number((100 * share).toFixed(1))}%` : '0'}</text>`,
      )}
      ${order.map((code, i) => {
        const share = vectors ? counts(code) / vectors : 0;
        return svg`<g data-bar=${code} @click=${() => choose(code)}>
          <rect class="reach" x=${x(i).toFixed(1)} y=${above} width=${step.toFixed(1)} height=${foot - above}></rect>
          <rect class=${code === chosen ? 'bar chosen' : 'bar'} x=${x(i).toFixed(1)} y=${y(share).toFixed(1)}
            width=${Math.max(step - 1.5, 0.5).toFixed(1)} height=${Math.max(foot - y(share), 0).toFixed(1)}></rect></g>`;
      })}
      <path class="even" d=${`M${left} ${y(even).toFixed(1)}H${width - right}`}></path>
      <text class="even-name" x=${width - right} y=${(y(even) - 6).toFixed(1)} text-anchor="end">
        ${say('codebook.even')}
      </text>
      <path
        class="crosses"
        d=${crosses.map((at) => `M${(at - arm).toFixed(1)} ${foot - 2 * arm - 1}l${2 * arm} ${2 * arm}m0 ${-2 * arm}l${-2 * arm} ${2 * arm}`).join('')}
      ></path>
      ${place >= 0 ? svg`<text class="code-name" x=${(x(place) + step / 2).toFixed(1)} y=${height - 8} text-anchor="middle">${chosen}</text>` : nothing}
      ${
        crosses.length && (place < 0 || x(place) < width - right - 60)
          ? svg`<text x=${width - right} y=${height - 8} text-anchor="end">${say('codebook.dead', { count: crosses.length })}</text>`
          : nothing
      }
    </svg>
  </figure>`;
};
