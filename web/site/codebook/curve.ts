import { html, nothing, svg, type TemplateResult } from 'lit';
import { niceTicks } from '../train/chart.ts';
import { say } from '../words.ts';
import type { Happening, Lane } from './lane.ts';

const height = 176;
const [left, right, above, below] = [40, 74, 14, 26];
/** Two words of events nearer than this would run into each other. */
const apart = 90;

const counted = new Intl.NumberFormat('en');

/** Perplexity against updates, under the ceiling of as many codes as there are, with what was done written on it. */
export const perplexityCurve = (lane: Lane, width: number, goal: number): TemplateResult | typeof nothing => {
  const { codes, curve, last } = lane;
  if (!codes) return nothing;
  const ceiling = codes.codes;
  const steps = Math.max(goal, lane.step);
  const x = (step: number) => left + ((width - left - right) * step) / steps;
  const y = (value: number) => above + (height - above - below) * (1 - value / ceiling);
  const line = curve.map(
    ({ step, perplexity }, i) => `${i ? 'L' : 'M'}${x(step).toFixed(1)} ${y(perplexity).toFixed(1)}`,
  );
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((share) => Math.max(1, Math.round(ceiling * share)));
  // A line of words lower for each that stands too near to the one before.
  let rows = 0;
  const placed = lane.happenings.map((one, i): Happening & { row: number } => {
    const before = lane.happenings[i - 1];
    rows = before && x(one.step) - x(before.step) < apart ? rows + 1 : 0;
    return { ...one, row: rows % 4 };
  });
  return html`<figure class="chart perplexity">
    <figcaption>
      <b>${say('codebook.perplexity')}</b> ${say('codebook.perplexity.says', { batches: codes.use.batches })}
    </figcaption>
    <svg
      width=${width}
      height=${height}
      viewBox=${`0 0 ${width} ${height}`}
      role="img"
      aria-label=${say('codebook.perplexity.spoken', {
        now: last?.perplexity.toFixed(1) ?? '–',
        codes: ceiling,
        step: lane.step,
        happened: placed.map(({ kind, step }) => `${say(`codebook.event.${kind}`)} ${step}`).join(', '),
      })}
    >
      ${ticks.map(
        (value) =>
          svg`<path class=${value === ceiling ? 'ceiling' : 'grid'} d=${`M${left} ${y(value).toFixed(1)}H${width - right}`}></path>
            <text x=${left - 8} y=${y(value) + 4} text-anchor="end">${value}</text>`,
      )}
      <text x=${width - right + 6} y=${y(ceiling) + 4}>${say('codebook.codes', { count: ceiling })}</text>
      ${niceTicks(steps, width < 420 ? 3 : 5).map(
        (step) =>
          svg`<text x=${x(step).toFixed(1)} y=${height - 8} text-anchor="middle">${counted.format(step)}</text>`,
      )}
      ${placed.map(
        ({ step, kind, row }) =>
          svg`<path class="event" d=${`M${x(step).toFixed(1)} ${above}V${height - below}`}></path>
            <text class="event-name" x=${(x(step) + (x(step) > width - right - apart ? -5 : 5)).toFixed(1)} y=${y(ceiling) + 16 + 15 * row}
              text-anchor=${x(step) > width - right - apart ? 'end' : 'start'}>${say(`codebook.event.${kind}`)}</text>`,
      )}
      <path class="line" d=${line.join('')}></path>
      ${
        last
          ? svg`<circle class="now" cx=${x(last.step).toFixed(1)} cy=${y(last.perplexity).toFixed(1)} r="5"></circle>
            <text class="now" x=${(x(last.step) + 9).toFixed(1)} y=${(y(last.perplexity) + 6).toFixed(1)}>${last.perplexity.toFixed(1)}</text>`
          : nothing
      }
    </svg>
  </figure>`;
};
