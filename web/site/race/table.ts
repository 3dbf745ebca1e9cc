import { html, nothing, type TemplateResult } from 'lit';
import { amount } from '../cost/units.ts';
import type { Spread } from '../trained/statistics.ts';
import { say } from '../words.ts';
import type { LaneRun } from './lane-run.ts';
import type { Rate } from './quality.ts';

const ms = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
const half = ({ low, high }: Spread): string => `${ms(low)}–${ms(high)}`;
const percent = (share: number): string => (100 * share).toFixed(1);
const interval = ({ low, high }: Rate): string => (Number.isFinite(low) ? `${percent(low)}–${percent(high)}` : '–');

/** How many times as fast as the lane that all are measured against. */
export const speedUp = (run: LaneRun, base: LaneRun | undefined): number | undefined =>
  run.time && base?.time ? base.time.median / run.time.median : undefined;

interface Column {
  id: string;
  show: (run: LaneRun, base: LaneRun | undefined) => string;
  strong?: boolean;
}

const columns: readonly Column[] = [
  { id: 'calls', show: ({ said }) => (said ? String(said.calls.length) : '–') },
  { id: 'ms', strong: true, show: ({ time }) => (time ? ms(time.median) : '–') },
  { id: 'half', show: ({ time }) => (time ? half(time) : '–') },
  { id: 'together', show: ({ timeTogether: time }) => (time ? ms(time.median) : '–') },
  { id: 'multiplications', show: ({ said, multiplications }) => (said ? amount(multiplications) : '–') },
  { id: 'per', strong: true, show: ({ quality }) => (quality ? percent(quality.per.share) : '–') },
  { id: 'per.interval', show: ({ quality }) => (quality ? interval(quality.per) : '–') },
  { id: 'wer', show: ({ quality }) => (quality ? percent(quality.wer.share) : '–') },
  { id: 'wer.interval', show: ({ quality }) => (quality ? interval(quality.wer) : '–') },
  { id: 'words', show: ({ quality }) => (quality ? String(quality.texts) : '–') },
  { id: 'speed', show: (run, base) => (speedUp(run, base) === undefined ? '–' : `${speedUp(run, base)!.toFixed(2)}×`) },
];

/** What was measured, in numbers; never with what calls are thought to cost. */
export const table = (runs: readonly LaneRun[]): TemplateResult => {
  const base = runs.find(({ decoder }) => decoder.base);
  return html`<div class="scroll" tabindex="0" role="group" aria-labelledby="numbers">
    <table>
      <thead>
        <tr>
          <th scope="col">${say('race.table.lane')}</th>
          ${columns.map(({ id }) => html`<th scope="col">${say(`race.table.${id}`)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${runs.map(
          (run) =>
            html`<tr>
              <th scope="row">${run.lane.name}</th>
              ${columns.map(
                ({ id, show, strong }) =>
                  html`<td data-label=${say(`race.table.${id}`)} class=${strong ? 'strong' : nothing}>
                    ${show(run, base)}
                  </td>`,
              )}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
};
