import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { AttentionStepper, StepperState } from '../../elements/index.ts';
import { framesOf, infoOf, keyOf, producerOf } from '../../elements/lib/frames.ts';
import type { Cell } from '../../elements/lib/hover.ts';
import type { LearningTrace } from '../../engine/types/learning.ts';
import { shownTheme } from '../theme.ts';
import { Backward, spokenStart, startName } from './backward.ts';
import { blocksNav, isAttention } from './blocks-nav.ts';
import { Forward } from './forward.ts';
import { jump, jumpsView } from './jumps.ts';
import { t } from './words.ts';

type Direction = 'forward' | 'backward';

const loss: Cell = { tensor: 'loss', index: [0] };

/** Areas of the figure that a ready record has no use for. */
const without = 'no-headline no-sentence no-parameters no-badge';

/** The last attention is the one that what is said depends on; a word in the middle has something to choose from. */
const openingOf = (forward: Forward): StepperState => {
  const frame = framesOf(forward).findLast(isAttention);
  const query = Math.floor(forward.read / 2);
  return { ...(frame ? { step: frame.key } : {}), ...(query > 0 ? { query } : {}) };
};

/**
 * `<model-stepper>`: any trace of a model, step by step, forwards or from the loss to what it was made from. In the page's
 * own tree, so that the site's sheets dress it; the figure inside is the one that steps through mechanisms.
 * Event `close`.
 */
export class ModelStepper extends LitElement {
  static override properties = { heading: { type: String }, problem: { type: String }, direction: { type: String } };

  heading = '';
  problem = '';
  direction: Direction = 'forward';
  #forward: Forward | undefined;
  #backward: Backward | undefined;
  /** The number whose gradients are on show, or would be. */
  #start: Cell = loss;
  /** Where a trace is to be opened; from there on the figure knows itself where it is. */
  #opening: StepperState | undefined;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  constructor() {
    super();
    this.addEventListener('keydown', this.#key);
  }

  get trace(): LearningTrace | undefined {
    return this.#forward?.of;
  }

  set trace(trace: LearningTrace | undefined) {
    this.#forward = trace && new Forward(trace);
    this.#backward = undefined;
    this.#start = trace && infoOf(trace, loss.tensor) ? loss : { tensor: trace?.tensors.at(-1)?.name ?? '', index: [] };
    this.direction = 'forward';
    this.#opening = this.#forward && openingOf(this.#forward);
    this.requestUpdate();
  }

  get figure(): AttentionStepper | null {
    return this.querySelector('attention-stepper');
  }

  /** The trace as it is on show. */
  get shown(): Forward | Backward | undefined {
    return this.direction === 'backward' ? this.#backward : this.#forward;
  }

  override render(): TemplateResult {
    const { shown, direction, problem } = this;
    const of = this.#forward ? spokenStart(this.#forward, this.#start) : '';
    return html`<section class="model-steps" aria-labelledby="model-steps">
      <div class="head">
        <h2 id="model-steps" tabindex="-1">${this.heading}</h2>
        ${shown ? this.#switch(direction) : nothing} ${shown ? this.#starts() : nothing}
        <button type="button" class="button close" @click=${() => this.close()}>${t('steps.close')}</button>
      </div>
      ${problem ? html`<p class="trouble" role="alert">${problem}</p>` : nothing}
      ${
        shown
          ? html`<p class="says">${t(`steps.${direction}.says`, { of })}</p>
              <attention-stepper
                controls=${without}
                theme=${shownTheme()}
                .trace=${shown}
                @state-change=${() => this.requestUpdate()}
              >
                <div slot="blocks" class="parts">${this.#parts()}</div>
              </attention-stepper>`
          : problem
            ? nothing
            : html`<p class="says" role="status">${t('steps.loading')}</p>`
      }
    </section>`;
  }

  #switch(direction: Direction): TemplateResult {
    const one = (name: Direction): TemplateResult =>
      html`<button type="button" data-action=${name} aria-pressed=${direction === name} @click=${() => this.turn(name)}>
        ${t(`steps.${name}`)}
      </button>`;
    return html`<div class="seg" role="group" aria-label=${t('steps.direction')}>
      ${one('forward')}${one('backward')}
    </div>`;
  }

  /** Any number may be the start of the way back: the one that is pinned, and the loss again. */
  #starts(): TemplateResult | typeof nothing {
    const cell = this.figure?.figure.story?.cell;
    const forward = this.#forward!;
    if (this.direction === 'backward')
      return this.#start === loss
        ? nothing
        : html`<button type="button" class="link" data-action="from-loss" @click=${() => void this.walkFrom(loss)}>
            ${t('steps.from.loss')}
          </button>`;
    const asked = cell && producerOf(forward, cell.tensor) && infoOf(forward, cell.tensor)?.dtype !== 'mask';
    return asked
      ? html`<button
          type="button"
          class="link"
          data-action="from-this"
          title=${t('steps.from.this.says', { of: startName(forward, cell) })}
          @click=${() => void this.walkFrom(cell)}
        >
          ${t('steps.from.this')}
        </button>`
      : nothing;
  }

  #parts(): TemplateResult {
    const figure = this.figure?.figure;
    if (!figure?.frames.length) return html``;
    return html`${blocksNav(figure.frames, figure.index, (at) => figure.show(at))} ${jumpsView(figure)}`;
  }

  /** The same place, read the other way. */
  turn(direction: Direction): void {
    if (direction === this.direction) return;
    if (direction === 'backward') return void this.walkFrom(this.#start);
    const { frame } = this.figure?.figure ?? {};
    this.direction = 'forward';
    // A weight's gradient stands behind what was made of it.
    const step = frame?.steps.at(-1);
    const forward = this.#forward!;
    const made = step && (producerOf(forward, step.output) ?? producerOf(forward, step.inputs[0] ?? ''));
    if (made) this.#go(keyOf(made));
  }

  /** Backwards, from this number. */
  async walkFrom(start: Cell): Promise<void> {
    const forward = this.#forward;
    if (!forward) return;
    const same = start.tensor === this.#start.tensor && start.index.join() === this.#start.index.join();
    try {
      const back = same && this.#backward ? this.#backward : await Backward.from(forward, start);
      if (this.#forward !== forward) return;
      this.#backward = back;
      this.#start = start;
      const { step } = this.figure?.state ?? {};
      const here = this.figure?.figure.frame?.steps ?? [];
      this.direction = 'backward';
      this.requestUpdate();
      // Where the way back does not lead past what is on show, it begins at its start.
      const known = here.findLast(({ output }) => producerOf(back, output));
      const first = back.steps[0];
      const to = known ? keyOf(known) : first && keyOf(first);
      if (to !== undefined && to !== step) this.#go(to);
    } catch (error) {
      this.fail(error);
    }
  }

  #go(step: string): void {
    const { figure } = this;
    if (figure) figure.state = { ...figure.state, step };
  }

  fail(error: unknown): void {
    this.problem = t('steps.failed', { message: error instanceof Error ? error.message : String(error) });
  }

  close(): void {
    this.dispatchEvent(new CustomEvent('close'));
  }

  readonly #key = (event: KeyboardEvent): void => {
    // The page around has keys of its own, which mean something else.
    event.stopPropagation();
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !this.shown) return;
    const target = event.composedPath()[0];
    if (target instanceof Element && target.closest('input, select, textarea, dialog')) return;
    if ((event.key === 'a' || event.key === 'A') && this.figure) jump(this.figure.figure, event.key === 'a' ? 1 : -1);
    else if (event.key === 'b') this.turn(this.direction === 'forward' ? 'backward' : 'forward');
    else if (!this.#passOn(event)) return;
    event.preventDefault();
  };

  /** The figure's keys work all over the stepper. */
  #passOn(event: KeyboardEvent): boolean {
    const { figure } = this;
    const target = event.target as Element;
    if (!figure || figure.contains(target) || (event.key === ' ' && target.closest('button'))) return false;
    return !figure.dispatchEvent(new KeyboardEvent('keydown', { key: event.key, cancelable: true }));
  }

  protected override updated(_changed: PropertyValues): void {
    const { figure } = this;
    if (figure && this.#opening) {
      figure.state = this.#opening;
      this.#opening = undefined;
    }
    if (!figure || figure === this.#watched) return;
    this.#watched = figure;
    figure.addController({ hostUpdated: () => this.#look(figure) });
  }

  /** What the parts say is known only when the figure has taken its trace; a story comes later still. */
  #look(figure: AttentionStepper): void {
    const { index, head, story } = figure.figure;
    const now = [figure.trace?.id, index, head, story?.cell.tensor, story?.cell.index.join()].join('|');
    if (now === this.#seen) return;
    this.#seen = now;
    this.requestUpdate();
  }

  #watched: AttentionStepper | undefined;
  #seen = '';
}
