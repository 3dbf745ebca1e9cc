import type { LearningInput, LearningRun } from '../../engine/types/learning.ts';
import type { Notices } from '../notices.ts';
import type { Stepping } from '../steps/index.ts';
import { say } from '../words.ts';
import { reason } from './engine.ts';

/** Everything a model computes of one input, step by step, in a place of the page: one at a time. */
export class Steps {
  #open: Stepping | undefined;
  #asked = 0;

  constructor(
    private readonly page: HTMLElement,
    private readonly notices: () => Notices,
  ) {}

  async open(run: LearningRun, input: LearningInput, title: string): Promise<void> {
    this.close();
    const asked = ++this.#asked;
    try {
      // A chunk of its own: most visits never open it.
      const { stepThrough } = await import('../steps/index.ts');
      const place = this.page.querySelector<HTMLElement>('.steps-place');
      if (!place || this.#asked !== asked) return;
      this.#open = stepThrough(place, run.trace(input), { title, closed: () => (this.#open = undefined) });
    } catch (error) {
      this.notices().show('steps', say('train.steps.failed'), [reason(error)]);
    }
  }

  /** What is on show is of another input than that of the page. */
  close(): void {
    ++this.#asked;
    this.#open?.close();
  }
}
