import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { calm } from '../../elements/lib/palette.ts';
import type { LearningEngine } from '../../engine/types/learning.ts';
import { loading } from '../trained/loading.ts';
import type { Notices } from '../notices.ts';
import { Fragment, sayIgnored } from '../fragment.ts';
import { say } from '../words.ts';
import { aboutView } from './about.ts';
import { chance, choice, transport, wayView, type Acts } from './controls.ts';
import { headline, spoken } from './headline.ts';
import { mostSeeds, readHash, writeHash, type View } from './link.ts';
import { nextView } from './next-view.ts';
import { paperView, type PaperActs } from './paper.ts';
import { pressed, type Pencil } from './pencil.ts';
import { fitted } from './picture.ts';
import { Session } from './session.ts';
import { stripView } from './strip.ts';

/** What the models that are shipped draw; a link is read before any is there. */
const usual = { side: 14, levels: 4, digits: 1000 };

/** `<complete-page>`: a model draws what a picture lacks, in the page's own tree so that the site's sheets dress it. */
export class CompletePage extends LitElement {
  static override properties = { engine: { attribute: false } };

  engine: LearningEngine | undefined;
  notices!: Notices;
  session: Session | undefined;
  pencil: Pencil | undefined;
  #told = '';
  readonly #fragment = new Fragment(this, () => {
    void this.session?.look(this.#read());
  });

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('keydown', this.#key);
    document.addEventListener('visibilitychange', this.#seen);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('keydown', this.#key);
    document.removeEventListener('visibilitychange', this.#seen);
    this.session?.stop();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('engine') || !this.engine || this.session) return;
    this.session = new Session(this.engine, this.#changed);
    void this.session.look(this.#read()).then(() => {
      // The first thing a visitor sees already moves, unless that is not wished for.
      if (!calm() && !document.hidden) void this.session?.play();
    });
  }

  override render(): TemplateResult {
    const { session, pencil } = this;
    const view = session?.view;
    if (!session || !view) return html`<p class="lead">${say('complete.starting')}</p>`;
    const { picture, offers } = session;
    return html`
      <div class="top">
        <div>
          <h1>${headline(session)}</h1>
          <p class="try"><b>${say('complete.try')}</b> ${say('complete.try.says')}</p>
        </div>
        ${wayView(view, picture?.side ?? usual.side, this.#acts)}
      </div>
      <section class="controls" aria-label=${say('complete.controls')}>
        ${transport(session, this.#acts)} ${chance(view, this.#acts)}
      </section>
      ${this.#loading(session)}
      ${
        picture
          ? html`<div class="bench">
                <div class="sheet">${paperView(session, this.#paperActs, pencil)}</div>
                ${nextView(session)} ${stripView(session)}
              </div>
              ${guard([offers, view, picture, pencil?.level], () => choice(session, pencil, this.#acts))}`
          : nothing
      }
      ${guard([session.model.manifest, view.way], () => aboutView(session.model.manifest, view.way))}
      <p class="spoken" role="status">${this.#told}</p>
    `;
  }

  #loading(session: Session): TemplateResult | typeof nothing {
    const { status, trouble } = session;
    if (status === 'opening') return loading(session.model);
    if (status !== 'failed') return nothing;
    return html`<div class="loading trouble" role="alert">
      <p>${trouble ? say('shipped.failed', { message: trouble }) : say('shipped.cancelled')}</p>
      <button type="button" class="button" data-action="retry" @click=${() => this.#show({})}>${say('again')}</button>
    </div>`;
  }

  readonly #acts: Acts = {
    play: () => this.play(),
    step: () => {
      this.pencil = undefined;
      void this.session?.step();
    },
    reset: () => this.session?.stop(),
    seek: (count) => this.session?.seek(count),
    another: () => {
      const { session } = this;
      if (!session?.view) return;
      void this.#show({ seed: (session.view.seed % mostSeeds) + 1 }).then(() => this.play());
    },
    change: (fields) => {
      const goesOn = this.session?.status === 'drawing' || this.session?.status === 'done';
      this.pencil = undefined;
      void this.#show(fields).then(() => goesOn && !calm() && this.play());
    },
    offer: () => void this.session?.offer(),
    pencil: (level) => {
      this.session?.stop();
      const { row = 0, column = 0 } = this.pencil ?? {};
      this.pencil = level === undefined ? undefined : { level, row, column };
      this.requestUpdate();
    },
    wipe: () => this.#own(this.session?.picture?.pixels.map(() => 0)),
  };

  readonly #paperActs: PaperActs = {
    hole: (hole) => {
      const { view, picture } = this.session ?? {};
      if (!view || !picture) return;
      const next = fitted(hole, picture.side);
      const same = Object.entries(next).every(([name, value]) => view.hole[name as keyof typeof next] === value);
      if (!same) void this.#show({ hole: next });
    },
    kept: (rows) => {
      const { view, picture } = this.session ?? {};
      const kept = Math.min(Math.max(0, Math.round(rows)), (picture?.side ?? 1) - 1);
      if (view && view.kept !== kept) void this.#show({ kept });
    },
    seek: (place) => {
      const { painting } = this.session ?? {};
      const at = painting?.told.findIndex((told) => told.place === place) ?? -1;
      if (at >= 0) this.session?.seek(at + 1);
    },
    ink: (place) => {
      const { picture } = this.session ?? {};
      if (!this.pencil || !picture || place < 0 || picture.pixels[place] === this.pencil.level) return;
      Object.assign(this.pencil, { row: Math.floor(place / picture.side), column: place % picture.side });
      this.#own(picture.pixels.map((level, i) => (i === place ? this.pencil!.level : level)));
    },
  };

  /** Draws on, pauses, or draws anew what is done. */
  play(): void {
    const { session } = this;
    if (!session) return;
    this.pencil = undefined;
    if (session.status === 'drawing') return session.pause();
    if (session.status === 'done') session.stop();
    void session.play();
  }

  #own(own: readonly number[] | undefined): void {
    if (own) void this.#show({ own });
  }

  async #show(fields: Partial<View>): Promise<void> {
    const { session } = this;
    if (!session?.view) return;
    const view = { ...session.view, ...fields };
    this.#fragment.write(writeHash(view, session.picture?.side ?? usual.side));
    await session.look(view);
  }

  readonly #changed = (): void => {
    const { session } = this;
    if (session && session.status !== 'drawing') this.#told = spoken(session);
    this.requestUpdate();
  };

  readonly #seen = (): void => {
    if (document.hidden) this.session?.pause();
  };

  readonly #key = (event: KeyboardEvent): void => {
    const { session, pencil } = this;
    if (!session || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const at = event.target as Element;
    if (pencil && at.closest('.paper')) return this.#drawKey(event, pencil);
    // In a field keys are the field's, and the blank presses the button that has the focus.
    if (at.closest('input, select, textarea') || (event.key === ' ' && at.closest('button, summary, a'))) return;
    if (event.key === ' ') this.play();
    else if (event.key === 'ArrowRight') this.#acts.step();
    else if (event.key === 'ArrowLeft' && session.painting) session.seek(session.seen - 1);
    else if (event.key === 'n') this.#acts.another();
    else return;
    event.preventDefault();
  };

  #drawKey(event: KeyboardEvent, pencil: Pencil): void {
    const { picture } = this.session!;
    const next = picture && pressed(pencil, event.key, picture);
    if (!next) return;
    this.pencil = next.pencil;
    if (next.leaves) this.#paperActs.ink(pencil.row * picture.side + pencil.column);
    event.preventDefault();
    this.requestUpdate();
  }

  #read(): View {
    const { view, ignored } = readHash(this.#fragment.read(), usual);
    sayIgnored(this.notices, ignored);
    return view;
  }
}
