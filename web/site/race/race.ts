import type { LearningEngine } from '../../engine/types/learning.ts';
import { Shipped } from '../trained/shipped.ts';
import { reason } from '../trained/engine.ts';
import { typed } from '../translate/text.ts';
import { say } from '../words.ts';
import { LaneRun } from './lane-run.ts';
import { decoderOf, input, lanes } from './lanes.ts';
import type { SetUp } from './set-up.ts';

/** Held-out words that a lane says before the next lane has its turn. */
const wordsOfATurn = 4;

/** How far the counting of errors is, in words of all lanes. */
export interface Counting {
  done: number;
  all: number;
}

/** Lanes that decode the same text on the same engine, taking turns, so that whatever else the machine does meets all. */
export class Race {
  runs: LaneRun[] = [];
  counting: Counting | undefined;
  /** What of the text the models do not read. */
  left: string[] = [];
  #text = '';
  #going = false;
  readonly #models = new Map<string, Shipped>();
  #count = new AbortController();

  constructor(
    readonly engine: LearningEngine,
    public setUp: SetUp,
    private readonly changed: () => void,
  ) {
    this.take(setUp);
  }

  get text(): string {
    return this.#text;
  }

  /** Something is measured. */
  get going(): boolean {
    return this.#going;
  }

  /** What shipped weights a lane needs. */
  shipped(name: string): Shipped {
    const known = this.#models.get(name);
    if (known) return known;
    const made = new Shipped(this.engine, name, this.changed);
    this.#models.set(name, made);
    return made;
  }

  /** Another set-up: lanes that stay keep what is known of their errors, and with the same text and seed their times. */
  take(setUp: SetUp): void {
    const before = this.setUp;
    const { words, left } = typed(setUp.text);
    this.left = [...left, ...words.slice(input.words)];
    const text = words.slice(0, input.words).join(' ');
    const same = text === this.#text && before.seed === setUp.seed;
    this.#text = text;
    this.setUp = setUp;
    const known = new Map(this.runs.map((run) => [run.lane.id, run]));
    this.runs = lanes
      .filter(({ id }) => setUp.lanes.includes(id))
      .flatMap((lane) => {
        const found = known.get(lane.id);
        known.delete(lane.id);
        if (found && before.seed !== setUp.seed) found.edits = [];
        if (found && !same) found.again();
        if (found) return found;
        const decoder = decoderOf(this.engine.catalog, lane);
        // A decoder that this build lacks.
        return decoder
          ? new LaneRun(
              lane,
              decoder,
              lane.models.map((name) => this.shipped(name)),
            )
          : [];
      });
    for (const gone of known.values()) gone.cancel();
    for (const run of this.runs) if (run.phase === 'done' && this.#unfinished(run)) run.phase = 'waiting';
  }

  /** All lanes from the beginning, once they may go. */
  again(): void {
    for (const run of this.runs) run.again();
  }

  cancel(run: LaneRun): void {
    run.cancel();
    // Nobody else waits for these weights.
    for (const model of run.models)
      if (!this.runs.some((other) => other.phase === 'loading' && other.models.includes(model))) model.cancel();
    this.changed();
  }

  stop(): void {
    for (const run of this.runs) if (run.phase !== 'done' && run.phase !== 'failed') this.cancel(run);
    this.#count.abort();
  }

  /** Until no lane wants another turn. */
  async go(): Promise<void> {
    if (this.#going) return;
    this.#going = true;
    this.changed();
    try {
      for (;;) {
        await this.#load();
        for (const run of this.runs) run.settle(this.setUp);
        const next = this.runs.filter((run) => run.wants(this.setUp));
        if (!next.length) break;
        for (const run of next)
          if (run.wants(this.setUp)) await run.take(this.engine, this.#text, this.setUp, this.changed);
      }
    } finally {
      this.#going = false;
      this.changed();
    }
  }

  /** How often each lane is wrong on the first held-out words; lanes take turns. */
  async count(): Promise<void> {
    if (this.counting || this.#going) return;
    this.#count = new AbortController();
    const { signal } = this.#count;
    const ready = this.runs.filter(({ phase }) => phase === 'done');
    const most = Math.min(this.setUp.words, ...ready.map(({ models }) => models.at(-1)?.run?.heldOut ?? 0));
    for (const run of ready) if (run.edits.length > most) run.edits = [];
    this.counting = { done: 0, all: most * ready.length };
    const open = () => ready.filter((run) => run.phase === 'done' && run.edits.length < most);
    while (open().length && !signal.aborted) {
      for (const run of open()) await this.#countSome(run, most);
      this.counting = { ...this.counting, done: ready.reduce((sum, { edits }) => sum + edits.length, 0) };
      this.changed();
    }
    this.counting = undefined;
    this.changed();
  }

  stopCounting(): void {
    this.#count.abort();
  }

  close(): void {
    this.stop();
    for (const model of this.#models.values()) model.close();
  }

  async #countSome(run: LaneRun, most: number): Promise<void> {
    const begin = run.edits.length;
    const { seed } = this.setUp;
    try {
      const some = await this.engine.errorsWith({ ...run.with, seed }, begin, Math.min(begin + wordsOfATurn, most));
      if (run.edits.length === begin && this.setUp.seed === seed) run.edits = [...run.edits, ...some];
    } catch (error) {
      run.fail(reason(error));
    }
  }

  /** The weights that lanes wait for, before any of them is measured. */
  async #load(): Promise<void> {
    for (;;) {
      const run = this.runs.find(({ phase, models }) => phase === 'waiting' && models.some((model) => !model.run));
      if (!run) return;
      run.phase = 'loading';
      for (const model of run.models) {
        if (run.phase !== 'loading') break;
        await model.load();
        if (run.phase !== 'loading') break;
        if (model.state === 'cancelled') run.cancel();
        else if (!model.run) run.fail(say('race.load.failed', { name: model.name, message: model.trouble }));
      }
      if (run.phase === 'loading') run.phase = 'waiting';
      this.changed();
    }
  }

  #unfinished(run: LaneRun): boolean {
    run.phase = 'waiting';
    const wants = run.wants(this.setUp);
    run.phase = 'done';
    return wants;
  }
}
