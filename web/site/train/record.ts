import type { LearningScore } from '../../engine/types/learning.ts';
import { Curve } from './curve.ts';
import type { SetUp } from './set-up.ts';

/** Something that happened on the way and shows in the curve. */
export interface Happening {
  step: number;
  kind: 'rate' | 'diverged' | 'undone' | 'loaded';
  /** Of a new rate. */
  value?: number;
}

export interface Scored extends Omit<LearningScore, 'targets'> {
  step: number;
}

/** What is remembered of a run: enough to draw it, and to go back to it. */
export class RunRecord {
  readonly loss = new Curve();
  scores: Scored[] = [];
  happenings: Happening[] = [];
  step = 0;
  /** Where it stood when another run began. */
  file: Uint8Array | undefined;

  constructor(
    readonly number: number,
    public setUp: SetUp,
  ) {}

  score(one: Scored): void {
    if (this.scores.at(-1)?.step === one.step) this.scores.pop();
    this.scores.push(one);
    // As for curves: more than these are not told apart.
    if (this.scores.length > 400) this.scores = this.scores.filter((_, i) => i % 2 === 1);
  }

  /** Back to a step. */
  cut(step: number): void {
    this.loss.cut(step);
    this.scores = this.scores.filter((one) => one.step <= step);
    this.step = step;
  }
}
