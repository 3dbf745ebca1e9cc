import { LitElement } from 'lit';
import type { Engine } from '../../engine/types.ts';
import type { Cell } from '../../elements/lib/hover.ts';
import { infoOf } from '../../elements/lib/frames.ts';
import { memo } from '../../elements/lib/memo.ts';
import { headsIn } from '../../elements/run/head-previews.ts';
import type { Models } from '../../elements/run/models.ts';
import type { Selection } from '../../elements/scene/slice.ts';
import type { PairFrame } from './frames.ts';
import { History } from './history.ts';
import type { Pair } from './pair.ts';
import { placeOf } from './place.ts';
import { Runs } from './runs.ts';
import type { Settled } from './settle.ts';
import { emptyState, perturbed, type LabState } from './state.ts';
import { Stories } from './stories.ts';
import { wordAt } from './words.ts';

/** What is not worth a link: a guess, tensors opened on the side, words half typed. */
export interface Passing {
  opened: ReadonlySet<string>;
  guess: number;
  guessKey: number | undefined;
  /** The pair whose numbers were revealed. */
  revealed: string;
  editing: boolean;
  problem: string;
  /** What of a file could not be used. */
  ignored: readonly string[];
  /** A number half typed, in the field of this cell, and what is wrong with it once it was given. */
  draft: { at: string; text: string; problem: string } | undefined;
}

const passing: Passing = {
  opened: new Set(),
  guess: 0.5,
  guessKey: undefined,
  revealed: '',
  editing: false,
  problem: '',
  ignored: [],
  draft: undefined,
};

/** What a lab knows: what is wished for, both runs, and where one looks. */
export abstract class LabBase extends LitElement {
  engine: Engine | undefined;
  models: Models | undefined;
  readonly runs = new Runs(() => this.requestUpdate());
  readonly stories = new Stories(() => this.requestUpdate());
  readonly history = new History<LabState>();
  settled: Settled | undefined;
  passing = passing;
  /** What is on show is what a link asked for, and nobody has changed it. */
  asked = false;
  protected current = emptyState('compare');

  /** Ends what plays by itself. */
  abstract stop(): void;

  get state(): LabState {
    return this.current;
  }

  /** From a link: not a step to be undone. */
  set state(next: LabState) {
    if (next.mode !== this.current.mode) {
      this.stop();
      // What was done in another view is not to be undone in this one.
      this.history.clear();
    }
    this.current = next;
    this.asked = true;
    this.passing = { ...this.passing, editing: false, problem: '', ignored: [], draft: undefined };
    this.requestUpdate();
  }

  get pair(): Pair | undefined {
    return this.runs.pair;
  }

  get frames(): PairFrame[] {
    return this.pair?.frames ?? [];
  }

  get index(): number {
    const { frames } = this;
    const wished = frames.findIndex((frame) => frame.key === this.current.step);
    if (wished >= 0) return wished;
    // Opened first: where weights come to be.
    const opening = frames.findIndex((frame) => frame.stage === 'normalise');
    return Math.max(0, opening);
  }

  get frame(): PairFrame | undefined {
    return this.frames[this.index];
  }

  get heads(): number {
    const { pair } = this;
    return pair ? Math.max(headsIn(pair.trace.first, ''), headsIn(pair.trace.second, '')) : 1;
  }

  get query(): number {
    const read = this.pair?.trace.read ?? 1;
    return Math.max(0, Math.min(read - 1, this.current.query ?? this.settled?.example?.query ?? 0));
  }

  readonly #selection = memo((head: number, query: number): Selection => ({ head, query }));

  get selection(): Selection {
    return this.#selection(this.heads > 1 ? Math.min(this.heads, this.current.head ?? 1) - 1 : 0, this.query);
  }

  /** Place of the chosen word among the words of the sentence. */
  get word(): number {
    return this.pair ? wordAt(this.pair.words, this.query) : -1;
  }

  /** The second run is kept back until the reader has guessed. */
  get veiled(): boolean {
    const { mode, predict } = this.current;
    return mode === 'perturb' && predict && perturbed(this.current) && this.passing.revealed !== this.pair?.key;
  }

  /** Tensors of the frame that are on show: its own, and what was opened on the side. */
  get onShow(): string[] {
    const { frame } = this;
    if (!frame) return [];
    const pinned = this.current.pin?.tensor;
    // A mask that is to be painted stands first.
    const masks = this.current.mode === 'edit' ? frame.rest.filter((name) => this.isMask(name)) : [];
    const opened = (name: string): boolean => name === pinned || this.passing.opened.has(name);
    return [...masks, ...frame.main, ...frame.rest.filter((name) => opened(name) && !masks.includes(name))];
  }

  readonly #place = memo(placeOf);

  get place(): Cell | undefined {
    const { pair, frame } = this;
    return (
      pair && frame && this.#place(pair, frame, this.selection, this.current.pin, this.veiled, this.onShow.join('|'))
    );
  }

  isMask(tensor: string): boolean {
    return !!this.pair && infoOf(this.pair.trace.first, tensor)?.dtype === 'mask';
  }

  get changed(): boolean {
    const { first, second, mode, edits } = this.current;
    const params = Object.keys(first.params).length + (mode === 'perturb' ? 0 : Object.keys(second.params).length);
    return (
      params > 0 ||
      (mode === 'edit' && Object.keys(edits).length > 0) ||
      (mode === 'perturb' && (perturbed(this.current) || this.current.placeless))
    );
  }

  protected tell(): void {
    void this.updateComplete.then(() => this.dispatchEvent(new CustomEvent('state-change', { detail: this.state })));
  }
}
