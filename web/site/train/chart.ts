import { html, nothing, svg, type TemplateResult } from 'lit';
import { say } from '../words.ts';
import type { Point } from './curve.ts';
import type { Happening } from './record.ts';

/** One run in a chart. */
export interface Line {
  number: number;
  present: boolean;
  /** As measured, drawn faintly; only of the present run. */
  raw?: readonly Point[];
  points: readonly Point[];
  dots: boolean;
}

export interface ChartOf {
  title: string;
  note: string;
  /** What a screen reader is told instead of the picture. */
  says: string;
  lines: readonly Line[];
  happenings: readonly Happening[];
  /** Steps of the longest run. */
  steps: number;
  /** Upper end of the scale, from 0. */
  top: number;
  show: (value: number) => string;
}

const height = 168;
const [left, right, above, below] = [40, 26, 10, 24];

/** Steps of 1, 2 or 5 times a power of ten: at most so many of them. */
export const niceTicks = (top: number, most: number): number[] => {
  if (!(top > 0)) return [0];
  const rough = top / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((one) => one * power >= rough - 1e-9 * rough) ?? 10);
  return Array.from({ length: Math.floor(top / step + 1e-9) + 1 }, (_, i) => i * step);
};

const counted = new Intl.NumberFormat('en');

/** Loss or accuracy against steps: the present run in ink, those before it dashed, each with its number at its end. */
export const chart = (of: ChartOf, width: number): TemplateResult => {
  const { lines, steps, top, show } = of;
  const x = (step: number) => left + ((width - left - right) * step) / Math.max(steps, 1);
  const y = (value: number) => above + (height - above - below) * (1 - Math.min(Math.max(value / top, 0), 1));
  const path = (points: readonly Point[]) =>
    points.map(({ step, value }, i) => `${i ? 'L' : 'M'}${x(step).toFixed(1)} ${y(value).toFixed(1)}`).join('');
  // Where two runs end at the same place, the number of the one before stands above.
  const ends = lines.flatMap(({ points, number, present }) => {
    const last = points.at(-1);
    return last && lines.length > 1 ? [{ number, present, x: x(last.step) + 5, y: y(last.value) + 4 }] : [];
  });
  for (const [i, one] of [...ends].reverse().entries())
    while (
      ends.slice(ends.length - i).some((other) => Math.abs(other.x - one.x) < 10 && Math.abs(other.y - one.y) < 12)
    )
      one.y -= 4;
  const happening = ({ step, kind }: Happening) =>
    svg`<path class=${`event ${kind}`} d=${`M${x(step).toFixed(1)} ${above}V${height - below}`}><title>${say(`train.event.${kind}`)}</title></path>`;
  return html`<figure class="chart">
    <figcaption><b>${of.title}</b> ${of.note}</figcaption>
    <svg width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`} role="img" aria-label=${of.says}>
      ${niceTicks(top, 4).map(
        (value) =>
          svg`<path class="grid" d=${`M${left} ${y(value).toFixed(1)}H${width - right}`}></path>
            <text x=${left - 8} y=${y(value) + 4} text-anchor="end">${show(value)}</text>`,
      )}
      ${niceTicks(steps, width < 420 ? 3 : 5).map(
        (step) => svg`<text x=${x(step)} y=${height - 6} text-anchor="middle">${counted.format(step)}</text>`,
      )}
      ${of.happenings.map(happening)}
      ${lines.map(
        (line) =>
          svg`${line.raw ? svg`<path class="raw" d=${path(line.raw)}></path>` : nothing}
            <path class=${line.present ? 'line now' : `line before d${line.number % 3}`} d=${path(line.points)}></path>
            ${line.dots && line.present ? line.points.map((p) => svg`<circle cx=${x(p.step).toFixed(1)} cy=${y(p.value).toFixed(1)} r="2"></circle>`) : nothing}
`,
      )}
      ${ends.map((one) => svg`<text class=${one.present ? 'end now' : 'end'} x=${one.x} y=${one.y}>${one.number}</text>`)}
    </svg>
  </figure>`;
};
