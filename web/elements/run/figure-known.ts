import type { Engine, ModelInfo, Trace } from '../../engine/types.ts';
import { levelsOf } from '../lib/blocks.ts';
import { infoOf, inScope, keyOf, openingFrame, patternOf, scopesOf, type Frame } from '../lib/frames.ts';
import type { Translate } from '../lib/locale.ts';
import { memo } from '../lib/memo.ts';
import { isPooled } from '../lib/words.ts';
import type { Pin } from '../lib/pins.ts';
import type { Settled } from '../lib/settle.ts';
import type { StepperState } from '../lib/state.ts';
import type { Story } from '../lib/story.ts';
import type { Selection } from '../scene/slice.ts';
import { frameHas } from './frame-has.ts';
import { HeadPreviews, headsIn, previewOf, type Preview } from './head-previews.ts';
import type { Models } from './models.ts';
import { RailFacts } from './rail-facts.ts';
import { Session } from './session.ts';
import { straysOf } from './strays.ts';
import { rowOf } from './weight-row.ts';

interface Surroundings {
  /** Something to be drawn has changed. */
  changed: () => void;
  /** The visitor changed what a link would carry. */
  moved: () => void;
  t: () => Translate;
}

/** What a figure knows: what is wished for, what has run, and what of it is on show. No page is needed. */
export class FigureKnown {
  protected readonly around: Surroundings;
  readonly session: Session;
  readonly previews: HeadPreviews;
  readonly facts: RailFacts;
  engine: Engine | undefined;
  models: Models | undefined;
  /** A record that is ready: shown in place of a run. */
  given: Trace | undefined;
  #wishes: StepperState = {};
  /** The wishes are the visitor's own by now, and not what a page or link asked for. */
  acted = false;
  settled: Settled | undefined;
  story: Story | undefined;
  unpinned = false;
  /** Rises with every preview. */
  previewCount = 0;

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

  readonly #inScope = memo(inScope);
  readonly #selection = memo((head: number, query: number): Selection => ({ head, query }));

  readonly #cut = memo((frames: Frame[], begin: number, end: number): Frame[] => frames.slice(begin, end));

  /** The frames that stand on the rail: of a long record those around the one on show. */
  get rail(): Frame[] {
    const { frames, given } = this;
    if (!given) return frames;
    const { begin, end } = levelsOf(frames, this.index).block;
    return this.#cut(frames, begin, end);
  }

  get frames(): Frame[] {
    if (this.given) return this.session.frames;
    return this.#inScope(this.session.frames, this.scope);
  }

  /** The block of a deeper model that is on show; a single mechanism has none. */
  get scope(): string {
    if (this.given) return this.frame?.scope ?? '';
    if (this.settled?.entry.kind !== 'model') return '';
    return scopesOf(this.session.frames)[this.settled.layer - 1] ?? scopesOf(this.session.frames)[0] ?? '';
  }

  get index(): number {
    const { frames } = this;
    const { step } = this.wishes;
    const wished = step === undefined ? -1 : frames.findIndex((frame) => frame.key === step);
    // Inside a frame, where a record is cut otherwise than the one that the step was asked of.
    const inside =
      wished >= 0 || !this.given ? wished : frames.findIndex(({ steps }) => steps.some((one) => keyOf(one) === step));
    if (inside >= 0) return inside;
    const near = wished >= 0 || step === undefined ? wished : frames.findIndex((frame) => frameHas(frame, step));
    return near >= 0 ? near : this.opening;
  }

  /** Steps and cells that were asked for and are not in the trace. */
  get strays(): string[] {
    return this.given ? [] : straysOf(this, this.around.t());
  }

  get opening(): number {
    const { trace } = this.session;
    if (!trace) return 0;
    return this.given ? openingFrame(trace, this.frames) : openingFrame(trace, this.frames, this.scope, this.query);
  }

  get frame(): Frame | undefined {
    return this.frames[this.index];
  }

  /** The words that ask, where not all do. */
  get asks(): readonly number[] | undefined {
    const { trace } = this.session;
    return trace && infoOf(trace, trace.steps.at(-1)?.output ?? '')?.places?.['query'];
  }

  get query(): number {
    const { trace } = this.session;
    // A step of a recurrence is about one word.
    const alone = this.given && trace ? infoOf(trace, this.frame?.result ?? '')?.places?.['query'] : undefined;
    if (alone?.length === 1) return Math.max(0, alone[0]!);
    const words = trace?.read ?? 0;
    const wished = this.wishes.query ?? this.#exampleQuery ?? 0;
    const { asks } = this;
    if (asks?.length && !asks.includes(wished)) return asks.findLast((one) => one <= wished) ?? asks[0]!;
    return Math.max(0, Math.min(words - 1, wished));
  }

  get #exampleQuery(): number | undefined {
    const { settled, session } = this;
    return settled?.example && settled.example.text === session.shown?.text ? settled.example.query : undefined;
  }

  /** A head that nothing loaded has. Known after a run: one that holds its heads side by side lacks none of them. */
  get unmet(): Settled['unmet'] {
    const { settled, session } = this;
    return session.shown?.variant === settled?.entry.id && this.headsInTrace <= 1 ? settled?.unmet : undefined;
  }

  /** The model to be offered for what was chosen. */
  get missing(): ModelInfo | undefined {
    return this.settled?.missing ?? this.unmet?.offer;
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
    const pattern = trace && patternOf(trace, this.scope, row);
    return store && pattern ? rowOf(store, pattern, this.selection, row) : undefined;
  };

  readonly #chosen = memo((row: number, _version: number, _scope: string, _head: number) => this.weights(row));

  /** No word asks: the text as a whole has one row. */
  get pooled(): boolean {
    const { trace } = this.session;
    const pattern = trace && patternOf(trace, this.scope);
    return pattern !== undefined && isPooled(trace!, pattern.name);
  }

  /** That of the chosen word. */
  get chosenWeights(): Float32Array | undefined {
    return this.#chosen(this.pooled ? 0 : this.query, this.session.version, this.scope, this.head);
  }

  get pin(): Pin {
    return this.unpinned ? 'none' : (this.wishes.pin ?? 'auto');
  }
}
