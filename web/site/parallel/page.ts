import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { LearningEngine } from '../../engine/types/learning.ts';
import { loading } from '../trained/loading.ts';
import type { Notices } from '../notices.ts';
import { Player } from '../trained/player.ts';
import { Shipped } from '../trained/shipped.ts';
import { transport, transportKeys } from '../trained/transport.ts';
import { Fragment, sayIgnored } from '../fragment.ts';
import { say } from '../words.ts';
import { sum } from '../trained/statistics.ts';
import { measure, repeats, type Measured } from './measure.ts';
import { shownTime } from './time.ts';
import { timeline } from './timeline.ts';
import { triangle } from './triangle.ts';
/** Each longer than the one before; none of them was trained on. */
import words from './words.json' with { type: 'json' };

/** The decoding is drawn out to about so many milliseconds; in truth it is over before an eye has moved. */
const drawnOut = 6000;
const usual = 'lightning';

/** `<parallel-page>`: one transformer asked twice for the same sounds, told them all at once and left to find each. */
export class ParallelPage extends LitElement {
  static override properties = { engine: { attribute: false } };

  engine: LearningEngine | undefined;
  notices!: Notices;
  model: Shipped | undefined;
  /** What has been measured on this visit. */
  readonly measured = new Map<string, Measured>();
  word = usual;
  readonly player: Player = new Player(
    () => drawnOut / Math.max(this.player.last, 1),
    () => this.requestUpdate(),
  );
  /** Turns that are over, while it measures. */
  #turn: number | undefined;
  #abort: AbortController | undefined;
  #trouble = '';
  readonly #fragment = new Fragment(this, () => {
    this.#read();
    void this.#show();
  });

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#read();
    window.addEventListener('keydown', this.#key);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('keydown', this.#key);
    this.player.pause();
    this.#abort?.abort();
    this.model?.close();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('engine') || !this.engine || this.model) return;
    this.model = new Shipped(this.engine, 'g2p_transformer', () => this.requestUpdate());
    void this.#show();
  }

  override render(): TemplateResult {
    const { model, player } = this;
    const measured = this.measured.get(this.word);
    return html`
      <div class="top">
        <div>
          <h1>${measured ? this.#headline(measured) : say('parallel.head')}</h1>
          <p class="try"><b>${say('translate.try')}</b> ${say('parallel.try.says')}</p>
        </div>
        ${this.#length()}
      </div>
      <section class="transport" aria-label=${say('translate.controls')}>
        ${transport(player, measured ? this.#where(measured) : say('parallel.before'))} ${this.#measuring(model)}
      </section>
      ${measured ? this.#see(measured) : html`<div class="see wait">${this.#wait(model)}</div>`} ${this.#gains()}
      ${this.#table()}
      <p class="spoken" role="status">${measured && this.#turn === undefined ? this.#headline(measured) : ''}</p>
    `;
  }

  #headline({ sounds, once, calls }: Measured): string {
    return say('parallel.head.measured', {
      count: sounds.length,
      once: shownTime(once),
      calls: calls.length,
      time: shownTime(sum(calls)),
    });
  }

  #where({ sounds, calls }: Measured): string {
    const { at } = this.player;
    if (at === 0) return say('parallel.at.first');
    const time = shownTime(sum(calls.slice(0, at)));
    if (at === 1) return say('parallel.at.source', { time });
    return say('parallel.at', { call: at, count: calls.length, said: sounds[at - 2] || say('translate.end'), time });
  }

  #length(): TemplateResult {
    const length = say('parallel.length', { count: this.word.length });
    return html`<div class="field length">
      <label for="word">${length}</label>
      <span
        ><input
          id="word"
          type="range"
          min="0"
          max=${words.length - 1}
          step="1"
          aria-valuetext=${`${this.word}, ${length}`}
          .value=${String(words.indexOf(this.word))}
          @change=${(event: Event) => this.take(words[Number((event.target as HTMLInputElement).value)]!)}
        /><button type="button" class="link" ?disabled=${this.word === usual} @click=${() => this.take(usual)}>
          ${say('translate.reset')}
        </button></span
      >
      <b class="word">${this.word}</b>
    </div>`;
  }

  #measuring(model: Shipped | undefined): TemplateResult | typeof nothing {
    if (this.#turn !== undefined)
      return html`<div class="playing">
        <progress max=${repeats + 1} value=${this.#turn} aria-label=${say('parallel.measuring')}></progress>
        <p>
          <span
            >${this.#turn ? say('parallel.turn', { turn: this.#turn, count: repeats }) : say('parallel.warming')}</span
          >
          <button type="button" class="link" data-action="stop" @click=${() => this.#abort?.abort()}>
            ${say('shipped.cancel')}
          </button>
        </p>
      </div>`;
    if (model?.state !== 'ready') return nothing;
    return html`<button type="button" class="button" data-action="measure" @click=${() => this.#again()}>
      ${say(this.measured.has(this.word) ? 'parallel.again' : 'parallel.measure')}
    </button>`;
  }

  #see(measured: Measured): TemplateResult {
    const { sounds, calls, once } = measured;
    const { at } = this.player;
    const now = sum(calls.slice(0, at));
    // The one call is over when the playhead has passed its end; at the end of all, in any case.
    const done = now >= once || at >= this.player.last;
    return html`${timeline(measured, at >= this.player.last ? Infinity : now)}
      <div class="pair">
        ${triangle(measured, say('parallel.given'), say('parallel.given.rows'), done ? sounds.length : 0, -1)}
        ${triangle(measured, say('parallel.decoded'), say('parallel.decoded.rows'), Math.max(0, at - 1), at - 2)}
      </div>
      <p class="legend">
        <span>${say('parallel.weights')}</span><span>0</span><i aria-hidden="true"></i><span>1</span>
      </p>`;
  }

  #wait(model: Shipped | undefined): TemplateResult {
    if (!model) return html`<p class="what">${say('translate.starting')}</p>`;
    if (this.#trouble) return html`<p role="alert">${say('train.failed', { message: this.#trouble })}</p>`;
    if (model.state === 'loading') return loading(model);
    if (model.state === 'absent')
      return html`<p>${say('shipped.absent')}</p>
        <p><code>npm run train -- ${model.name}</code></p>`;
    if (model.state === 'failed' || model.state === 'cancelled')
      return html`<p role="alert">
          ${model.state === 'failed' ? say('shipped.failed', { message: model.trouble }) : say('shipped.cancelled')}
        </p>
        <button type="button" class="button" data-action="load" @click=${() => void this.#show()}>
          ${say('again')}
        </button>`;
    return html`<p class="what">${say(this.#turn === undefined ? 'parallel.stopped' : 'parallel.measuring')}</p>`;
  }

  #gains(): TemplateResult {
    return html`<section class="gains" aria-labelledby="gains">
      <h2 id="gains">${say('parallel.gains')}</h2>
      <div class="three">
        ${['training', 'decoding', 'work'].map(
          (one) =>
            html`<div>
              <h3>${say(`parallel.gains.${one}`)}</h3>
              <p>${say(`parallel.gains.${one}.says`)}</p>
            </div>`,
        )}
      </div>
    </section>`;
  }

  #table(): TemplateResult | typeof nothing {
    const rows = [...this.measured].sort(([a], [b]) => a.length - b.length);
    if (!rows.length) return nothing;
    return html`<section class="measured" aria-labelledby="table">
      <h2 id="table">${say('parallel.table')}</h2>
      <p class="what">${say('parallel.table.says', { count: repeats })}</p>
      <div class="scroll" tabindex="0" role="group" aria-labelledby="table">
        <table>
          <thead>
            <tr>
              ${['text', 'sounds', 'once', 'calls', 'time', 'times'].map(
                (one) => html`<th scope="col">${say(`parallel.table.${one}`)}</th>`,
              )}
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              ([, { text, sounds, once, calls }]) =>
                html`<tr>
                  <th scope="row">${text}</th>
                  <td>${sounds.length}</td>
                  <td class="number">${shownTime(once)}</td>
                  <td>${calls.length}</td>
                  <td class="number">${shownTime(sum(calls))}</td>
                  <td>${once > 0 ? (sum(calls) / once).toFixed(1) : '–'}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </section>`;
  }

  /** Another length; measured once, then as it was. */
  take(word: string): void {
    this.word = word;
    this.#fragment.write(`word=${word}`);
    void this.#show();
  }

  #again(): void {
    this.measured.delete(this.word);
    void this.#show();
  }

  async #show(): Promise<void> {
    const { model, word } = this;
    this.#abort?.abort();
    this.player.pause();
    this.requestUpdate();
    if (!model) return;
    if (!model.manifest) await model.ask();
    if (model.state === 'absent') return;
    await model.load();
    if (this.word !== word || !model.run) return;
    if (!this.measured.has(word)) await this.#measure(word);
    const measured = this.measured.get(word);
    if (measured && this.word === word) this.player.begin(measured.calls.length);
  }

  async #measure(word: string): Promise<void> {
    const abort = (this.#abort = new AbortController());
    this.#trouble = '';
    try {
      const found = await measure(this.model!.run!, word, abort.signal, (turn) => {
        this.#turn = turn;
        this.requestUpdate();
      });
      this.measured.set(word, found);
    } catch (error) {
      if (!abort.signal.aborted) this.#trouble = error instanceof Error ? error.message : String(error);
    }
    if (this.#abort === abort) this.#turn = undefined;
    this.requestUpdate();
  }

  readonly #key = (event: KeyboardEvent): void => transportKeys(this.player, event);

  #read(): void {
    const ignored: string[] = [];
    for (const [name, value] of new URLSearchParams(this.#fragment.read())) {
      if (name === 'word' && words.includes(value)) this.word = value;
      else ignored.push(`${name}=${value.slice(0, 40)}`);
    }
    sayIgnored(this.notices, ignored);
  }
}
