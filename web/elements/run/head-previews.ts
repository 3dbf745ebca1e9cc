import type { Engine, Trace } from '../../engine/types.ts';
import { patternOf, portraitOf } from '../lib/frames.ts';
import type { Picture } from '../pieces/thumbnail.ts';
import { letterOf, scaleIn } from '../scene/scale.ts';
import { sliceOf } from '../scene/slice.ts';
import { ValueStore, type Pooled } from '../scene/values.ts';
import { inputOf, type Request } from './session.ts';

/** What a head does, at thumbnail size. */
export type Preview = Picture;

/** Thumbnails are 46 px: more cells than this would be lost. */
const most = 46;
/** Beyond this many words a run per head costs more than a thumbnail is worth. */
const longest = 96;

const pictures = new WeakMap<Pooled, Picture>();

/** One picture for the same numbers: thumbnails draw what is new to them. */
export const previewOf = (store: ValueStore, head: number, scope: string): Preview | undefined => {
  const info = portraitOf(store.trace, scope);
  const seen = info && store.overview(sliceOf(info, { head, query: 0 }), most);
  if (!info || !seen) return undefined;
  const picture = pictures.get(seen) ?? { ...seen, letter: letterOf(info.role), scale: scaleIn(store.trace, info) };
  pictures.set(seen, picture);
  return picture;
};

/** Of a trace that is given back at once: only what it holds whole. */
const previewIn = (trace: Trace, scope: string): Preview | undefined =>
  previewOf(new ValueStore(trace, () => undefined), 0, scope);

export const headsIn = (trace: Trace, scope: string): number => {
  const info = patternOf(trace, scope);
  const at = info?.axes.indexOf('head') ?? -1;
  return at >= 0 ? (info?.shape[at] ?? 1) : 1;
};

/** Runs the other heads of the layer once the figure stands, and keeps only their thumbnails. */
export class HeadPreviews {
  readonly #changed: () => void;
  #key = '';
  #abort = new AbortController();
  readonly #previews = new Map<number, Preview>();

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get(head: number): Preview | undefined {
    return this.#previews.get(head);
  }

  /** `heads`: those that the model can give, from 1. */
  async fill(engine: Engine, request: Request, trace: Trace, heads: number[], scope: string): Promise<void> {
    const key = JSON.stringify({ ...request, head: 0 });
    if (key !== this.#key) {
      this.#abort.abort();
      this.#abort = new AbortController();
      this.#key = key;
      this.#previews.clear();
    }
    const own = previewIn(trace, scope);
    if (own) this.#previews.set(request.head, own);
    this.#changed();
    if (Math.max(trace.tokens.length, trace.sourceTokens.length) > longest) return;
    const { signal } = this.#abort;
    for (const head of heads) {
      if (this.#previews.has(head)) continue;
      try {
        const other = await engine.run(request.variant, inputOf({ ...request, head }), request.params, {
          seed: request.seed,
          signal,
        });
        const preview = previewIn(other, scope);
        other.dispose();
        if (signal.aborted) return;
        if (preview) this.#previews.set(head, preview);
        this.#changed();
      } catch {
        // A head without a thumbnail is still a head; the figure itself reports what is wrong.
        return;
      }
    }
  }

  close(): void {
    this.#abort.abort();
    this.#key = '';
    this.#previews.clear();
  }
}
