import type { Engine, ModelInfo, TensorInfo } from '../../engine/types.ts';
import { inScope, openingFrame, patternOf, scopesOf, type Frame } from '../lib/frames.ts';
import { sameCell } from '../lib/hover.ts';
import type { Translate } from '../lib/locale.ts';
import { memo } from '../lib/memo.ts';
import { inRange, resolvePin, type Pin } from '../lib/pins.ts';
import { settle, type Settled } from '../lib/settle.ts';
import type { StepperState } from '../lib/state.ts';
import { tell, type Story } from '../lib/story.ts';
import { keyWords } from '../lib/words.ts';
import { sliceOf, type Selection } from '../scene/slice.ts';
import type { ValueStore } from '../scene/values.ts';
import { HeadPreviews, headsIn, previewOf, type Preview } from './head-previews.ts';
import { modelsOf, type Models } from './models.ts';
import { RailFacts } from './rail-facts.ts';
import { requestKey, Session, type Request } from './session.ts';

export interface Surroundings {
  /** Something to be drawn has changed. */
  changed: () => void;
  /** The visitor changed what a link would carry. */
  moved: () => void;
  t: () => Translate;
}

/** What a figure knows, and how it keeps up: wishes in, trace and story out. No page is needed. */
export class FigureBase {
  protected readonly around: Surroundings;
  readonly session: Session;
  readonly previews: HeadPreviews;
  readonly facts: RailFacts;
  engine: Engine | undefined;
  models: Models | undefined;
  #wishes: StepperState = {};
  /** The wishes are the visitor's own by now, and not what a page or link asked for. */
  acted = false;
  settled: Settled | undefined;
  story: Story | undefined;
  unpinned = false;
  /** Rises with every preview. */
  previewCount = 0;
  #requested = '';
  #told = '';

  constructor(around: Surroundings) {
    this.around = around;
    this.session = new Session(around.changed);
    this.previews = new HeadPreviews(() => {
      this.previewCount++;
      around.changed();
    });
    this.facts = new RailFacts(around.changed);
  }

  get wishes(): StepperState {
    return this.#wishes;
  }

  set wishes(next: StepperState) {
    this.#wishes = next;
    this.acted = false;
  }

  use(engine: Engine): void {
    this.engine = engine;
    this.models?.removeEventListener('change', this.around.changed);
    this.models = modelsOf(engine);
    this.models.addEventListener('change', this.around.changed);
    this.around.changed();
  }

  close(): void {
    this.models?.removeEventListener('change', this.around.changed);
    this.session.close();
    this.previews.close();
    this.#requested = this.#told = '';
    this.story = undefined;
  }

  // ---------------------------------------------------------------- what there is

  readonly #inScope = memo(inScope);
  readonly #selection = memo((head: number, query: number): Selection => ({ head, query }));

  get frames(): Frame[] {
    return this.#inScope(this.session.frames, this.scope);
  }

  /** The block of a deeper model that is on show; a single mechanism has none. */
  get scope(): string {
    if (this.settled?.entry.kind !== 'model') return '';
    return scopesOf(this.session.frames)[this.settled.layer - 1] ?? scopesOf(this.session.frames)[0] ?? '';
  }

  get index(): number {
    const { frames } = this;
    const { step } = this.wishes;
    const wished = step === undefined ? -1 : frames.findIndex((frame) => frame.key === step);
    // The same step of another block, or a step inside a frame, leads to the frame as well.
    const near = wished >= 0 || step === undefined ? wished : frames.findIndex((frame) => isIn(frame, unscoped(step)));
    return near >= 0 ? near : this.opening;
  }

  /** Steps and cells that were asked for and are not in the trace. */
  get strays(): string[] {
    const { trace } = this.session;
    const { step, pin } = this.wishes;
    if (!trace || this.session.running || this.session.problem) return [];
    const t = this.around.t();
    const out: string[] = [];
    if (step !== undefined && !this.session.frames.some((frame) => isIn(frame, unscoped(step))))
      out.push(t('notice.state', { name: 'step', got: step.slice(0, 60) }));
    if (pin && !inRange(trace, pin))
      out.push(t('notice.state', { name: 'pin', got: `${pin.tensor.slice(0, 60)}:${pin.index.join(',')}` }));
    const clipped = (name: string, got: number | undefined, used: number): void => {
      if (got !== undefined && got !== used) out.push(t('notice.clipped', { name, got, used }));
    };
    const unmet = this.#unmet;
    if (unmet && !unmet.offer)
      out.push(
        t('notice.clipped', {
          name: `${t('parameters.layer')}, ${t('parameters.head')}`,
          got: `${unmet.layer}, ${unmet.head}`,
          used: `${this.settled?.layer}, ${this.head}`,
        }),
      );
    // A visitor who shortens the text has not asked for a word beyond it.
    if (this.acted) return out;
    clipped('query', this.wishes.query, this.query);
    if (this.headsInTrace > 1) clipped('head', this.wishes.head, this.head);
    if (this.settled?.entry.kind === 'model') clipped('layer', this.wishes.layer, this.settled.layer);
    return out;
  }

  get opening(): number {
    const { trace } = this.session;
    return trace ? openingFrame(trace, this.frames, this.scope) : 0;
  }

  get frame(): Frame | undefined {
    return this.frames[this.index];
  }

  get query(): number {
    const words = this.session.trace?.read ?? 0;
    const wished = this.wishes.query ?? this.#exampleQuery ?? 0;
    return Math.max(0, Math.min(words - 1, wished));
  }

  get #exampleQuery(): number | undefined {
    const { settled, session } = this;
    return settled?.example && settled.example.text === session.shown?.text ? settled.example.query : undefined;
  }

  /** A head that nothing loaded has. Known after a run: one that holds its heads side by side lacks none of them. */
  get #unmet(): Settled['unmet'] {
    const { settled, session } = this;
    return session.shown?.variant === settled?.entry.id && this.headsInTrace <= 1 ? settled?.unmet : undefined;
  }

  /** The model to be offered for what was chosen. */
  get missing(): ModelInfo | undefined {
    return this.settled?.missing ?? this.#unmet?.offer;
  }

  /** Heads that one trace holds side by side; a single head's mechanism is run again for another one. */
  get headsInTrace(): number {
    const { trace } = this.session;
    return trace ? headsIn(trace, this.scope) : 1;
  }

  get heads(): number {
    const inside = this.headsInTrace;
    const { settled, models } = this;
    if (inside > 1 || !settled) return inside;
    const full = models?.full?.heads[settled.layer - 1] ?? 0;
    return Math.max(settled.model.heads[settled.layer - 1] ?? 1, full, 1);
  }

  get layers(): number {
    return Math.max(this.settled?.model.layers ?? 1, this.models?.full?.layers ?? 1);
  }

  get head(): number {
    if (this.headsInTrace > 1) return Math.min(this.wishes.head ?? 1, this.headsInTrace);
    return this.settled?.head ?? 1;
  }

  get selection(): Selection {
    return this.#selection(this.headsInTrace > 1 ? this.head - 1 : 0, this.query);
  }

  /** Bound, so that pieces which are handed it do not take every drawing for news. */
  readonly locked = (layer: number, head: number): boolean => {
    const { settled } = this;
    if (!settled) return false;
    const has = settled.model.available.some(([l, h]) => l === layer && (h === head || this.headsInTrace > 1));
    return !has && settled.entry.kind === 'variant';
  };

  readonly preview = (head: number): Preview | undefined => {
    const { store } = this.session;
    return store && this.headsInTrace > 1 ? previewOf(store, head - 1, this.scope) : this.previews.get(head);
  };

  /** A row of the weights of the block on show. */
  readonly weights = (row: number): Float32Array | undefined => {
    const { trace, store } = this.session;
    const pattern = trace && patternOf(trace, this.scope);
    return store && pattern ? rowOf(store, pattern, this.selection, row) : undefined;
  };

  readonly #chosen = memo((row: number, _version: number, _scope: string, _head: number) => this.weights(row));

  /** That of the chosen word. */
  get chosenWeights(): Float32Array | undefined {
    return this.#chosen(this.query, this.session.version, this.scope, this.head);
  }

  get pin(): Pin {
    return this.unpinned ? 'none' : (this.wishes.pin ?? 'auto');
  }

  // ---------------------------------------------------------------- keeping up

  /** Brings runs and story in line with the wishes; called before every drawing. */
  update(): void {
    const { engine, models } = this;
    if (!engine || !models) return;
    this.settled = settle(this.wishes, engine, (id) => models.load(id).state === 'ready', this.around.t());
    if (!this.settled) return;
    const request = this.#request(this.settled);
    const key = requestKey(request);
    if (key !== this.#requested) {
      this.#requested = key;
      void this.session.run(engine, request);
    }
    const { trace, shown, frames } = this.session;
    if (!trace || !shown) return;
    this.#tellStory();
    void this.facts.fill(trace, frames, this.around.t());
    this.#fillPreviews(shown);
  }

  /** Takes up a run that was stopped. */
  again(): void {
    this.#requested = '';
    this.around.changed();
  }

  #request(settled: Settled): Request {
    const { entry, model, text, source, layer, head, seed, params } = settled;
    const { shown } = this.session;
    // Where the trace holds all heads or layers, choosing another one is a matter of looking.
    const same = shown?.variant === entry.id && shown.model === model.id;
    const keepHead = entry.kind === 'model' || (same && this.headsInTrace > 1);
    return {
      variant: entry.id,
      text,
      ...(source === undefined ? {} : { source }),
      model: model.id,
      layer: entry.kind === 'model' ? 1 : layer,
      head: keepHead ? (same ? (shown?.head ?? 1) : 1) : head,
      seed,
      params,
    };
  }

  #previewed = '';
  #fillPreviews(shown: Request): void {
    const { engine, settled, session } = this;
    const key = `${session.trace?.id}`;
    if (!engine || !settled || !session.trace || this.headsInTrace > 1 || key === this.#previewed) return;
    this.#previewed = key;
    const heads = settled.model.available.filter(([layer]) => layer === shown.layer).map(([, head]) => head);
    // After the figure itself has been drawn.
    const { trace } = session;
    setTimeout(() => {
      if (session.trace === trace) void this.previews.fill(engine, shown, trace, heads, this.scope);
    }, 30);
  }

  #tellStory(): void {
    const { trace, store, version } = this.session;
    const { frame } = this;
    const cell = store && frame ? resolvePin(store, frame, this.pin, this.selection) : undefined;
    if (!trace || !cell) {
      this.#told = '';
      this.story = undefined;
      return;
    }
    const key = `${trace.id}|${cell.tensor}|${cell.index.join()}`;
    if (key === this.#told || (sameCell(this.story?.cell, cell) && this.#told === key && version > 0)) return;
    this.#told = key;
    tell(trace, cell).then(
      (story) => {
        if (this.#told !== key) return;
        this.story = story;
        this.around.changed();
      },
      // The trace was replaced while it was asked.
      () => undefined,
    );
  }
}

const unscoped = (key: string): string => key.split('.').at(-1) ?? '';

const isIn = (frame: Frame, id: string): boolean =>
  frame.steps.some((step) => step.id === id) || unscoped(frame.key) === id;

const rowOf = (store: ValueStore, pattern: TensorInfo, selection: Selection, row: number): Float32Array | undefined => {
  if (pattern.shape.some((size) => size === 0)) return undefined;
  const slice = sliceOf(pattern, selection);
  // Weights over something else than the words that are read have no place under them.
  if (slice.columns !== keyWords(store.trace).read || row >= slice.rows) return undefined;
  return store.window(slice, { row, column: 0, rows: 1, columns: slice.columns });
};
