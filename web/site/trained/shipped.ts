import { Cancelled } from '../../engine/errors.ts';
import type { LearningEngine, LearningRun, TrainedManifest } from '../../engine/types/learning.ts';
import type { LoadProgress } from '../../engine/types.ts';
import { beside, reason } from './engine.ts';

/** `absent`: the site was built without these weights. `there`: what they are is known, and they load when asked for. */
export type ShippedState = 'asking' | 'absent' | 'there' | 'loading' | 'ready' | 'failed' | 'cancelled';

/** Trained weights that stand beside the page, by their folder's name. */
export class Shipped {
  state: ShippedState = 'asking';
  manifest: TrainedManifest | undefined;
  run: LearningRun | undefined;
  progress: LoadProgress | undefined;
  /** What went wrong, in words. */
  trouble = '';
  #loading: { abort: AbortController; done: Promise<void> } | undefined;

  constructor(
    private readonly engine: LearningEngine,
    readonly name: string,
    private readonly changed: () => void,
  ) {}

  /** Reads what the weights are, but not the weights. */
  async ask(): Promise<void> {
    try {
      this.manifest = await this.engine.manifestOf(this.#folder);
      if (this.state === 'asking') this.state = 'there';
    } catch (error) {
      this.state = 'absent';
      this.trouble = reason(error);
    }
    this.changed();
  }

  /** Once at a time; a failure is said and ends with this model. */
  load(): Promise<void> {
    if (this.run) return Promise.resolve();
    if (this.#loading) return this.#loading.done;
    const abort = new AbortController();
    this.state = 'loading';
    this.changed();
    const done = this.#load(abort.signal).finally(() => {
      this.#loading = undefined;
      this.progress = undefined;
      this.changed();
    });
    this.#loading = { abort, done };
    return done;
  }

  cancel(): void {
    this.#loading?.abort.abort();
  }

  close(): void {
    this.cancel();
    this.run?.close();
  }

  get #folder(): string {
    return beside(`models/${this.name}/`);
  }

  async #load(signal: AbortSignal): Promise<void> {
    try {
      const { run, manifest } = await this.engine.openTrained(this.#folder, {
        signal,
        onProgress: (progress) => {
          this.progress = progress;
          this.changed();
        },
      });
      Object.assign(this, { run, manifest, state: 'ready' });
    } catch (error) {
      this.state = error instanceof Cancelled ? 'cancelled' : 'failed';
      this.trouble = reason(error);
    }
  }
}
