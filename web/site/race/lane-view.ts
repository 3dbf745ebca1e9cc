import { html, nothing, type TemplateResult } from 'lit';
import { megabytes } from '../../elements/lib/format.ts';
import { css } from '../../elements/lib/css.ts';
import { shownTime } from '../parallel/time.ts';
import { say } from '../words.ts';
import { bars, endOf } from './bars.ts';
import type { Cell } from './columns.ts';
import type { LaneRun } from './lane-run.ts';
import { isExact } from './lanes.ts';
import { soFar } from './so-far.ts';

/** What all lanes of a race are drawn by. */
export interface Drawing {
  /** Milliseconds that the axis is long. */
  whole: number;
  /** Thought cost of a call. */
  cost: number;
  /** When greedy decoding is done; undefined while nobody knows. */
  base: number | undefined;
  /** Played back to here; Infinity: to the end. */
  now: number;
}

/** How many of a lane's calls are over at the time that is played. */
export const callsBy = (run: LaneRun, { now, cost }: Drawing): number => {
  const { calls } = run;
  if (now === Infinity) return calls.length;
  return calls.filter((call, i) => call.end + cost * i <= now + 1e-9).length;
};

const sideOf = (cell: Cell): string | typeof nothing =>
  cell.mark === 'right' || cell.mark === 'blank' ? nothing : say(`train.${cell.mark}`);

/** One row of columns: a piece is there when its call is over, a dot stands for what is still open. */
const output = (run: LaneRun, cells: readonly Cell[], shown: number): TemplateResult => {
  const { calls, said } = run;
  const all = shown >= calls.length && said !== undefined;
  const there = all ? undefined : soFar(calls, shown);
  return html`<div class="out" aria-hidden="true">
    ${cells.map((cell) => {
      if (cell.mark === 'blank') return html`<span></span>`;
      if (cell.place < 0)
        return all ? html`<i class="missing" title=${sideOf(cell)}></i>` : html`<span class="open">·</span>`;
      const text = there ? there.get(cell.place) : cell.text;
      if (text === undefined) return html`<span class="open">·</span>`;
      return cell.mark === 'right' || text !== cell.text
        ? html`<span>${text}</span>`
        : html`<b class=${cell.mark} title=${sideOf(cell)}>${text}</b>`;
    })}
  </div>`;
};

/** While nothing is known but what has been said so far. */
const outputLive = (run: LaneRun, columns: number): TemplateResult => {
  const there = soFar(run.live, run.live.length);
  const count = Math.max(columns, ...[...there.keys()].map((place) => place + 1));
  return html`<div class="out" aria-hidden="true">
    ${Array.from({ length: count }, (_, i) => html`<span class=${there.has(i) ? '' : 'open'}>${there.get(i) ?? '·'}</span>`)}
  </div>`;
};

const heard = (run: LaneRun, errors: number | undefined): string => {
  const { said } = run;
  if (!said) return say(`race.phase.${run.phase}`);
  const text = said.rows[0]?.pieces.join(' ') || '–';
  return errors === undefined
    ? say('race.said', { text })
    : say(errors ? 'race.said.wrong' : 'race.said.right', { text, count: errors });
};

const state = (run: LaneRun): TemplateResult | typeof nothing => {
  if (run.phase === 'failed')
    return html`<p class="state" role="alert">${say('race.failed', { message: run.trouble })}</p>`;
  if (run.phase === 'loading') {
    const model = run.models.find((one) => one.state === 'loading');
    const total = model?.progress?.total || (model?.manifest?.bytes ?? 0);
    return html`<p class="state">
      <progress
        max=${total || nothing}
        value=${total ? (model?.progress?.loaded ?? 0) : nothing}
        aria-label=${say('shipped.loading')}
      ></progress>
      ${say('race.loading', { loaded: megabytes(model?.progress?.loaded ?? 0), total: megabytes(total) })}
    </p>`;
  }
  return run.phase === 'waiting' || run.phase === 'cancelled'
    ? html`<p class="state">${say(`race.phase.${run.phase}`)}</p>`
    : nothing;
};

const timeline = (run: LaneRun, drawing: Drawing): TemplateResult => {
  const { whole, cost, base, now } = drawing;
  const { calls, time } = run;
  const place = (ms: number) => `${((100 * Math.max(ms, 0)) / whole).toFixed(3)}%`;
  const end = endOf(calls, cost);
  const simulated = cost * calls.length;
  const running = run.phase === 'running' && !run.said;
  return html`<div class="track">
    ${base === undefined ? nothing : html`<u ${css({ left: place(base) })}></u>`}
    ${bars(calls, whole, cost, callsBy(run, drawing))} ${running ? html`<s ${css({ left: place(end) })}></s>` : nothing}
    ${
      time && now === Infinity
        ? html`<span
            class="half"
            ${css({ left: place(time.low + simulated), width: place(time.high - time.low) })}
          ></span>`
        : nothing
    }
    ${
      calls.length && !running && now >= end
        ? html`<span class="end" ${css({ left: place(Math.max(end, (time?.high ?? 0) + simulated)) })}
            >${shownTime(end).replace(' ms', '')}</span
          >`
        : nothing
    }
  </div>`;
};

interface Acts {
  cancel(run: LaneRun): void;
  again(run: LaneRun): void;
}

const button = (run: LaneRun, { cancel, again }: Acts): TemplateResult => {
  const over = ['done', 'cancelled', 'failed'].includes(run.phase);
  const label = say(over ? (run.phase === 'failed' ? 'race.retry' : 'race.repeat') : 'race.cancel', {
    name: run.lane.name,
  });
  return html`<button
    type="button"
    class="act"
    data-action=${over ? 'repeat' : 'cancel'}
    data-lane=${run.lane.id}
    aria-label=${label}
    title=${label}
    @click=${() => (over ? again(run) : cancel(run))}
  >
    <svg viewBox="0 0 18 18" aria-hidden="true">
      <path d=${over ? 'M14.5 9a5.5 5.5 0 1 1-1.6-3.9M14.5 2.5v3.2h-3.2' : 'M4 4l10 10M14 4L4 14'}></path>
    </svg>
  </button>`;
};

/** One lane: name, timeline, what it says, and its numbers. */
export const laneView = (
  run: LaneRun,
  cells: readonly Cell[],
  errors: number | undefined,
  drawing: Drawing,
  acts: Acts,
): TemplateResult => {
  const { lane, decoder, said, time, quality } = run;
  const equals = !decoder.base && isExact(decoder, lane);
  return html`<div class=${`lane ${run.phase}`} data-lane=${lane.id} role="group" aria-label=${lane.name}>
    <div class="who">
      <h3>${lane.name}${equals ? html` <small>${say('race.equals')}</small>` : nothing}</h3>
      <p>${lane.says}</p>
    </div>
    ${run.calls.length ? timeline(run, drawing) : html`<div class="track">${state(run)}</div>`}
    <span class="spoken">${heard(run, errors)}</span>
    ${said ? output(run, cells, callsBy(run, drawing)) : outputLive(run, cells.length)}
    <div class="nums">
      <span><small>${say('race.calls')}</small> ${said ? said.calls.length : run.live.length || '–'}</span>
      <span><small>ms</small> <b>${time ? shownTime(time.median).replace(' ms', '') : '–'}</b></span>
      <span><small>PER</small> ${quality ? (100 * quality.per.share).toFixed(1) : '–'}</span>
    </div>
    ${button(run, acts)}
  </div>`;
};
