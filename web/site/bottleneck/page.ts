import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { css } from '../../elements/lib/css.ts';
import { Fragment } from '../fragment.ts';
import { say } from '../words.ts';
import { chart, keyOf, margins, roomy } from './chart.ts';
import { measures, shareOf, type Measure, type Result, type Series } from './result.ts';

const command = 'npm run results -- bottleneck';
const counted = new Intl.NumberFormat('en');
const percent = (share: number) => (100 * share).toFixed(1);

/** `<bottleneck-page>`: how the same task fares with one vector and with attention, as phrases grow. */
export class BottleneckPage extends LitElement {
  result: Result | undefined;
  measure: Measure = 'sounds';
  readonly #fragment = new Fragment(this, () => {
    this.#read();
    this.requestUpdate();
  });
  #width = 1200;
  #resize: ResizeObserver | undefined;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#read();
    this.#resize = new ResizeObserver(([entry]) => {
      const width = Math.floor(entry?.contentRect.width ?? 0);
      if (!width || width === this.#width) return;
      this.#width = width;
      this.requestUpdate();
    });
    this.#resize.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resize?.disconnect();
  }

  override render(): TemplateResult {
    const { result } = this;
    if (!result)
      return html`<h1>${say('bottleneck.title')}</h1>
        <p>${say('bottleneck.story')}</p>
        <p class="missing">${say('bottleneck.missing')}</p>
        <pre><code>${command}</code></pre>`;
    return html`
      <div class="top">
        <div>
          <h1>${this.#headline(result)}</h1>
          <p class="lead">${say('bottleneck.story')}</p>
        </div>
        <div class="field">
          <span class="label" id="measure">${say('bottleneck.measure')}</span>
          <div class="seg" role="group" aria-labelledby="measure">
            ${measures.map(
              (measure) =>
                html`<button
                  type="button"
                  data-measure=${measure}
                  aria-pressed=${measure === this.measure ? 'true' : 'false'}
                  @click=${() => this.#choose(measure)}
                >
                  ${say(`bottleneck.measure.${measure}`)}
                </button>`,
            )}
          </div>
        </div>
      </div>
      <figure
        class="figure"
        ${css({ '--left': `${margins(this.#width).left}px`, '--right': `${margins(this.#width).right}px` })}
      >
        <figcaption>${say(`bottleneck.axis.${this.measure}`)}</figcaption>
        ${chart(result, this.measure, Math.max(this.#width, 320))}
        ${
          roomy(this.#width)
            ? nothing
            : html`<ul class="key">
                ${result.series.map((one) => keyOf(result.series, one))}
              </ul>`
        }
        <div class="places">
          ${result.places.map(
            ({ from, to, examples, phrase }) =>
              html`<div>
                <b>${say('bottleneck.letters', { from, to })}</b>
                <span class="k">${phrase}</span>
                <span class="what">${say('bottleneck.examples', { count: counted.format(examples) })}</span>
              </div>`,
          )}
        </div>
      </figure>
      ${this.#table(result)} ${this.#sources(result)}
    `;
  }

  /** The best of either kind, at both ends. */
  #headline({ series, places }: Result): string {
    const end = (attends: boolean, place: number) =>
      Math.max(
        ...series
          .filter((one) => one.attends === attends)
          .map(({ groups }) => shareOf(groups[place]!, this.measure).right),
      );
    const last = places.length - 1;
    return say(`bottleneck.head.${this.measure}`, {
      from: places[last]!.from,
      short: places[0]!.to,
      fixedFirst: Math.round(100 * end(false, 0)),
      fixedLast: Math.round(100 * end(false, last)),
      first: Math.round(100 * end(true, 0)),
      last: Math.round(100 * end(true, last)),
    });
  }

  #table({ series, places }: Result): TemplateResult {
    const row = ({ name, attends, groups }: Series) =>
      html`<tr>
        <th scope="row">${name}</th>
        <td>${say(attends ? 'bottleneck.attends' : 'bottleneck.fixed')}</td>
        ${groups.map((group) => {
          const { right, low, high } = shareOf(group, this.measure);
          return html`<td class="number">
            ${percent(right)} <span class="what">${percent(low)}–${percent(high)}</span>
          </td>`;
        })}
      </tr>`;
    return html`<section class="measured" aria-labelledby="numbers">
      <h2 id="numbers">${say('bottleneck.numbers')}</h2>
      <p class="what">${say(`bottleneck.numbers.${this.measure}`)}</p>
      <div class="scroll" tabindex="0" role="group" aria-labelledby="numbers">
        <table>
          <thead>
            <tr>
              <th scope="col">${say('translate.measured.model')}</th>
              <th scope="col">${say('bottleneck.kind')}</th>
              ${places.map(({ from, to }) => html`<th scope="col">${say('bottleneck.letters', { from, to })}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${series.map(row)}
          </tbody>
        </table>
      </div>
    </section>`;
  }

  #sources({ series, steps, batch, seed }: Result): TemplateResult {
    const minutes = series.reduce((all, { seconds }) => all + seconds, 0) / 60;
    return html`<section class="sources" aria-labelledby="sources">
      <h2 id="sources">${say('bottleneck.sources')}</h2>
      <p>
        ${say('bottleneck.sources.says', { steps: counted.format(steps), batch, seed, minutes: Math.max(1, Math.round(minutes)) })}
      </p>
      <p>
        <a href="./results/bottleneck.json" download>${say('bottleneck.data')}</a>
        <code>${command}</code>
      </p>
    </section>`;
  }

  #choose(measure: Measure): void {
    this.measure = measure;
    this.#fragment.write(`measure=${measure}`);
    this.requestUpdate();
  }

  #read(): void {
    const wanted = new URLSearchParams(this.#fragment.read()).get('measure');
    this.measure = measures.find((one) => one === wanted) ?? 'sounds';
  }
}
