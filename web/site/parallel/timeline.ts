import { html, type TemplateResult } from 'lit';
import { css } from '../../elements/lib/css.ts';
import { niceTicks } from '../train/chart.ts';
import { say } from '../words.ts';
import { sum } from '../trained/statistics.ts';
import type { Measured } from './measure.ts';
import { shownTime } from './time.ts';

/** Pixels of a bar that decides one sound; its height grows with the root of how many it decides. */
const one = 14;

interface Bar {
  kind: 'source' | 'call';
  begin: number;
  time: number;
  decides: number;
  title: string;
}

/** One after another: the source, then a call for each sound. */
const decoded = ({ calls, sounds }: Measured): Bar[] =>
  calls.map((time, call) => ({
    kind: call ? 'call' : 'source',
    begin: sum(calls.slice(0, call)),
    time,
    decides: 1,
    title: call
      ? say('parallel.call', { call, said: sounds[call - 1] || say('translate.end'), time: shownTime(time) })
      : say('parallel.source', { time: shownTime(time) }),
  }));

/** All at once: source and positions in one call. */
const given = ({ once, sounds }: Measured): Bar[] => [
  {
    kind: 'call',
    begin: 0,
    time: once,
    decides: sounds.length,
    title: say('parallel.once', { count: sounds.length, time: shownTime(once) }),
  },
];

const lane = (name: string, note: string, bars: Bar[], whole: number, now: number): TemplateResult => {
  const end = Math.max(...bars.map(({ begin, time }) => begin + time));
  const place = (time: number) => `${((100 * time) / whole).toFixed(3)}%`;
  return html`<div class="lane">
    <div class="lane-name"><b>${name}</b><span>${note}</span></div>
    <div class="track">
      ${bars.map(
        ({ kind, begin, time, decides, title }) =>
          html`<i
            class=${`${kind}${begin + time > now + 1e-9 ? ' open' : ''}`}
            title=${title}
            ${css({ left: place(begin), width: place(time), height: `${(one * Math.sqrt(decides)).toFixed(1)}px` })}
          ></i>`,
      )}
      <span class="total" ${css({ left: place(end) })}>${shownTime(end)}</span>
    </div>
  </div>`;
};

/** Both ways on one axis of time; bars that end after `now` are still open. */
export const timeline = (measured: Measured, now: number): TemplateResult => {
  const total = sum(measured.calls);
  // Room for the figure at the end of the longer lane, on a phone too.
  const whole = 1.25 * Math.max(total, measured.once);
  const { sounds, calls } = measured;
  return html`<figure class="timeline" ${css({ '--tall': `${(one * Math.sqrt(sounds.length)).toFixed(0)}px` })}>
    ${lane(say('parallel.given'), say('parallel.given.note', { count: sounds.length }), given(measured), whole, now)}
    ${lane(say('parallel.decoded'), say('parallel.decoded.note', { count: calls.length }), decoded(measured), whole, now)}
    <div class="lane axis" aria-hidden="true">
      <div></div>
      <div class="track">
        ${niceTicks(0.9 * whole, 6).map(
          (tick) => html`<span ${css({ left: `${(100 * tick) / whole}%` })}>${shownTime(tick)}</span>`,
        )}
      </div>
    </div>
    <figcaption>${say('parallel.legend')}</figcaption>
  </figure>`;
};
