import type { ModelExample, Params } from '../../engine/types.ts';
import { baseEntry } from '../lib/base-entry.ts';
import type { Cell } from '../lib/hover.ts';
import { merged } from '../lib/merged.ts';
import type { Value } from '../lib/params.ts';
import type { StepperState } from '../lib/state.ts';
import { FigureBase } from './figure-base.ts';

/** A figure and what its visitor can do with it; every act changes the wishes, the rest follows. */
export class Figure extends FigureBase {
  #do(change: Partial<StepperState>, drop: (keyof StepperState)[] = []): void {
    this.wishes = merged<StepperState>(this.wishes, {
      ...change,
      ...Object.fromEntries(drop.map((name) => [name, undefined])),
    });
    this.acted = true;
    this.around.changed();
    this.around.moved();
  }

  go(by: number): void {
    this.show(Math.max(0, Math.min(this.frames.length - 1, this.index + by)));
  }

  show(index: number): void {
    const frame = this.frames[index];
    if (frame) this.#do({ step: frame.key });
  }

  choose(query: number): void {
    const words = this.session.trace?.read ?? 0;
    if (query >= 0 && query < words) this.#do({ query }, ['pin']);
  }

  pinCell(cell: Cell, query: number | undefined): void {
    this.unpinned = false;
    this.#do({ pin: cell, ...(query === undefined ? {} : { query }) });
  }

  unpin(): void {
    this.unpinned = true;
    this.#do({}, ['pin']);
  }

  setText(text: string): void {
    if (text === this.settled?.text) return;
    // The word looked at keeps its place; what stood pinned is about another sentence.
    this.#do({ text, query: this.query, ...this.#place() }, ['pin']);
  }

  /** A text that was read before, or any but the one that asks: the switch alone must show something. */
  #spare(): string {
    const { text = '', model } = this.settled ?? {};
    const texts = [this.#lastSource, ...(model?.examples ?? []).map((example) => example.text)];
    return texts.find((one) => one !== undefined && one !== text) ?? text;
  }

  #lastSource: string | undefined;

  /** Reads another text, or itself again: `undefined`. */
  setSource(source: string | undefined): void {
    if (source === this.settled?.source) return;
    this.#lastSource = source ?? this.settled?.source;
    // What stands pinned is about other words.
    if (source === undefined) this.#do({}, ['source', 'pin']);
    else this.#do({ source }, ['pin']);
  }

  readOther(on: boolean): void {
    this.setSource(on ? this.#spare() : undefined);
  }

  /** Two texts that belong together, for a mechanism that can read another one. */
  takePair({ text, source }: { text: string; source: string }): void {
    this.unpinned = false;
    this.#do({ text, source, ...this.#place() }, ['query', 'pin', 'step']);
  }

  takeExample(example: ModelExample | undefined): void {
    this.unpinned = false;
    if (!example) this.#do({}, ['text', 'source', 'layer', 'head', 'query', 'pin', 'step']);
    else this.#do({ text: example.text, layer: example.layer, head: example.head }, ['query', 'pin']);
  }

  setParam(id: string, value: Value): void {
    const usual = this.settled?.entry.params.find((spec) => spec.id === id)?.default === value;
    const params = merged<Params>(this.wishes.params ?? {}, { [id]: usual ? undefined : value });
    if (Object.keys(params).length) this.#do({ params });
    else this.#do({}, ['params']);
  }

  /** Layer and head as they stand, so that a new text does not bring an example's. */
  #place(): Partial<StepperState> {
    return { layer: this.wishes.layer ?? this.settled?.layer ?? 1, head: this.wishes.head ?? this.head };
  }

  pickLayer(layer: number): void {
    const head = this.settled?.model.available.find(([l]) => l === layer)?.[1] ?? this.head;
    const free = !this.locked(layer, this.head);
    this.#do({ ...this.#place(), ...this.#keepText(), layer, head: free ? this.head : head });
    if (this.locked(layer, free ? this.head : head)) void this.loadFull();
  }

  pickHead(head: number): void {
    this.#do({ ...this.#place(), ...this.#keepText(), head });
    if (this.headsInTrace <= 1 && this.locked(this.settled?.layer ?? 1, head)) void this.loadFull();
  }

  #keepText(): Partial<StepperState> {
    return { text: this.settled?.text ?? '', query: this.query };
  }

  /** Everything below the sentence back to its defaults. */
  reset(): void {
    this.unpinned = false;
    this.#do({}, ['params', 'seed', 'layer', 'head']);
  }

  get changedFromDefaults(): boolean {
    const { params = {}, seed = 1, layer, head } = this.wishes;
    const example = this.settled?.model.examples[0];
    const moved = (one: number | undefined, usual: number | undefined): boolean => one !== undefined && one !== usual;
    return Object.keys(params).length > 0 || seed !== 1 || moved(layer, example?.layer) || moved(head, example?.head);
  }

  /** Loads the full model, and uses it from then on. */
  async loadFull(): Promise<void> {
    const full = this.missing ?? this.models?.full;
    if (!full || !this.models) return;
    if (await this.models.fetch(full.id)) this.#do({ model: full.id, ...this.#place(), ...this.#keepWished() });
  }

  #keepWished(): Partial<StepperState> {
    return { text: this.wishes.text ?? this.settled?.text ?? '', query: this.wishes.query ?? this.query };
  }

  get state(): StepperState {
    const { wishes } = this;
    const first = this.engine && baseEntry(this.engine.catalog)?.id;
    const usual = {
      variant: wishes.variant === first,
      seed: wishes.seed === 1,
      step: this.session.trace !== undefined && this.index === this.opening,
      query: wishes.text === undefined && wishes.query === this.settled?.example?.query,
      params: Object.keys(wishes.params ?? {}).length === 0,
    };
    const dropped = Object.entries(usual).flatMap(([name, is]) => (is ? [[name, undefined]] : []));
    return merged<StepperState>(wishes, Object.fromEntries(dropped));
  }
}
