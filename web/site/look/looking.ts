import type { Decoded, LearningInput, LearningRun } from '../../engine/types/learning.ts';
import { glimpsesOf, type Glimpse } from './glimpses.ts';
import type { Hard, View } from './link.ts';
import { blank, type Picture } from './picture.ts';

/** The two models: one looks at a blend of all places, the other at one. */
export const kinds = ['soft', 'hard'] as const;
export type Kind = (typeof kinds)[number];

/** What a model makes of the picture. */
export interface Reading {
  text: string;
  glimpses: Glimpse[];
}

/** What is asked for: of pictures that come while the models are at work, the last. */
interface Wish {
  example: number;
  picture: Picture | undefined;
  hard: Hard;
  seed: number;
}

const readingOf = (decoded: Decoded): Reading => ({ text: decoded.text, glimpses: glimpsesOf(decoded) });

/** Both models look at the same picture. */
export class Looking {
  readonly runs: Partial<Record<Kind, LearningRun>> = {};
  readonly readings: Partial<Record<Kind, Reading>> = {};
  picture: Picture = blank(1, 1);
  /** What should be named, where that is known. */
  target: string | undefined;
  trouble: unknown;
  #wished: Wish | undefined;
  busy = false;

  constructor(private readonly changed: () => void) {}

  async look({ example, picture, hard, seed }: View): Promise<void> {
    this.#wished = { example, picture, hard, seed };
    // What is drawn is seen at once, whatever the models are busy with.
    if (picture) [this.picture, this.target] = [picture, undefined];
    if (this.busy) return;
    this.busy = true;
    try {
      for (let wish = this.#next(); wish; wish = this.#next()) {
        this.trouble = undefined;
        await this.#see(wish).catch((error: unknown) => (this.trouble = error));
        this.changed();
      }
    } finally {
      this.busy = false;
    }
  }

  #next(): Wish | undefined {
    const wish = this.#wished;
    this.#wished = undefined;
    return wish;
  }

  /** Words that are named one after another, by whichever model names more. */
  get steps(): number {
    return Math.max(0, ...kinds.map((kind) => this.readings[kind]?.glimpses.length ?? 0));
  }

  async #see({ example, picture, hard, seed }: Wish): Promise<void> {
    const input: LearningInput = picture ? { picture: picture.values } : { example };
    if (!picture) {
      const first = this.runs.soft ?? this.runs.hard;
      const held = await first?.example(example);
      if (!held || this.#wished?.picture) return;
      const [, rows = 0, columns = 0] = held.shape;
      this.picture = { rows, columns, values: Float32Array.from(held.source) };
      this.target = held.targetText;
    }
    for (const kind of kinds) {
      const draws = kind === 'hard' && hard === 'drawn';
      const decoded = await this.runs[kind]?.decode(input, 1, ...(draws ? [seed] : []));
      if (decoded) this.readings[kind] = readingOf(decoded);
    }
  }
}
