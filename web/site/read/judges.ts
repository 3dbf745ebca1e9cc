import type { Judged, LearningRun } from '../../engine/types/learning.ts';
import { without } from './reading.ts';

/** The two models: the one that weighs what it reads, and the one that counts every word and line alike. */
export const judges = ['attention', 'average'] as const;
export type Judge = (typeof judges)[number];
export type Verdicts = Partial<Record<Judge, Judged>>;

/** What is shown: the whole message as it is judged, and what remains of it. */
export interface Seen {
  text: string;
  out: ReadonlySet<number>;
  whole: Verdicts;
  now: Verdicts;
}

interface Wish {
  text: string;
  out: ReadonlySet<number>;
}

/** Judges a message by every model there is; of messages that come while it is at work, the last. */
export class Judging {
  readonly runs: Partial<Record<Judge, LearningRun>> = {};
  seen: Seen | undefined;
  trouble: unknown;
  #wished: Wish | undefined;
  #busy = false;

  constructor(private readonly changed: () => void) {}

  async judge(text: string, out: ReadonlySet<number>): Promise<void> {
    this.#wished = { text, out };
    if (this.#busy) return;
    this.#busy = true;
    try {
      for (let wished = this.#next(); wished; wished = this.#next()) {
        await this.#see(wished);
        this.changed();
      }
    } finally {
      this.#busy = false;
    }
  }

  #next(): Wish | undefined {
    const wished = this.#wished;
    this.#wished = undefined;
    return wished;
  }

  async #see({ text, out }: Wish): Promise<void> {
    this.trouble = undefined;
    try {
      const old = this.seen;
      const same = old?.text === text && judges.every((judge) => !this.runs[judge] || old.whole[judge]);
      const whole = same ? old.whole : await this.#all(text);
      const some = Object.values(whole)[0];
      const now = out.size && some ? await this.#all(without(text, some, out)) : whole;
      this.seen = { text, out, whole, now };
    } catch (error) {
      this.trouble = error;
    }
  }

  async #all(text: string): Promise<Verdicts> {
    const verdicts: Verdicts = {};
    for (const judge of judges) {
      const judged = await this.runs[judge]?.judge({ text });
      if (judged) verdicts[judge] = judged;
    }
    return verdicts;
  }
}
