import { html, nothing, svg, type TemplateResult } from 'lit';
import { say } from '../words.ts';
import { shareOf, type Measure, type Result, type Series } from './result.ts';

const height = 320;
/** Where there is no room beside the lines, their names stand in the key below (page.ts). */
export const roomy = (width: number): boolean => width >= 560;
const frame = { left: 48, top: 12, bottom: 8 };
export const margins = (width: number): { left: number; right: number } => ({
  left: frame.left,
  right: roomy(width) ? 150 : 4,
});
/** Between two names at the ends of lines. */
const least = 17;

const percent = (share: number) => `${Math.round(100 * share)}%`;

/** Models of a kind are told apart by their marks and by how their lines are broken: never by colour alone. */
const mark = (x: number, y: number, second: boolean) =>
  second
    ? svg`<rect x=${x - 4} y=${y - 4} width="8" height="8"></rect>`
    : svg`<circle cx=${x} cy=${y} r="4.5"></circle>`;

/** Names at the right end, moved apart where they would cover each other. */
const ends = (series: readonly Series[], y: (one: Series) => number): Map<Series, number> => {
  const sorted = [...series].sort((a, b) => y(a) - y(b));
  const places = new Map<Series, number>();
  let last = -Infinity;
  for (const one of sorted) {
    last = Math.max(y(one) + 4, last + least);
    places.set(one, last);
  }
  const over = last - (height - frame.bottom);
  if (over > 0) for (const [one, place] of places) places.set(one, place - over);
  return places;
};

/** Is it the second model of its kind? */
export const isSecond = (series: readonly Series[], one: Series): boolean =>
  series.find((other) => other.attends === one.attends) !== one;

/** A model's name with its mark. */
export const keyOf = (series: readonly Series[], one: Series): TemplateResult =>
  html`<li class=${`${one.attends ? 'attends' : 'fixed'}${isSecond(series, one) ? ' second' : ''}`}>
    <svg class="lines" width="28" height="12" aria-hidden="true">
      <g class=${`${one.attends ? 'attends' : 'fixed'}${isSecond(series, one) ? ' second' : ''}`}>
        <path class="line" pathLength="1" d="M0 6H28"></path>
        ${mark(14, 6, isSecond(series, one))}
      </g>
    </svg>
    ${one.name}
  </li>`;

/** A line for each model, a point for each group of lengths with its 95 % interval; phrases stand below (page.ts). */
export const chart = ({ series, places }: Result, measure: Measure, width: number): TemplateResult => {
  const { right } = margins(width);
  const inner = width - frame.left - right;
  const x = (place: number) => frame.left + (inner * (place + 0.5)) / places.length;
  const y = (share: number) => frame.top + (height - frame.top - frame.bottom) * (1 - share);
  const last = (one: Series) => y(shareOf(one.groups.at(-1)!, measure).right);
  const labels = ends(series, last);
  // Intervals of the same place stand beside each other.
  const aside = (one: number) => (one - (series.length - 1) / 2) * 7;
  return html`<svg
    class="lines"
    width=${width}
    height=${height}
    viewBox=${`0 0 ${width} ${height}`}
    role="img"
    aria-label=${say('bottleneck.chart.says', {
      models: series
        .map(({ name, groups }) =>
          say('bottleneck.chart.model', {
            name,
            first: percent(shareOf(groups[0]!, measure).right),
            last: percent(shareOf(groups.at(-1)!, measure).right),
          }),
        )
        .join('; '),
    })}
  >
    ${[0, 0.25, 0.5, 0.75, 1].map(
      (tick) =>
        svg`<path class="grid" d=${`M${frame.left} ${y(tick)}H${width - right}`}></path>
          <text x=${frame.left - 8} y=${y(tick) + 4} text-anchor="end">${percent(tick)}</text>`,
    )}
    ${series.map((one, i) => {
      const second = isSecond(series, one);
      const points = one.groups.map((group, place) => ({ ...shareOf(group, measure), x: x(place) + aside(i), group }));
      const path = points.map((point, at) => `${at ? 'L' : 'M'}${point.x.toFixed(1)} ${y(point.right).toFixed(1)}`);
      return svg`<g class=${`${one.attends ? 'attends' : 'fixed'}${second ? ' second' : ''}`}>
        ${points.map((point) => svg`<path class="interval" d=${`M${point.x.toFixed(1)} ${y(point.low).toFixed(1)}V${y(point.high).toFixed(1)}`}></path>`)}
        <path class="line" pathLength="1" d=${path.join('')}></path>
        ${points.map((point) => svg`<g>${mark(point.x, y(point.right), second)}<title>${say('bottleneck.point', { name: one.name, from: point.group.from, to: point.group.to, right: (100 * point.right).toFixed(1), low: (100 * point.low).toFixed(1), high: (100 * point.high).toFixed(1) })}</title></g>`)}
        ${roomy(width) ? svg`<text x=${width - right + 6} y=${labels.get(one)!}>${one.name}</text>` : nothing}
      </g>`;
    })}
  </svg>`;
};
