import type { Decoded, LearningEngine } from '../../engine/types/learning.ts';
import { Shipped } from '../trained/shipped.ts';
import type { View } from './address.ts';
import type { Dictionary, Known } from './dictionary.ts';
import { typed } from './text.ts';
import { verdictOf, type Verdict } from './verdict.ts';

/** A word as a model says it. */
export interface Said {
  word: string;
  decoded: Decoded;
  /** Sounds, without the end. */
  sounds: string[];
  known: Known | undefined;
  /** Absent where nobody knows what is right. */
  verdict: Verdict | undefined;
}

/** Words and beams somebody may go back to; older ones are said again. */
const mostKept = 256;

/** What is said by which model: each word once. */
export class Session {
  readonly models: Shipped[];
  dictionary: Dictionary | undefined;
  words: string[] = [];
  left: string[] = [];
  /** What a model that is ready could not say. */
  trouble = '';
  readonly #said = new Map<string, Decoded>();

  constructor(
    engine: LearningEngine,
    names: readonly string[],
    public view: View,
    private readonly changed: () => void,
  ) {
    this.models = names.map((name) => new Shipped(engine, name, changed));
    this.take(view);
  }

  take(view: View): void {
    this.view = view;
    const { words, left } = typed(view.text);
    Object.assign(this, { words, left });
  }

  get model(): Shipped {
    return this.models[this.view.model]!;
  }

  /** Loads what is on show, and has it and every other model that is there say the words; tells when the first is done. */
  async say(first: () => void = () => {}): Promise<void> {
    const { view, model } = this;
    await model.load();
    for (const one of [model, ...this.models.filter((other) => other !== model)]) {
      for (const word of this.words) {
        if (this.view !== view) return;
        await this.#decode(one, word);
      }
      if (one === model) first();
      this.changed();
    }
  }

  /** What a model says of a word, where it has said it. */
  said(model: Shipped, word: string): Said | undefined {
    const decoded = this.#said.get(this.#key(model, word));
    if (!decoded) return undefined;
    const sounds = decoded.pieces.map(({ text }) => text).filter(Boolean);
    const known = this.dictionary?.find(word);
    return { word, decoded, sounds, known, verdict: known && verdictOf(sounds, known) };
  }

  /** All words of a model; undefined while one is missing. */
  all(model: Shipped): Said[] | undefined {
    const all = this.words.map((word) => this.said(model, word));
    return all.length && all.every((one) => one !== undefined) ? all : undefined;
  }

  close(): void {
    for (const model of this.models) model.close();
  }

  #key(model: Shipped, word: string): string {
    return `${model.name} ${this.view.beam} ${word}`;
  }

  async #decode(model: Shipped, word: string): Promise<void> {
    const key = this.#key(model, word);
    if (!model.run || this.#said.has(key)) return;
    try {
      const decoded = await model.run.decode({ text: word }, this.view.beam);
      if (this.#said.size >= mostKept) this.#said.delete(this.#said.keys().next().value!);
      this.#said.set(key, decoded);
      this.trouble = '';
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
    }
  }
}
