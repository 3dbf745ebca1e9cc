import type { Engine, ModelInfo } from '../../engine/types.ts';
import { modelList, starterId } from '../lib/model-list.ts';

export type Load =
  | { state: 'absent' }
  | { state: 'loading'; loaded: number; total: number; cancel: () => void }
  | { state: 'ready' }
  | { state: 'failed'; message: string };

/** Models of one engine, shared by all figures of a page: loaded once, watched by all. */
export class Models extends EventTarget {
  readonly #engine: Engine;
  readonly #loads = new Map<string, Load>();

  constructor(engine: Engine) {
    super();
    this.#engine = engine;
  }

  info(id: string): ModelInfo | undefined {
    return modelList(this.#engine).find((model) => model.id === id);
  }

  /** The model offered where the starter ends: the first other one. */
  get full(): ModelInfo | undefined {
    return modelList(this.#engine).find((model) => model.id !== starterId);
  }

  load(id: string): Load {
    return id === starterId ? { state: 'ready' } : (this.#loads.get(id) ?? { state: 'absent' });
  }

  #set(id: string, load: Load): void {
    this.#loads.set(id, load);
    this.dispatchEvent(new Event('change'));
  }

  async fetch(id: string): Promise<boolean> {
    const now = this.load(id).state;
    if (now === 'ready') return true;
    if (now === 'loading') return false;
    const abort = new AbortController();
    const cancel = (): void => abort.abort();
    this.#set(id, { state: 'loading', loaded: 0, total: this.info(id)?.bytes ?? 0, cancel });
    try {
      await this.#engine.loadModel(id, {
        signal: abort.signal,
        onProgress: ({ loaded, total }) =>
          this.#set(id, { state: 'loading', loaded, total: total || (this.info(id)?.bytes ?? 0), cancel }),
      });
      this.#set(id, { state: 'ready' });
      return true;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#set(id, abort.signal.aborted ? { state: 'absent' } : { state: 'failed', message });
      return false;
    }
  }
}

const shared = new WeakMap<Engine, Models>();

export const modelsOf = (engine: Engine): Models => {
  const known = shared.get(engine) ?? new Models(engine);
  shared.set(engine, known);
  return known;
};
