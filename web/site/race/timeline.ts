import { html, nothing, type TemplateResult } from 'lit';
import { css } from '../../elements/lib/css.ts';
import { niceTicks } from '../train/chart.ts';
import { say } from '../words.ts';
import { endOf } from './bars.ts';
import { columnsOf, type Columns } from './columns.ts';
import type { LaneRun } from './lane-run.ts';
import { laneView, type Drawing } from './lane-view.ts';
import { grouped } from './lanes.ts';

/** More columns than this do not fit beside the bars: a lane's output then stands below them. */
const mostBeside = 15;

/** All that is drawn of a race by one axis of time. */
export const drawingOf = (runs: readonly LaneRun[], cost: number, now: number): Drawing => {
  const longest = Math.max(
    1,
    ...runs.map((run) => Math.max(endOf(run.calls, cost), (run.time?.high ?? 0) + cost * run.calls.length)),
  );
  const base = runs.find(({ decoder, said }) => decoder.base && said);
  // Room for the figure at the end of the longest lane, on a phone too.
  return { whole: 1.14 * longest, cost, base: base && endOf(base.calls, cost), now };
};

/** Times at which a call ends, of all lanes: what is played through. */
export const endsOf = (runs: readonly LaneRun[], cost: number): number[] =>
  [...new Set(runs.flatMap(({ calls }) => calls.map(({ end }, i) => end + cost * i)))].sort((a, b) => a - b);

export const columnsFor = (runs: readonly LaneRun[], ways: readonly (readonly string[])[]): Columns =>
  columnsOf(
    runs.map(({ said }) => said?.rows[0]?.pieces),
    ways,
  );

const axis = ({ whole }: Drawing, { head }: Columns, known: boolean): TemplateResult =>
  html`<div class="lane axis" aria-hidden="true">
    <div class="who">${say('race.axis')}</div>
    <div class="track">
      ${niceTicks(0.96 * whole, 5).map(
        (tick, i, all) =>
          html`<span ${css({ left: `${(100 * tick) / whole}%` })}
            >${Number(tick.toPrecision(3))}${i === all.length - 1 ? ' ms' : ''}</span
          >`,
      )}
    </div>
    <div class="out reference">
      ${known ? html`<em>${say('race.reference')}</em>` : nothing}${head.map((piece) => html`<span>${piece}</span>`)}
    </div>
    <div class="nums"><span>${say('race.calls')}</span><span>ms</span><span>PER %</span></div>
    <span></span>
  </div>`;

/** The lanes under one axis of time, by ideas. */
export const timelines = (
  runs: readonly LaneRun[],
  columns: Columns,
  known: boolean,
  drawing: Drawing,
  acts: { cancel(run: LaneRun): void; again(run: LaneRun): void },
): TemplateResult => {
  const long = Math.max(...columns.rows.map((row) => row.length), 0) > mostBeside;
  const ticks = niceTicks(0.96 * drawing.whole, 5);
  return html`<section
    class=${`race${long ? ' long' : ''}`}
    aria-label=${say('race.lanes')}
    ${css({ '--columns': String(Math.max(columns.head.length, 1)) })}
  >
    ${axis(drawing, columns, known)}
    <div class="grid" aria-hidden="true">
      <div>
        ${ticks.map((tick) => html`<i ${css({ left: `${(100 * tick) / drawing.whole}%` })}></i>`)}
        ${
          drawing.base === undefined
            ? nothing
            : html`<u ${css({ left: `${(100 * drawing.base) / drawing.whole}%` })}
                ><span>${say('race.greedy.done', { time: Number(drawing.base.toPrecision(3)) })}</span></u
              >`
        }
      </div>
    </div>
    ${grouped(runs).map(
      ({ group, members }) =>
        html`<h2 class="group">${group.says}</h2>
          ${members.map((run) => {
            const at = runs.indexOf(run);
            return laneView(run, columns.rows[at] ?? [], columns.errors[at], drawing, acts);
          })}`,
    )}
  </section>`;
};

const sample = (kind: string, inside: TemplateResult | typeof nothing = nothing): TemplateResult =>
  html`<i class=${`bar ${kind}`} aria-hidden="true">${inside}</i>`;

export const legend = (): TemplateResult =>
  html`<p class="key">
    <span>${sample('encode')} ${say('race.key.encode')}</span>
    <span>${sample('decode')}${sample('decode tall')} ${say('race.key.decode')}</span>
    <span
      >${sample('decode stack', html`<b class="on"></b><b class="on"></b><b class="off"></b>`)}
      ${say('race.key.stack')}</span
    >
    <span>${sample('latent')} ${say('race.key.latent')}</span>
    <span>${sample('draft')} ${say('race.key.draft')}</span>
    <span>${sample('check')} ${say('race.key.check')}</span>
    <span><i class="cost" aria-hidden="true"></i> ${say('race.key.cost')}</span>
    <span><b class="mark wrong" aria-hidden="true">AH</b> ${say('train.wrong')}</span>
    <span><i class="mark missing" aria-hidden="true"></i> ${say('train.missing')}</span>
    <span><b class="mark extra" aria-hidden="true">EY</b> ${say('train.extra')}</span>
  </p>`;
