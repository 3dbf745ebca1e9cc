import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { calm } from '../../elements/lib/palette.ts';
import { guard } from 'lit/directives/guard.js';
import type { LearningEngine } from '../../engine/types/learning.ts';
import type { Notices } from '../notices.ts';
import { Fragment, sayIgnored } from '../fragment.ts';
import { say } from '../words.ts';
import { chartsView } from './charts.ts';
import { exampleView } from './example.ts';
import { headline, spoken } from './headline.ts';
import { playing, rowOfButtons } from './transport.ts';
import { rateControl, shownRate } from './rate.ts';
import { runsView } from './runs.ts';
import { Session } from './session.ts';
import type { Shown } from './shown.ts';
import { Steps } from './steps.ts';
import { picksView, setUpView } from './set-up-view.ts';
import { filesView } from './files-view.ts';
import { readHash, specsOf, valuesOf, writeHash, type SetUp } from './set-up.ts';

/** Milliseconds between two pictures: a training run tells ten times a second, and eyes want no more than five. */
const frame = 200;
/** Between two spoken summaries of a run that goes on. */
const breath = 10_000;

/** `<train-page>`: a model learns while one looks, in the page's own tree so that the site's sheets dress it. */
export class TrainPage extends LitElement {
  static override properties = { engine: { attribute: false } };

  engine: LearningEngine | undefined;
  notices!: Notices;
  /** Makes another engine where one has stopped for good. */
  another!: () => Promise<LearningEngine>;
  session: Session | undefined;
  /** Of the charts, in pixels. */
  width = 460;
  /** Sent away by a hidden tab, to go on when it is looked at again. */
  #away = false;
  /** Where there is room, the set-up stands open below. */
  readonly #roomy = matchMedia('(min-width: 1181px)').matches;
  #told = '';
  #toldAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #fragment = new Fragment(this, () => {
    const { engine, session } = this;
    if (!engine || !session) return;
    const setUp = this.#read(engine);
    void session.open(setUp);
  });
  #resize: ResizeObserver | undefined;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('visibilitychange', this.#seen);
    window.addEventListener('keydown', this.#key);
    // A page that is left must not go on computing behind the one that follows.
    window.addEventListener('pagehide', this.#leave);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('visibilitychange', this.#seen);
    window.removeEventListener('keydown', this.#key);
    window.removeEventListener('pagehide', this.#leave);
    this.#resize?.disconnect();
    this.#steps?.close();
    this.session?.close();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('engine') || !this.engine || this.session) return;
    const setUp = this.#read(this.engine);
    this.session = new Session(this.engine, setUp, this.#changed);
    void this.session.open(setUp).then(() => {
      // The first thing a visitor sees already moves, unless that is not wished for or costs a download.
      const saves = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
      if (!calm() && !saves && !document.hidden && this.session?.status === 'ready') void this.session.start();
    });
  }

  protected override updated(): void {
    const charts = this.querySelector('.charts');
    if (!charts || this.#resize) return;
    this.#resize = new ResizeObserver(([entry]) => {
      const width = Math.floor(entry?.contentRect.width ?? 0);
      if (!width || width === this.width) return;
      this.width = width;
      this.requestUpdate();
    });
    this.#resize.observe(charts);
  }

  override render(): TemplateResult | typeof nothing {
    const { session, engine } = this;
    if (!session || !engine) return html`<p class="lead">${say('train.starting')}</p>`;
    // What has not changed is not drawn again: a training run asks for a picture five times a second.
    const { status, setUp } = session;
    const rate = Number(valuesOf(engine, session.setUp, 'train')['rate'] ?? 0);
    const largest = specsOf(engine, session.setUp, 'train').find(({ id }) => id === 'rate')?.max ?? 1;
    return html`
      <div class="top">
        <div>
          <h1>${headline(session)}</h1>
          <p class="try"><b>${say('train.try')}</b> ${say('train.try.says')}</p>
        </div>
        ${guard([setUp], () => picksView(engine, setUp, (other) => this.renew(other)))}
      </div>
      <section class="transport" aria-label=${say('train.transport')}>
        ${rowOfButtons(session, {
          play: () => this.play(),
          step: () => void session.step(),
          reset: () => this.renew(session.setUp),
          cancel: () => session.cancel(),
        })}
        ${playing(session, () => this.extend())}
        ${rateControl(session.rate, rate, largest, (value) => void session.setRate(value))}
      </section>
      ${status === 'diverged' || status === 'failed' ? this.#trouble(session) : nothing}
      <div class="see">
        <section class="looks" aria-labelledby="looks">
          <div class="head">
            <h2 id="looks">${say('train.looks')}</h2>
            <p>${say('train.looks.says')}</p>
            ${
              session.shown.length
                ? html`<button type="button" class="link" data-action="more" @click=${() => void session.more()}>
                    ${say('train.others')}
                  </button>`
                : nothing
            }
          </div>
          ${
            session.shown.length
              ? html`<div class="examples">
                    ${guard([session.shown], () => session.shown.map((one) => exampleView(one, this.#stepThrough)))}
                  </div>
                  <p class="legend">
                    <span>${say('train.legend')}</span><span>0</span><i aria-hidden="true"></i><span>1</span>
                  </p>`
              : html`<p class="none">${say(status === 'opening' ? 'train.opening' : 'train.nothing')}</p>`
          }
        </section>
        <section class="charts" aria-label=${say('train.charts')}>${chartsView(session, this.width)}</section>
      </div>
      <div class="steps-place"></div>
      ${runsView(session)} ${guard([setUp], () => setUpView(engine, setUp, this.#roomy, (other) => this.renew(other)))}
      ${guard([setUp, session.run], () => filesView(session, this.notices))}
      <p class="spoken" role="status">${this.#told}</p>
    `;
  }

  /** Start, pause, or begin anew where it is done. */
  play(): void {
    const { session } = this;
    if (!session) return;
    if (session.status === 'training') void session.pause();
    else if (session.status === 'done') this.renew(session.setUp, true);
    else void session.start();
  }

  /** As many updates again. */
  extend(): void {
    const { session } = this;
    void session?.extend().then(() => {
      this.#write(session.setUp);
      void session.start();
    });
  }

  /** Another run; it trains at once where the one before did. */
  renew(setUp: SetUp, start = this.session?.status === 'training'): void {
    const { session } = this;
    if (!session) return;
    this.#write(setUp);
    void (async () => {
      if (session.broken) session.mend(await this.another());
      await session.open(setUp);
      if (start && session.status === 'ready') await session.start();
    })();
  }

  #trouble(session: Session): TemplateResult {
    const { status, trouble, record, rate, undoTo, calmer } = session;
    if (status === 'failed')
      return html`<div class="trouble" role="alert">
        <p>${trouble ? say('train.failed', { message: trouble }) : say('train.cancelled')}</p>
        <button type="button" class="button" @click=${() => this.renew(session.setUp)}>${say('train.again')}</button>
      </div>`;
    return html`<div class="trouble" role="alert">
      <p>
        <b>${say('train.diverged', { step: record.step })}</b>
        ${say('train.diverged.says', { what: trouble ?? '', rate: shownRate(rate) })}
      </p>
      <button type="button" class="button primary" data-action="undo-slower" @click=${() => void session.undo(calmer)}>
        ${say('train.undo.slower', { step: undoTo ?? 0, rate: shownRate(calmer) })}
      </button>
      <button type="button" class="button" data-action="undo" @click=${() => void session.undo()}>
        ${say('train.undo', { step: undoTo ?? 0 })}
      </button>
    </div>`;
  }

  /** Every step of an example, as the model stands now: it is not trained meanwhile, and training closes it. */
  readonly #stepThrough = (shown: Shown): void => {
    const { session } = this;
    const place = this.querySelector<HTMLElement>('.steps-place');
    if (!session || !place) return;
    this.#steps ??= new Steps(session, place, (message) =>
      this.notices.show('steps', say('train.steps.failed'), [message]),
    );
    void this.#steps.open(shown);
  };
  #steps: Steps | undefined;

  readonly #changed = (): void => {
    const { session } = this;
    if (!session) return;
    this.#steps?.follow();
    const text = spoken(session);
    const now = performance.now();
    if (session.status !== 'training' || now - this.#toldAt > breath) [this.#told, this.#toldAt] = [text, now];
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.requestUpdate();
    }, frame);
  };

  /** A tab that nobody sees computes nothing. */
  readonly #seen = (): void => {
    const { session } = this;
    if (!session) return;
    if (document.hidden && session.status === 'training') {
      this.#away = true;
      void session.pause();
    } else if (!document.hidden && this.#away) {
      this.#away = false;
      void session.start();
    }
  };

  readonly #leave = (): void => {
    if (this.session?.status === 'training') void this.session.pause();
  };

  readonly #key = (event: KeyboardEvent): void => {
    const { session } = this;
    if (!session || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    // In a field keys are the field's, and the blank presses the button that has the focus.
    const at = event.target as Element;
    if (at.closest('input, select, textarea') || (event.key === ' ' && at.closest('button, summary, a'))) return;
    if (event.key === ' ') this.play();
    else if (event.key === 'ArrowRight') void session.step();
    else if (event.key === 'u' && session.status !== 'training') void session.undo();
    else return;
    event.preventDefault();
  };

  #read(engine: LearningEngine): SetUp {
    const { setUp, ignored } = readHash(this.#fragment.read(), engine);
    sayIgnored(this.notices, ignored);
    return setUp;
  }

  #write(setUp: SetUp): void {
    this.#fragment.write(writeHash(setUp));
  }
}
