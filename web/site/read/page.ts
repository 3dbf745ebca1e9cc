import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { LearningRun } from '../../engine/types/learning.ts';
import { InvalidInput } from '../../engine/errors.ts';
import type { Notices } from '../notices.ts';
import { Steps } from '../trained/steps.ts';
import { Fragment, sayIgnored } from '../fragment.ts';
import { say } from '../words.ts';
import { headline } from './headline.ts';
import { Judging, judges, type Judge } from './judges.ts';
import { readHash, writeHash, type Message } from './link.ts';
import { messageView, sentenceOf } from './message-view.ts';
import { heaviest, readingOf, without, type Reading, type ShownLine, type ShownWord } from './reading.ts';
import { sampleOf, samples, type Sample } from './samples.ts';
import { verdictView, type Facts } from './verdict-view.ts';

/** Milliseconds without a key before a message that is written is judged. */
const pause = 180;
/** Milliseconds without a change before the verdict is spoken. */
const breath = 900;
/** Words that are underlined as the heaviest. */
const tops = 4;

/** `<read-page>`: a message is judged, and coloured by what the verdict leans on. */
export class ReadPage extends LitElement {
  notices!: Notices;
  /** Of the models and what they learned from. */
  about = '';
  readonly facts: Partial<Record<Judge, Facts>> = {};
  readonly judging = new Judging(() => this.#judged());
  message: Message = readHash('').message;
  readonly #steps = new Steps(this, () => this.notices);
  readonly #fragment = new Fragment(this, () => {
    this.#read();
    this.requestUpdate();
  });
  #pointed: { line: ShownLine; word: ShownWord } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #speaking: ReturnType<typeof setTimeout> | undefined;
  #told = '';

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#read();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
    clearTimeout(this.#speaking);
  }

  /** A model that is ready: the first shows a verdict at once, the second stands beside it. */
  ready(judge: Judge, run: LearningRun, facts: Facts): void {
    this.judging.runs[judge] = run;
    this.facts[judge] = facts;
    void this.judging.judge(this.message.text, this.message.out);
  }

  override render(): TemplateResult {
    const { seen, trouble } = this.judging;
    const whole = seen?.whole.attention;
    const now = seen?.now.attention;
    const reading = seen && whole && now ? readingOf(seen.text, whole, now, seen.out) : undefined;
    const empty = trouble instanceof InvalidInput;
    return html`
      <div class="top">
        <div>
          <h1>
            ${seen && reading && !empty ? headline(seen, reading) : say(empty ? 'read.head.empty' : 'read.head.opening')}
          </h1>
          <p class="try"><b>${say('read.try')}</b> ${say('read.try.says')}</p>
        </div>
      </div>
      <div class="judged">
        <section class="message" aria-labelledby="leans">
          <div class="head">
            <h2 id="leans">${say('read.leans')}</h2>
            <p>${say('read.leans.says')}</p>
          </div>
          ${reading && !empty ? this.#message(reading) : html`<p class="none">${say(empty ? 'read.empty' : 'read.opening')}</p>`}
          <p class="about what">${say('read.about')} ${this.about}</p>
        </section>
        <div class="beside">
          <section class="verdicts" aria-label=${say('read.verdicts')}>
            ${seen && !empty ? judges.map((judge) => verdictView(judge, seen, this.facts[judge])) : nothing}
          </section>
          ${this.#editor()}
        </div>
      </div>
      <div class="steps-place"></div>
      <p class="spoken" role="status">${this.#told}</p>
    `;
  }

  #message(reading: Reading): TemplateResult {
    const top = new Set(heaviest(reading, tops).map(({ begin }) => begin));
    const pointed = this.#pointed;
    const { out } = this.message;
    return html`${messageView(reading, top, {
        toggle: (word) => this.#toggle(word),
        point: (line, word) => this.#point(line, word),
      })}
      <div class="foot">
        <p class="legend">
          <span>${say('read.legend')}</span><span>0</span><i aria-hidden="true"></i
          ><span>${reading.largest.toFixed(2)}</span>
          <span class="unknown">${say('read.legend.unknown')}</span>
        </p>
        <p class="pointed">${pointed ? sentenceOf(pointed.line, pointed.word) : say('read.point')}</p>
        <div class="acts">
          <button type="button" class="button" data-action="steps" @click=${() => this.#stepThrough()}>
            ${say('train.steps')}
          </button>
          ${
            out.size
              ? html`<button
                  type="button"
                  class="button"
                  data-action="back"
                  @click=${() => this.#put({ ...this.message, out: new Set() })}
                >
                  ${say('read.back', { count: out.size })}
                </button>`
              : nothing
          }
        </div>
      </div>`;
  }

  #editor(): TemplateResult {
    const { text } = this.message;
    const sample = sampleOf(text);
    return html`<section class="editor" aria-labelledby="own">
      <div class="head">
        <h2 id="own"><label for="text">${say('read.message')}</label></h2>
        <div class="seg" role="group" aria-label=${say('read.samples')}>
          ${(Object.keys(samples) as Sample[]).map(
            (name) =>
              html`<button
                type="button"
                data-sample=${name}
                aria-pressed=${sample === name ? 'true' : 'false'}
                @click=${() => this.#put({ text: samples[name], out: new Set() })}
              >
                ${say(`read.sample.${name}`)}
              </button>`,
          )}
        </div>
      </div>
      <textarea
        id="text"
        rows="9"
        spellcheck="false"
        maxlength="20000"
        .value=${text}
        @input=${(event: Event) => this.#put({ text: (event.target as HTMLTextAreaElement).value, out: new Set() }, pause)}
      ></textarea>
      <p class="what">${say('read.private')}</p>
    </section>`;
  }

  /** What the model computed of the words that are left. */
  #stepThrough(): void {
    const { runs, seen } = this.judging;
    const whole = seen?.whole.attention;
    if (!runs.attention || !seen || !whole) return;
    void this.#steps.open(runs.attention, { text: without(seen.text, whole, seen.out) }, say('read.steps'));
  }

  /** Another message, or the same with other words taken out; judged at once, or when no more keys come. */
  #put(message: Message, wait = 0): void {
    this.message = message;
    this.#pointed = undefined;
    this.#steps.close();
    this.#write();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.judging.judge(message.text, message.out), wait);
    this.requestUpdate();
  }

  #toggle({ begin }: ShownWord): void {
    const out = new Set(this.message.out);
    if (!out.delete(begin)) out.add(begin);
    this.#put({ text: this.message.text, out });
  }

  #point(line?: ShownLine, word?: ShownWord): void {
    this.#pointed = line && word ? { line, word } : undefined;
    this.requestUpdate();
  }

  #judged(): void {
    const { trouble } = this.judging;
    if (trouble && !(trouble instanceof InvalidInput))
      this.notices.show('judge', say('read.failed'), [trouble instanceof Error ? trouble.message : String(trouble)]);
    this.requestUpdate();
    clearTimeout(this.#speaking);
    this.#speaking = setTimeout(() => {
      this.#told = this.querySelector('h1')?.textContent ?? '';
      this.requestUpdate();
    }, breath);
  }

  #read(): void {
    const { message, ignored } = readHash(this.#fragment.read());
    this.message = message;
    sayIgnored(this.notices, ignored);
    void this.judging.judge(message.text, message.out);
  }

  #write(): void {
    this.#fragment.write(writeHash(this.message));
  }
}
