import type { Engine } from '../../engine/types.ts';
import { sameCell } from '../lib/hover.ts';
import { resolvePin } from '../lib/pins.ts';
import { settle, type Settled } from '../lib/settle.ts';
import { tell } from '../lib/story.ts';
import { modelsOf } from './models.ts';
import { FigureKnown } from './figure-known.ts';
import { requestKey, type Request } from './session.ts';

/** How a figure keeps up: wishes in, trace and story out. */
export class FigureBase extends FigureKnown {
  #requested = '';
  #told = '';

  use(engine: Engine): void {
    this.engine = engine;
    this.models?.removeEventListener('change', this.around.changed);
    this.models = modelsOf(engine);
    this.models.addEventListener('change', this.around.changed);
    this.around.changed();
  }

  close(): void {
    this.models?.removeEventListener('change', this.around.changed);
    this.session.close();
    this.previews.close();
    this.#requested = this.#told = '';
    this.story = undefined;
  }

  /** Brings runs and story in line with the wishes; called before every drawing. */
  update(): void {
    const { engine, models, given } = this;
    if (given) {
      this.settled = undefined;
      if (given !== this.session.trace) this.session.give(given);
      this.#tellStory();
      void this.facts.fill(given, this.rail, this.around.t());
      return;
    }
    if (!engine || !models) return;
    this.settled = settle(this.wishes, engine, (id) => models.load(id).state === 'ready', this.around.t());
    if (!this.settled) return;
    const request = this.#request(this.settled);
    const key = requestKey(request);
    if (key !== this.#requested) {
      this.#requested = key;
      void this.session.run(engine, request);
    }
    const { trace, shown, frames } = this.session;
    if (!trace || !shown) return;
    this.#tellStory();
    void this.facts.fill(trace, frames, this.around.t());
    this.#fillPreviews(shown);
  }

  /** Takes up a run that was stopped or failed. */
  again(): void {
    this.#requested = '';
    this.around.changed();
  }

  #request(settled: Settled): Request {
    const { entry, model, text, source, layer, head, seed, params } = settled;
    const { shown } = this.session;
    // Where the trace holds all heads or layers, choosing another one is a matter of looking.
    const same = shown?.variant === entry.id && shown.model === model.id;
    const keepHead = entry.kind === 'model' || (same && this.headsInTrace > 1);
    return {
      variant: entry.id,
      text,
      ...(source === undefined ? {} : { source }),
      model: model.id,
      layer: entry.kind === 'model' ? 1 : layer,
      head: keepHead ? (same ? (shown?.head ?? 1) : 1) : head,
      seed,
      params,
    };
  }

  #previewed = '';
  #fillPreviews(shown: Request): void {
    const { engine, settled, session } = this;
    const key = `${session.trace?.id}`;
    if (!engine || !settled || !session.trace || this.headsInTrace > 1 || key === this.#previewed) return;
    this.#previewed = key;
    const heads = settled.model.available.filter(([layer]) => layer === shown.layer).map(([, head]) => head);
    // After the figure itself has been drawn.
    const { trace } = session;
    setTimeout(() => {
      if (session.trace === trace) void this.previews.fill(engine, shown, trace, heads, this.scope);
    }, 30);
  }

  #tellStory(): void {
    const { trace, store, version } = this.session;
    const { frame } = this;
    const cell = store && frame ? resolvePin(store, frame, this.pin, this.selection) : undefined;
    if (!trace || !cell) {
      this.#told = '';
      this.story = undefined;
      return;
    }
    const key = `${trace.id}|${cell.tensor}|${cell.index.join()}`;
    if (key === this.#told || (sameCell(this.story?.cell, cell) && this.#told === key && version > 0)) return;
    this.#told = key;
    tell(trace, cell).then(
      (story) => {
        if (this.#told !== key) return;
        this.story = story;
        this.around.changed();
      },
      // The trace was replaced while it was asked, or its core went; the next drawing asks once more.
      () => {
        if (this.#told === key) this.#told = '';
      },
    );
  }
}
