import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { calm } from '../../elements/lib/palette.ts';
import { pathTo } from '../../engine/learning/decoded.ts';
import type { LearningEngine } from '../../engine/types/learning.ts';
import { loading } from '../trained/loading.ts';
import type { Notices } from '../notices.ts';
import { Player } from '../trained/player.ts';
import { Steps } from '../trained/steps.ts';
import { transport, transportKeys } from '../trained/transport.ts';
import { Fragment, sayIgnored } from '../fragment.ts';
import { say } from '../words.ts';
import { longestText, mostBeams, readHash, usualBeam, writeHash, type View } from './address.ts';
import { beamView, type Spot } from './beam.ts';
import { cards, nameOf } from './cards.ts';
import type { Dictionary } from './dictionary.ts';
import { headline, knownAs, leastRead, placeOf, where } from './headline.ts';
import { matrix } from './matrix.ts';
import { measured } from './measured.ts';
import shipped from './models.json' with { type: 'json' };
import { saidLine } from './said.ts';
import { Session, type Said } from './session.ts';

/** Milliseconds for a row: long enough to see where it looks. */
const pace = 800;

/** `<translate-page>`: a word is said sound by sound, and the page shows where each looks and what else could have been said. */
export class TranslatePage extends LitElement {
  static override properties = { engine: { attribute: false } };

  engine: LearningEngine | undefined;
  notices!: Notices;
  session: Session | undefined;
  readonly player = new Player(
    () => pace,
    () => this.requestUpdate(),
  );
  #dictionary: Dictionary | undefined;
  #names: ReadonlyMap<string, string> = new Map();
  #spot: Spot | undefined;
  readonly #steps = new Steps(this, () => this.notices);
  readonly #fragment = new Fragment(this, () => {
    const { session } = this;
    if (!session) return;
    session.take(this.#read());
    void this.#say();
  });

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('keydown', this.#key);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#steps.close();
    window.removeEventListener('keydown', this.#key);
    this.player.pause();
    this.session?.close();
  }

  set dictionary(dictionary: Dictionary) {
    this.#dictionary = dictionary;
    if (this.session) this.session.dictionary = dictionary;
    this.requestUpdate();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('engine') || !this.engine || this.session) return;
    this.#names = new Map(this.engine.catalog.models.map(({ id, name }) => [id, name]));
    this.session = new Session(this.engine, shipped.models, this.#read(), () => this.requestUpdate());
    if (this.#dictionary) this.session.dictionary = this.#dictionary;
    for (const model of this.session.models) void model.ask();
    void this.#say();
  }

  override render(): TemplateResult {
    const { session, player } = this;
    if (!session) return html`<p class="lead">${say('translate.starting')}</p>`;
    const all = session.all(session.model);
    const { word, row } = placeOf(all, player.at);
    return html`
      <div class="top">
        <div>
          <h1>${headline(session, nameOf(session.model, this.#names))}</h1>
          <p class="try"><b>${say('translate.try')}</b> ${say('translate.try.says')}</p>
        </div>
        ${this.#ask(session)}
      </div>
      ${this.#suggestions()} ${this.#controls(session, all)}
      ${session.words.length > 1 ? this.#phrase(session, all, word) : nothing}
      ${all?.[word] ? this.#see(all[word], row) : this.#wait(session)}
      <div class="steps-place"></div>
      ${cards(session, word, this.#names, { choose: (model) => this.#choose({ model }), load: (model) => this.#load(model) })}
      ${measured(session.models, this.#names)}
      <p class="spoken" role="status">${all && !player.playing ? where(all, player.at) : ''}</p>
    `;
  }

  /** Something else to say, from its first sound on. */
  take(text: string): void {
    this.#choose({ text });
  }

  #ask({ view }: Session): TemplateResult {
    return html`<form
      class="ask"
      @submit=${(event: Event) => {
        event.preventDefault();
        this.take(this.querySelector<HTMLInputElement>('#text')!.value);
      }}
    >
      <div class="field">
        <label for="text">${say('translate.text')}</label>
        <input
          id="text"
          maxlength=${longestText}
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          .value=${view.text}
        />
      </div>
      <button type="submit" class="button primary">${say('translate.say')}</button>
    </form>`;
  }

  #suggestions(): TemplateResult {
    const one = (text: string) =>
      html`<button type="button" class="link" data-text=${text} @click=${() => this.take(text)}>${text}</button>`;
    const dictionary = this.#dictionary;
    const held = shipped.heldOut.filter((word) => !dictionary || dictionary.find(word)?.part === 'test');
    return html`<div class="suggest">
      <p>
        <span class="what">${say('translate.held')}</span> ${held.map(one)}
        ${
          dictionary
            ? html`<button
                type="button"
                class="link"
                data-action="another"
                @click=${() => this.take(dictionary.heldOut(Math.floor(Math.random() * dictionary.held)))}
              >
                ${say('translate.another')}
              </button>`
            : nothing
        }
      </p>
      <p><span class="what">${say('translate.made')}</span> ${shipped.madeUp.map(one)}</p>
      <p><span class="what">${say('translate.phrase')}</span> ${one(shipped.phrase)}</p>
    </div>`;
  }

  #controls(session: Session, all: Said[] | undefined): TemplateResult {
    const { view } = session;
    return html`<section class="transport" aria-label=${say('translate.controls')}>
      ${transport(this.player, all ? where(all, this.player.at) : say('translate.waiting'))}
      <div class="field">
        <span class="label" id="model">${say('translate.model')}</span>
        <div class="seg" role="group" aria-labelledby="model">
          ${session.models.map(
            (model, place) =>
              html`<button
                type="button"
                data-model=${model.name}
                aria-pressed=${place === view.model ? 'true' : 'false'}
                @click=${() => this.#choose({ model: place })}
              >
                ${nameOf(model, this.#names)}
              </button>`,
          )}
        </div>
      </div>
      <div class="field beams">
        <label for="beam">${say('translate.beam.width')} <b>${view.beam}</b></label>
        <span
          ><input
            id="beam"
            type="range"
            min="1"
            max=${mostBeams}
            step="1"
            .value=${String(view.beam)}
            @change=${(event: Event) => this.#choose({ beam: Number((event.target as HTMLInputElement).value) })}
          />
          <button
            type="button"
            class="link"
            ?disabled=${view.beam === usualBeam}
            @click=${() => this.#choose({ beam: usualBeam })}
          >
            ${say('translate.reset')}
          </button></span
        >
      </div>
    </section>`;
  }

  #phrase(session: Session, all: Said[] | undefined, at: number): TemplateResult {
    return html`<div class="phrase">
      <p class="what">${say('translate.phrase.says')}</p>
      <div role="group" aria-label=${say('translate.words')}>
        ${session.words.map(
          (word, i) =>
            html`<button
              type="button"
              aria-pressed=${i === at ? 'true' : 'false'}
              @click=${() => this.player.go(all ? all.slice(0, i + 1).reduce((sum, { decoded }) => sum + decoded.steps.length, 0) : 0)}
            >
              <b>${word}</b> <span>${all?.[i]?.sounds.join(' ') ?? ''}</span>
            </button>`,
        )}
      </div>
    </div>`;
  }

  #see(one: Said, row: number): TemplateResult {
    const { decoded } = one;
    const spot = this.#spot;
    const pieces = spot ? pathTo(decoded.steps, spot.step, spot.entry) : decoded.pieces;
    const first = this.player.at - row - 1;
    const go = (to: number) => this.player.go(first + to + 1);
    return html`<div class="see">
        <section class="looks" aria-labelledby="looks">
          <h2 id="looks">${say('translate.looks')}</h2>
          <p class="what">
            ${spot ? say('translate.looks.spot') : say('translate.looks.says')}
            ${
              spot
                ? html`<button type="button" class="link" @click=${() => this.#look(undefined)}>
                    ${say('translate.looks.back')}
                  </button>`
                : nothing
            }
          </p>
          ${matrix({ letters: decoded.sourcePieces, pieces, shown: row + 1, row: Math.min(row, pieces.length - 1), go })}
          <p class="legend">
            <span>${say('train.legend')}</span><span>0</span><i aria-hidden="true"></i><span>1</span>
          </p>
        </section>
        <section class="search" aria-labelledby="search">
          <h2 id="search">${say('translate.beam')}</h2>
          <p class="what">${say('translate.beam.says')}</p>
          <div class="scroll" tabindex="0" role="group" aria-labelledby="search">
            ${beamView(decoded, row + 1, spot, (at) => this.#look(at))}
          </div>
          <p class="legend fates">
            ${(['chosen', 'kept', 'ended', 'dropped'] as const).map(
              (fate) => html`<span><i class=${fate} aria-hidden="true"></i>${say(`translate.fate.${fate}`)}</span>`,
            )}
          </p>
        </section>
      </div>
      <section class="outcome" aria-label=${say('translate.outcome')}>
        ${saidLine(one, row + 1)}
        <p>${knownAs(one)} ${row + 1 >= decoded.pieces.length ? leastRead(one) : nothing}</p>
        <button type="button" class="button" data-action="steps" @click=${() => this.#step(one)}>
          ${say('translate.steps')}
        </button>
      </section>`;
  }

  #wait({ model, words, trouble }: Session): TemplateResult {
    const says = !words.length
      ? html`<p>${say('translate.nothing')}</p>`
      : trouble
        ? html`<p role="alert">${say('train.failed', { message: trouble })}</p>`
        : model.state === 'loading'
          ? loading(model)
          : html`<p class="what">${say(model.state === 'ready' ? 'translate.saying' : 'translate.card.below')}</p>`;
    return html`<div class="see wait">${says}</div>`;
  }

  #look(spot: Spot | undefined): void {
    const same = this.#spot?.step === spot?.step && this.#spot?.entry === spot?.entry;
    this.#spot = same ? undefined : spot;
    this.player.pause();
    this.requestUpdate();
  }

  /** Every step of the model on this word, in the stepper; it says the word without a beam. */
  #step({ word }: Said): void {
    const { session } = this;
    const run = session?.model.run;
    if (!session || !run) return;
    this.player.pause();
    const title = say('translate.steps.title', { word, model: nameOf(session.model, this.#names) });
    void this.#steps.open(run, { text: word }, title);
  }

  #choose(change: Partial<View>): void {
    const { session } = this;
    if (!session) return;
    session.take({ ...session.view, ...change });
    this.#fragment.write(writeHash(session.view, shipped.models));
    // A new word is said from its beginning; another model or beam is there at once, to be compared.
    void this.#say(change.text !== undefined && !calm());
  }

  #load(place: number): void {
    void this.session?.models[place]?.load().then(() => this.session?.say());
  }

  async #say(moves = !calm()): Promise<void> {
    const { session } = this;
    if (!session) return;
    const { view, left } = session;
    this.#spot = undefined;
    this.#steps.close();
    if (left.length) this.notices.show('left', say('translate.left'), left);
    else this.notices.remove('left');
    this.requestUpdate();
    await session.say(() => {
      if (session.view !== view) return;
      const all = session.all(session.model);
      this.player.begin(all ? all.reduce((sum, { decoded }) => sum + decoded.steps.length, 0) : 0, moves);
    });
  }

  readonly #key = (event: KeyboardEvent): void => transportKeys(this.player, event);

  #read(): View {
    const { view, ignored } = readHash(this.#fragment.read(), shipped.models, shipped.heldOut[0]!);
    sayIgnored(this.notices, ignored);
    return view;
  }
}
