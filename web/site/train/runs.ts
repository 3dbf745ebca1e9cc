import { html, nothing, type TemplateResult } from 'lit';
import { say } from '../words.ts';
import type { RunRecord } from './record.ts';
import type { Session } from './session.ts';
import { differences } from './set-up.ts';

const counted = new Intl.NumberFormat('en');

const line = (number: number, present: boolean) =>
  html`<svg class="key" width="34" height="10" viewBox="0 0 34 10" aria-hidden="true">
    <path class=${present ? 'line now' : `line before d${number % 3}`} d="M1 5H33" />
  </svg>`;

/** The runs of the charts, and in what they differ. */
export const runsView = (session: Session): TemplateResult | typeof nothing => {
  const { kept, record, engine } = session;
  if (!kept.length) return nothing;
  const records = [record, ...kept];
  const differing = differences(
    engine,
    records.map((one) => one.setUp),
  );
  const row = (one: RunRecord, i: number) => {
    const last = one.scores.at(-1);
    const rates = one.happenings.filter(({ kind }) => kind === 'rate').length;
    return html`<tr class=${one === record ? 'now' : ''}>
      <th scope="row">${line(one.number, one === record)} ${say('train.run', { number: one.number })}</th>
      ${differing.map(({ values }) => html`<td>${values[i]}</td>`)}
      <td>
        ${counted.format(one.step)}${rates ? html` <span class="what">${say('train.rates', { count: rates })}</span>` : nothing}
      </td>
      <td>${last ? last.loss.toFixed(3) : '–'}</td>
      <td>${last ? `${Math.round(100 * last.accuracy)} %` : '–'}</td>
      <td>
        <div class="acts">
          ${
            one === record
              ? html`<span class="what">${say('train.present')}</span>`
              : html`<button
                    type="button"
                    class="link"
                    ?disabled=${!one.file}
                    aria-label=${say('train.return.to', { number: one.number })}
                    @click=${() => void session.returnTo(one)}
                  >
                    ${say('train.return')}</button
                  ><button
                    type="button"
                    class="link"
                    aria-label=${say('train.forget.one', { number: one.number })}
                    @click=${() => session.forget(one)}
                  >
                    ${say('train.forget')}
                  </button>`
          }
        </div>
      </td>
    </tr>`;
  };
  return html`<section class="runs" aria-labelledby="runs">
    <h2 id="runs">${say('train.runs')}</h2>
    <p>${differing.length ? say('train.runs.says') : say('train.runs.same')}</p>
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">${say('train.runs.run')}</th>
            ${differing.map(({ label }) => html`<th scope="col" class="differs">${label}</th>`)}
            <th scope="col">${say('train.runs.steps')}</th>
            <th scope="col">${say('train.runs.loss')}</th>
            <th scope="col">${say('train.runs.accuracy')}</th>
            <th scope="col"><span class="spoken">${say('train.runs.acts')}</span></th>
          </tr>
        </thead>
        <tbody>
          ${records.map(row)}
        </tbody>
      </table>
    </div>
  </section>`;
};
