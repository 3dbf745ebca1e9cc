import { token } from '../../elements/lib/format.ts';
import type { LearningRun } from '../../engine/types/learning.ts';
import type { Stepping } from '../steps/index.ts';
import { say } from '../words.ts';
import type { Session } from './session.ts';
import type { Shown } from './shown.ts';

/** The stepper below the pictures: one at a time, of the run as it stands. */
export class Steps {
  #open: Stepping | undefined;
  #run: LearningRun | undefined;
  /** Training goes on afterwards where it was stopped for this. */
  #resumes = false;

  constructor(
    private readonly session: Session,
    private readonly place: HTMLElement,
    private readonly failed: (message: string) => void,
  ) {}

  async open({ example, source }: Shown): Promise<void> {
    const { session } = this;
    const { run } = session;
    if (!run) return;
    const resumes = this.#resumes || session.status === 'training';
    this.#resumes = false;
    this.close();
    if (session.status === 'training') await session.pause();
    try {
      // A chunk of its own: most visits never open it.
      const { stepThrough } = await import('../steps/index.ts');
      if (session.run !== run || session.status === 'training') return;
      this.#run = run;
      this.#resumes = resumes;
      this.#open = stepThrough(this.place, run.trace({ example }), {
        title: say('train.steps.title', { source: source.map(token).join('') || String(example + 1), count: run.step }),
        closed: () => this.#closed(),
      });
    } catch (error) {
      this.failed(error instanceof Error ? error.message : String(error));
    }
  }

  /** The record is of weights that training moves, and of a run that another one replaces. */
  follow(): void {
    if (!this.#open || (this.session.status !== 'training' && this.session.run === this.#run)) return;
    this.#resumes = false;
    this.close();
  }

  close(): void {
    this.#open?.close();
  }

  #closed(): void {
    this.#open = undefined;
    if (this.#resumes && this.session.status === 'paused') void this.session.start();
    this.#resumes = false;
  }
}
