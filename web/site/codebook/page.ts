import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { calm } from '../../elements/lib/palette.ts';
import type { LearningEngine } from '../../engine/types/learning.ts';
import { Fragment, sayIgnored } from '../fragment.ts';
import type { Notices } from '../notices.ts';
import { reason } from '../trained/engine.ts';
import { say } from '../words.ts';
import { changeView, digitsView, type ChangeActs } from './change.ts';
import { chosenOf, shownDigits, shownPlace, type Chosen } from './chosen.ts';
import { controls, switches, type Acts } from './controls.ts';
import { perplexityCurve } from './curve.ts';
import { headline, spoken } from './headline.ts';
import { histogram } from './histogram.ts';
import type { Lane } from './lane.ts';
import { figures, othersView } from './others.ts';
import { plane, planeLegend } from './plane.ts';
import { Session } from './session.ts';
import { bitChoices, learned, readHash, stepChoices, waysOf, writeHash, type SetUp } from './set-up.ts';

/** Milliseconds between two spoken summaries of a run that goes on. */
const breath = 10_000;

/** `<codebook-page>`: a codebook learns, collapses and recovers while one looks. */
export class CodebookPage extends LitElement {
  static override properties = { engine: { attribute: false } };

  engine: LearningEngine | undefined;
  notices!: Notices;
  session: Session | undefined;
  /** Of the plane and of the charts, in pixels. */
  widths = { plane: 640, charts: 520 };
  /** The shown digits as they are. */
  given: number[][] = [];
  /** The picture with the changed code, and what it was asked of. */
  tried: { of: string; picture: Float32Array } | undefined;
  #asking = '';
  #told = '';
  #toldAt = 0;
  #away = false;
  #resize: ResizeObserver | undefined;
  readonly #fragment = new Fragment(this, () => {
    if (this.session) this.#begin(this.#read(this.session.engine));
  });

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('visibilitychange', this.#seen);
    window.addEventListener('keydown', this.#key);
    window.addEventListener('pagehide', this.#leave);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('visibilitychange', this.#seen);
    window.removeEventListener('keydown', this.#key);
    window.removeEventListener('pagehide', this.#leave);
    this.#resize?.disconnect();
    this.session?.close();
  }

  protected override willUpdate(changed: PropertyValues): void {
    const { engine } = this;
    if (!changed.has('engine') || !engine || this.session) return;
    if (!learned(engine)) return this.notices.show('model', say('codebook.no.model'));
    const setUp = this.#read(engine);
    this.session = new Session(engine, setUp, this.#changed);
    this.#begin(setUp);
  }

  protected override updated(): void {
    if (this.#resize || !this.querySelector('.see')) return;
    this.#resize = new ResizeObserver(() => {
      const width = (selector: string) => Math.floor(this.querySelector(selector)?.clientWidth ?? 0);
      const widths = { plane: width('.plane-of'), charts: width('.notes') };
      if (!widths.plane || (widths.plane === this.widths.plane && widths.charts === this.widths.charts)) return;
      this.widths = widths;
      this.requestUpdate();
    });
    this.#resize.observe(this);
  }

  override render(): TemplateResult | typeof nothing {
    const { session, widths } = this;
    if (!session) return html`<p class="lead">${say('codebook.head.opening')}</p>`;
    const { main, setUp } = session;
    const chosen = chosenOf(main, setUp);
    const [first, second] = headline(session);
    const choose = (code: number) => this.#put({ code });
    return html`
      <div class="top">
        <div>
          <h1>${first}<br />${second}</h1>
          <p class="try">
            <b>${say('codebook.try')}</b> ${say(session.switches.repair ? 'codebook.try.says' : 'codebook.try.other')}
          </p>
        </div>
        ${this.#picks(session)}
      </div>
      ${main.state === 'failed' ? this.#trouble(main) : nothing}
      <div class="see">
        <div class="left">
          <div
            class="plane-of"
            role="slider"
            tabindex="0"
            aria-label=${say('codebook.plane.choose')}
            aria-valuemin="0"
            aria-valuemax=${(main.codes?.codes ?? 1) - 1}
            aria-valuenow=${chosen?.to ?? 0}
            aria-valuetext=${say('codebook.code', { code: chosen?.to ?? 0 })}
            @keydown=${(event: KeyboardEvent) => this.#step(event, chosen)}
          >
            ${main.codes ? plane({ lane: main, width: widths.plane, chosen: chosen?.to, choose }) : html`<span class="plane-place">${say(`codebook.lane.${main.state}`)}</span>`}
          </div>
          ${planeLegend(main)} ${controls(session, this.#acts)}
        </div>
        <div class="notes">
          ${switches(session, this.#acts)} ${figures(main)} ${perplexityCurve(main, widths.charts, session.goal)}
          ${histogram(main, widths.charts, chosen?.to, choose)}
          ${chosen ? changeView(main, chosen, this.given[setUp.digit], this.tried?.picture, this.#changes) : nothing}
          ${digitsView(main, this.given, setUp.digit, this.#changes)}
        </div>
      </div>
      ${othersView(session, {
        bring: (lane) => this.#bring(lane),
        teach: () => void session.teach(),
        stop: () => session.stopOthers(),
      })}
      <p class="about what">${say('codebook.about')} ${main.way.discretizer.differs}</p>
      <p class="spoken" role="status">${this.#told}</p>
    `;
  }

  #picks(session: Session): TemplateResult {
    const { setUp, ways, main } = session;
    const seg = <T extends number>(
      name: 'bits' | 'steps',
      label: string,
      choices: readonly T[],
      show: (one: T) => string,
    ) =>
      html`<div class="field">
        <span class="label" id=${name}>${label}</span>
        <div class="seg" role="group" aria-labelledby=${name}>
          ${choices.map(
            (one) =>
              html`<button
                type="button"
                data-choice=${`${name}-${one}`}
                aria-pressed=${String(setUp[name] === one)}
                @click=${() => this.#begin({ ...setUp, [name]: one, code: undefined })}
              >
                ${show(one)}
              </button>`,
          )}
        </div>
      </div>`;
    return html`<div class="picks">
      <div class="field">
        <label for="way">${say('codebook.way')}</label>
        <select
          id="way"
          .value=${main.way.key}
          @change=${(event: Event) => {
            const key = (event.target as HTMLSelectElement).value;
            const lane = session.lanes.find(({ way }) => way.key === key);
            if (lane) this.#bring(lane);
          }}
        >
          ${ways.map(({ key, name }) => html`<option value=${key} ?selected=${key === main.way.key}>${name}</option>`)}
        </select>
      </div>
      ${seg('bits', say('codebook.bits'), bitChoices, (bits) => String(2 ** bits))}
      ${seg('steps', say('codebook.steps'), stepChoices, String)}
    </div>`;
  }

  #trouble(lane: Lane): TemplateResult {
    return html`<div class="trouble" role="alert">
      <p>${say('codebook.failed', { reason: lane.trouble })}</p>
      <button type="button" class="button" data-action="retry" @click=${() => this.#acts.again()}>
        ${say('codebook.retry')}
      </button>
    </div>`;
  }

  // ---- what a visitor does ----

  readonly #acts: Acts = {
    play: () => void (this.session?.playing ? this.session.pause() : this.session?.play()),
    again: () => this.session && this.#begin(this.session.setUp),
    dial: (dial, value) => {
      const { session } = this;
      if (!session) return;
      const others = Object.entries(session.setUp.dials).filter(([name]) => name !== dial);
      const dials = Object.fromEntries([...others, ...(value === undefined ? [] : [[dial, value]])]);
      this.#put({ dials });
      void session.tell();
    },
    turn: (which, on) => void this.session?.turn(which, on),
  };

  readonly #changes: ChangeActs = {
    place: (place) => this.#put({ place }),
    code: (code) => this.#put({ code }),
    digit: (digit) => this.#put({ digit }),
  };

  /** From the first update on. */
  #begin(setUp: SetUp): void {
    const { session } = this;
    if (!session) return;
    this.#write(setUp);
    [this.given, this.tried] = [[], undefined];
    void session.begin(setUp).then(async () => {
      await this.#read8(session.main);
      // The first thing a visitor sees already moves, unless that is not wished for or costs a download.
      const saves = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
      if (!calm() && !saves && !document.hidden && session.main.run) await session.play();
    });
  }

  #bring(lane: Lane): void {
    const { session } = this;
    if (!session) return;
    void session.bringUp(lane);
    this.#write(session.setUp);
    this.querySelector('h1')?.scrollIntoView({ block: 'nearest', behavior: calm() ? 'auto' : 'smooth' });
  }

  /** A change of what is looked at; nothing begins anew. */
  #put(change: Partial<SetUp>): void {
    const { session } = this;
    if (!session) return;
    session.setUp = { ...session.setUp, ...change };
    this.#write(session.setUp);
    this.#changed();
  }

  #step(event: KeyboardEvent, chosen: Chosen | undefined): void {
    const codes = this.session?.main.codes?.codes ?? 0;
    if (!chosen || !codes) return;
    const by: Record<string, number> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? codes - 1 : undefined;
    const step = by[event.key];
    if (to === undefined && step === undefined) return;
    event.preventDefault();
    this.#put({ code: to ?? (chosen.to + step! + codes) % codes });
  }

  readonly #key = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.key !== ' ') return;
    // In a field keys are the field's, and the blank presses the button that has the focus.
    if ((event.target as Element).closest('input, select, textarea, button, summary, a')) return;
    event.preventDefault();
    this.#acts.play();
  };

  // ---- what follows from it ----

  async #read8(lane: Lane): Promise<void> {
    const { run, examples } = lane;
    if (!run) return;
    const all = Array.from({ length: shownDigits }, (_, i) => run.example(examples[shownPlace(lane, i)] ?? 0));
    this.given = (await Promise.all(all)).map(({ source }) => source);
    this.requestUpdate();
  }

  readonly #changed = (): void => {
    const { session } = this;
    if (!session) return;
    const now = performance.now();
    if (!session.playing || now - this.#toldAt > breath) [this.#told, this.#toldAt] = [spoken(session), now];
    void this.#redraw(session);
    this.requestUpdate();
  };

  /** The picture of the changed codes: asked for once for each state of the run and each choice. */
  async #redraw(session: Session): Promise<void> {
    const { main, setUp } = session;
    const chosen = chosenOf(main, setUp);
    if (!chosen || !main.run) return;
    const codes = [...chosen.own];
    codes[chosen.place] = chosen.to;
    const of = [main.way.key, main.step, ...codes].join();
    if (of === this.#asking) return;
    this.#asking = of;
    try {
      const [picture] = await main.run.fromCodes(codes);
      if (this.#asking !== of || !picture) return;
      this.tried = { of, picture };
      this.requestUpdate();
    } catch (error) {
      // A run that was left answers nothing more.
      if (this.#asking === of && main === session.main && main.run)
        this.notices.show('after', say('codebook.failed', { reason: reason(error) }));
    }
  }

  /** A tab that nobody sees computes nothing. */
  readonly #seen = (): void => {
    const { session } = this;
    if (!session) return;
    if (document.hidden && session.playing) {
      this.#away = true;
      void session.pause();
    } else if (!document.hidden && this.#away) {
      this.#away = false;
      void session.play();
    }
  };

  readonly #leave = (): void => {
    if (this.session?.playing) void this.session.pause();
  };

  #read(engine: LearningEngine): SetUp {
    const { setUp, ignored } = readHash(this.#fragment.read(), waysOf(engine));
    sayIgnored(this.notices, ignored);
    return setUp;
  }

  #write(setUp: SetUp): void {
    const { session } = this;
    if (session) this.#fragment.write(writeHash(setUp, session.ways));
  }
}
