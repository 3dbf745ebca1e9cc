import { html, nothing, svg, type TemplateResult } from 'lit';
import { niceTicks } from '../train/chart.ts';
import { say } from '../words.ts';
import type { LaneRun } from './lane-run.ts';
import { groups } from './lanes.ts';
import { pareto } from './quality.ts';

const height = 330;
const frame = { left: 44, right: 22, top: 18, bottom: 46 };
const letter = 7.2;
const line = 15;

interface Point {
  run: LaneRun;
  x: number;
  y: number;
}

/** Every idea has a mark of its own: ideas are told apart without colour. */
const marks = [
  (x: number, y: number) => svg`<circle cx=${x} cy=${y} r="5"></circle>`,
  (x: number, y: number) => svg`<rect x=${x - 4.5} y=${y - 4.5} width="9" height="9"></rect>`,
  (x: number, y: number) => svg`<path d=${`M${x} ${y - 6}l5.5 10h-11z`}></path>`,
  (x: number, y: number) => svg`<path d=${`M${x} ${y - 6}l6 6l-6 6l-6 -6z`}></path>`,
];

export const pointsOf = (runs: readonly LaneRun[]): Point[] =>
  runs.flatMap((run) =>
    run.time && run.quality && run.phase === 'done'
      ? [{ run, x: run.time.median, y: 100 * run.quality.per.share }]
      : [],
  );

interface Box {
  x: number;
  y: number;
  width: number;
}

const meet = (a: Box, b: Box): boolean => a.x < b.x + b.width && b.x < a.x + a.width && Math.abs(a.y - b.y) < line;

/** Names beside their points, where they cover neither one another nor a point nor the edge. */
const placeLabels = (at: readonly { name: string; x: number; y: number }[], width: number): Box[] => {
  const points = at.map(({ x, y }) => ({ x: x - 7, y: y + 4, width: 14 }));
  const taken: Box[] = [];
  return at.map(({ name, x, y }, i) => {
    const wide = name.length * letter;
    const tries = [
      // The line goes on to the right of a point: above it there is room.
      { x: x + 10, y: y - 8 },
      { x: x + 10, y: y + 4 },
      { x: x - 10 - wide, y: y + 4 },
      { x: x - wide / 2, y: y - 12 },
      { x: x - wide / 2, y: y + 22 },
      { x: x + 10, y: y - 12 },
      { x: x + 10, y: y + 22 },
      { x: x - 10 - wide, y: y - 12 },
      { x: x - 10 - wide, y: y + 22 },
    ].map((one) => ({ ...one, width: wide }));
    const free = (box: Box) =>
      box.x > frame.left &&
      box.x + wide < width &&
      ![...taken, ...points.filter((_, other) => other !== i)].some((other) => meet(box, other));
    const found = tries.find(free) ?? tries[0]!;
    taken.push(found);
    return found;
  });
};

/** What the time buys: errors against milliseconds, with steps along the lanes that nobody beats on both. */
export const scatter = (runs: readonly LaneRun[], width: number): TemplateResult => {
  const points = pointsOf(runs);
  if (!points.length) return html`<p class="what empty">${say('race.scatter.empty')}</p>`;
  const best = pareto(points);
  const right = 1.15 * Math.max(...points.map(({ x }) => x));
  const [low, high] = [Math.min(...points.map(({ y }) => y)), Math.max(...points.map(({ y }) => y))];
  const room = Math.max(high - low, 1);
  const [bottom, top] = [Math.max(0, low - 0.5 * room), high + 0.5 * room];
  const x = (time: number) => frame.left + ((width - frame.left - frame.right) * time) / right;
  const y = (rate: number) => frame.top + (height - frame.top - frame.bottom) * (1 - (rate - bottom) / (top - bottom));
  const inside = (rate: number) => Math.min(Math.max(y(rate), frame.top), height - frame.bottom);
  const at = points.map((point) => ({ name: point.run.lane.name, x: x(point.x), y: y(point.y) }));
  const labels = placeLabels(at, width);
  const steps = best.map(
    (point, i) =>
      `${i ? `H${x(point.x).toFixed(1)}V` : `M${x(point.x).toFixed(1)} ${frame.top}V`}${y(point.y).toFixed(1)}`,
  );
  // Steps that fit what is shown, not what is below it.
  const step = niceTicks(top - bottom, 5)[1] ?? 1;
  const ticks = Array.from({ length: Math.floor(top / step) + 1 }, (_, i) => i * step).filter((tick) => tick >= bottom);
  return html`<svg
    class="scatter"
    width=${width}
    height=${height}
    viewBox=${`0 0 ${width} ${height}`}
    role="img"
    aria-label=${says(points, best)}
  >
    ${ticks.map(
      (tick) =>
        svg`<path class="hair" d=${`M${frame.left} ${y(tick)}H${width - frame.right}`}></path>
          <text x=${frame.left - 8} y=${y(tick) + 4} text-anchor="end">${Number(tick.toPrecision(3))}</text>`,
    )}
    ${niceTicks(right, 6).map((tick) => svg`<text x=${x(tick)} y=${height - frame.bottom + 18} text-anchor="middle">${Number(tick.toPrecision(3))}</text>`)}
    <text x=${width - frame.right} y=${height - 6} text-anchor="end">${say('race.scatter.x')}</text>
    <text x="0" y="11">${say('race.scatter.y')}</text>
    <path class="steps" d=${`${steps.join('')}H${width - frame.right}`}></path>
    ${points.map((point, i) => {
      const { quality, time, lane } = point.run;
      const group = groups.findIndex(({ id }) => id === lane.group);
      const on = best.includes(point);
      const [px, py] = [at[i]!.x, at[i]!.y];
      const per = quality!.per;
      return svg`<g class=${`${lane.group}${on ? ' on' : ''}`}>
        ${Number.isFinite(per.low) ? svg`<path class="interval" d=${`M${px} ${inside(100 * per.low)}V${inside(100 * per.high)}`}></path>` : nothing}
        <path class="interval" d=${`M${x(time!.low)} ${py}H${x(time!.high)}`}></path>
        ${marks[Math.max(group, 0) % marks.length]!(px, py)}
        <text x=${labels[i]!.x} y=${labels[i]!.y}>${lane.name}</text>
      </g>`;
    })}
  </svg>`;
};

const says = (points: readonly Point[], best: readonly Point[]): string =>
  say('race.scatter.says', {
    lanes: points
      .map((point) =>
        say(best.includes(point) ? 'race.scatter.best' : 'race.scatter.lane', {
          name: point.run.lane.name,
          time: point.x.toFixed(1),
          errors: point.y.toFixed(1),
        }),
      )
      .join('; '),
  });
