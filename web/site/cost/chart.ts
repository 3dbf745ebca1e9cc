import { html, svg, type TemplateResult } from 'lit';
import { say } from '../words.ts';
import { growth, type Point } from './measure.ts';

export interface Chart {
  title: string;
  of: (point: Point) => number;
  show: (value: number) => string;
}

const [width, height] = [400, 210];
const [left, right, top, bottom] = [64, 18, 12, 28];

/** Straight lines for powers of n: both axes are logarithmic. */
const powers = [1, 2] as const;

/** Ends of the axis: whole powers of ten around the data. */
const decades = (values: readonly number[]): [number, number] => {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.ceil(Math.log10(Math.max(...values)));
  return [low, Math.max(high, low + 1)];
};

/** At most five ticks, at whole powers of ten. */
const ticks = ([low, high]: [number, number]): number[] => {
  const step = Math.ceil((high - low) / 4);
  return Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, i) => low + i * step);
};

export const growthText = (points: readonly Point[], of: Chart['of']): string => {
  const power = growth(points, of);
  return power === undefined ? '' : say('cost.grows', { power: power.toFixed(1) });
};

/** One cost against the length of the text. */
export const chart = ({ title, of, show }: Chart, points: readonly Point[]): TemplateResult => {
  // A clock that shows nothing for the shortest runs has no place on a logarithmic axis.
  const shown = points.filter((point) => of(point) > 0);
  const first = shown[0];
  const last = shown.at(-1);
  if (!first || !last) return html``;
  const ratio = last.n / first.n;
  // Guides meet the line at its end, where growth is told: there a clock's fixed costs count least.
  const start = (power: number): number => of(last) / ratio ** power;
  const range = decades([...shown.map(of), ...powers.map(start)]);
  const [from, to] = [Math.log2(first.n), Math.log2(Math.max(last.n, 2 * first.n))];
  const x = (n: number) => left + ((width - left - right) * (Math.log2(n) - from)) / (to - from);
  const y = (value: number) => top + ((height - top - bottom) * (range[1] - Math.log10(value))) / (range[1] - range[0]);
  const guide = (power: number) =>
    svg`<path class="guide" d=${`M${x(first.n)} ${y(start(power))}L${x(last.n)} ${y(of(last))}`}></path>
      <text class="guide-name" x=${x(first.n) + 14} y=${y(start(power)) + (power === 1 ? 14 : 8)}>${power === 1 ? 'n' : 'n²'}</text>`;
  const line = shown.map((point, i) => `${i ? 'L' : 'M'}${x(point.n).toFixed(1)} ${y(of(point)).toFixed(1)}`).join('');
  const said = say('cost.chart.says', {
    title,
    from: first.n,
    to: last.n,
    low: show(of(first)),
    high: show(of(last)),
    growth: growthText(shown, of),
  });
  return html`<figure class="chart">
    <figcaption><b>${title}</b> ${growthText(shown, of)}</figcaption>
    <svg viewBox=${`0 0 ${width} ${height}`} role="img" aria-label=${said}>
      ${ticks(range).map(
        (power) =>
          svg`<path class="grid" d=${`M${left} ${y(10 ** power)}H${width - right}`}></path>
            <text x=${left - 8} y=${y(10 ** power) + 4} text-anchor="end">${show(10 ** power)}</text>`,
      )}
      ${shown.map(({ n }) => svg`<text x=${x(n)} y=${height - 8} text-anchor="middle">${n}</text>`)}
      ${powers.map(guide)}
      <path class="line" d=${line}></path>
      ${shown.map((point) => svg`<circle cx=${x(point.n)} cy=${y(of(point))} r="3.5"><title>${`n = ${point.n}: ${show(of(point))}`}</title></circle>`)}
    </svg>
  </figure>`;
};
