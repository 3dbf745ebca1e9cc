import '../styles/cost.css';
import '../styles/math.css';
import '../../generated/math.css';
import { html, nothing, render, type TemplateResult } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import { css } from '../../elements/lib/css.ts';
import { keepFocus } from '../../elements/lib/keep-focus.ts';
import { readsOther } from '../../elements/lib/words.ts';
import type { AttentionStepper } from '../../elements/attention-stepper.ts';
import { costMathml } from '../../generated/cost-mathml.ts';
import type { CatalogEntry, Engine, Params, Trace } from '../../engine/types.ts';
import { documented } from '../documented.ts';
import { say } from '../words.ts';
import { chart, growthText, type Chart } from './chart.ts';
import { lengths, measure, width, type Measured } from './measure.ts';
import { bytesOf, countTrace } from './multiplications.ts';
import { amount, time } from './units.ts';

const charts: readonly Chart[] = [
  { title: say('cost.multiplications'), of: (point) => point.multiplications, show: (value) => amount(value) },
  { title: say('cost.time'), of: (point) => point.milliseconds, show: time },
  { title: say('cost.memory'), of: (point) => point.bytes, show: (value) => amount(value, 'B') },
];

/** Only strings of the table made at build time become markup. */
const formula = (name: string, latex: string | undefined): TemplateResult | typeof nothing => {
  if (!latex) return nothing;
  const markup = Object.hasOwn(costMathml, latex) ? costMathml[latex] : undefined;
  return html`<div>
    <dt>${name}</dt>
    <dd>${markup ? unsafeHTML(markup) : html`<code>${latex}</code>`}</dd>
  </div>`;
};

/** What the mechanism on show costs: in formulas, in this run, and as the text grows. */
export class CostPanel {
  #measured: Measured | undefined;
  /** Mechanism and parameters that were measured. */
  #key = '';
  #progress: number | undefined;
  #failure = '';
  #abort: AbortController | undefined;

  constructor(
    private readonly place: HTMLElement,
    private readonly element: AttentionStepper,
  ) {
    keepFocus(place);
  }

  /** The figure shows something else, or what it showed again. */
  update(): void {
    const { settled } = this.element.figure;
    const key = JSON.stringify([settled?.entry.id, settled?.params]);
    if (key !== this.#key) {
      this.#abort?.abort();
      this.#abort = undefined;
      this.#measured = this.#progress = undefined;
      this.#failure = '';
      this.#key = key;
    }
    this.#show();
  }

  async #measure(engine: Engine, entry: CatalogEntry, params: Params): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    this.#measured = undefined;
    this.#failure = '';
    const onProgress = (share: number) => {
      if (this.#abort !== abort) return;
      this.#progress = share;
      this.#show();
    };
    try {
      const measured = await measure({ engine, entry: entry.id, params, signal: abort.signal, onProgress });
      if (this.#abort === abort) this.#measured = measured;
    } catch (error) {
      if (this.#abort === abort && !abort.signal.aborted)
        this.#failure = error instanceof Error ? error.message : String(error);
    }
    if (this.#abort !== abort) return;
    this.#abort = undefined;
    this.#progress = undefined;
    this.#show();
    // The button that had the focus is gone.
    this.place.querySelector<HTMLElement>('[data-action="measure"]')?.focus();
  }

  #show(): void {
    const { settled, session, engine } = this.element.figure;
    if (!settled || !engine) return;
    const { entry, params } = settled;
    render(
      html`${this.#formulas(entry)} ${session.trace ? this.#run(session.trace) : nothing}
        <section>
          <h3>${say('cost.grow.title')}</h3>
          ${entry.kind === 'variant' ? this.#growing(engine, entry, params) : html`<p>${say('cost.model')}</p>`}
        </section>`,
      this.place,
    );
  }

  #formulas(entry: CatalogEntry): TemplateResult | typeof nothing {
    const { cost } = documented(entry);
    if (!cost?.multiplications && !cost?.bytes) return nothing;
    return html`<section>
      <h3>${say('cost.formulas')}</h3>
      <dl class="formulas">
        ${formula(say('cost.multiplications'), cost.multiplications)} ${formula(say('cost.bytes'), cost.bytes)}
      </dl>
      <p class="note">${say('cost.letters')}</p>
    </section>`;
  }

  #run(trace: Trace): TemplateResult {
    const { total, parts, unknown } = countTrace(trace);
    const most = Math.max(1, ...parts.map((part) => part.multiplications));
    return html`<section>
      <h3>
        ${readsOther(trace) ? say('cost.run.two', { count: trace.read, read: trace.sourceTokens.length }) : say('cost.run', { count: trace.read })}
      </h3>
      <p>
        ${say('cost.run.says', { multiplications: amount(total), bytes: amount(bytesOf(trace), 'B'), time: time(trace.milliseconds) })}
      </p>
      <ul class="bars">
        ${parts.map(
          (part) =>
            html`<li>
              <span>${part.label}</span
              ><span class="track"><b ${css({ width: `${(100 * part.multiplications) / most}%` })}></b></span
              ><span class="n">${amount(part.multiplications)}</span>
            </li>`,
        )}
      </ul>
      ${unknown.length ? html`<p class="note">${say('cost.unknown', { ops: unknown.join(', ') })}</p>` : nothing}
    </section>`;
  }

  #growing(engine: Engine, entry: CatalogEntry, params: Params): TemplateResult {
    const says = say('cost.grow.says', { from: lengths[0], to: lengths.at(-1) ?? 0, width });
    const running = this.#progress !== undefined;
    return html`<p>${says}</p>
      ${
        running
          ? html`<div class="going">
              <progress max="1" .value=${this.#progress} aria-label=${say('cost.measuring')}></progress>
              <button type="button" class="button" data-action="cancel" @click=${() => this.#cancel()}>
                ${say('cost.cancel')}
              </button>
            </div>`
          : html`<button
              type="button"
              class="button"
              data-action="measure"
              @click=${() => void this.#measure(engine, entry, params)}
            >
              ${say(this.#measured ? 'cost.again' : 'cost.measure')}
            </button>`
      }
      <p class="note" role="status">${this.#status()}</p>
      ${this.#measured?.points.length ? this.#results(this.#measured) : nothing}`;
  }

  #cancel(): void {
    this.#abort?.abort();
  }

  #status(): string {
    if (this.#progress !== undefined) return say('cost.measuring');
    if (this.#failure) return say('cost.failed', { message: this.#failure });
    const ended = this.#measured?.ended;
    if (ended) return say(`cost.ended.${ended.why}`, { n: ended.n, message: ended.message });
    if (!this.#measured) return '';
    return charts.map(({ title, of }) => `${title} ${growthText(this.#measured!.points, of)}`).join('; ');
  }

  #results({ points }: Measured): TemplateResult {
    return html`<div class="charts">${charts.map((one) => chart(one, points))}</div>
      <details class="as-table">
        <summary>${say('cost.table')}</summary>
        <div class="scroll" tabindex="0" role="region" aria-label=${say('cost.table')}>
          <table>
            <thead>
              <tr>
                <th scope="col">n</th>
                ${charts.map(({ title }) => html`<th scope="col">${title}</th>`)}
              </tr>
            </thead>
            <tbody>
              ${points.map(
                (point) =>
                  html`<tr>
                    <th scope="row">${point.n}</th>
                    ${charts.map(({ of, show }) => html`<td>${show(of(point))}</td>`)}
                  </tr>`,
              )}
            </tbody>
          </table>
        </div>
      </details>`;
  }
}
