import { Cancelled } from '../../engine/errors.ts';
import type { DecodedWith, DecoderCall, Edits, LearningDecoder } from '../../engine/types/decoding.ts';
import type { LearningEngine } from '../../engine/types/learning.ts';
import type { Shipped } from '../trained/shipped.ts';
import { spread, sum, type Spread } from '../trained/statistics.ts';
import { reason } from '../trained/engine.ts';
import { isExact, type Lane } from './lanes.ts';
import type { SetUp } from './set-up.ts';
import { qualityOf, shippedQuality, type Quality } from './quality.ts';

export type Phase = 'waiting' | 'loading' | 'running' | 'done' | 'cancelled' | 'failed';

/** Turns of 64 copies take many times as long: a few are enough for a median. */
const mostTogether = 5;
/** Milliseconds of calls after which a measured turn lets the page be heard. */
const slice = 50;

/** One lane in one race: what has been measured of it so far. */
export class LaneRun {
  phase: Phase = 'waiting';
  trouble = '';
  /** What the turn that warmed up has said, call by call while it is at it. It is not counted. */
  live: DecoderCall[] = [];
  said: DecodedWith | undefined;
  /** Milliseconds of every call of every measured turn. */
  turns: number[][] = [];
  /** Milliseconds for each of 64 texts side by side. */
  together: number[] = [];
  /** Of held-out texts. */
  edits: Edits[] = [];
  #abort = new AbortController();

  constructor(
    readonly lane: Lane,
    readonly decoder: LearningDecoder,
    readonly models: readonly Shipped[],
  ) {}

  /** Turns that are over, the first of them to warm up. */
  get turn(): number {
    return (this.said ? 1 : 0) + this.turns.length;
  }

  wants({ repeats, batch }: SetUp): boolean {
    if (this.phase !== 'waiting' && this.phase !== 'running') return false;
    return !this.said || this.turns.length < repeats || this.#wantsTogether(repeats, batch);
  }

  /** Fewer turns are wished than it has had. */
  settle(setUp: SetUp): void {
    if (this.phase === 'running' && this.turns.length && !this.wants(setUp)) this.phase = 'done';
  }

  /** From the beginning, what is known of its errors aside. */
  again(): void {
    // A turn that is on its way belongs to what was.
    this.#abort.abort();
    this.#abort = new AbortController();
    Object.assign(this, { phase: 'waiting', trouble: '', live: [], said: undefined, turns: [], together: [] });
  }

  cancel(): void {
    this.#abort.abort();
    if (this.phase === 'waiting' || this.phase === 'running' || this.phase === 'loading') this.phase = 'cancelled';
  }

  fail(trouble: string): void {
    this.phase = 'failed';
    this.trouble = trouble;
  }

  /** One turn: the text once, and where it is asked for 64 times side by side. */
  async take(engine: LearningEngine, text: string, setUp: SetUp, changed: () => void): Promise<void> {
    this.phase = 'running';
    const abort = this.#abort;
    const warms = !this.said;
    changed();
    try {
      const done = await this.#decode(engine, text, setUp, 1, warms ? 0 : slice, (calls) => {
        if (!warms || this.#abort !== abort) return;
        this.live.push(...calls);
        changed();
      });
      if (this.#abort !== abort) return;
      if (warms) {
        this.said = done;
      } else {
        this.turns.push(done.calls.map(({ begin, end }) => end - begin));
        if (this.#wantsTogether(setUp.repeats, setUp.batch)) {
          const { calls } = await this.#decode(engine, text, setUp, setUp.batch, slice, () => {});
          if (this.#abort === abort) this.together.push(calls.at(-1)!.end / setUp.batch);
        }
      }
      this.settle(setUp);
    } catch (error) {
      if (this.#abort !== abort) return;
      if (error instanceof Cancelled) this.phase = 'cancelled';
      else this.fail(reason(error));
    }
    changed();
  }

  /** Those of the middle turn, so that they add up to the time that is shown; before, as far as the first turn is. */
  get calls(): DecoderCall[] {
    const { said } = this;
    if (!said) return this.live;
    const middle = this.#middle;
    if (!middle) return said.calls;
    let now = 0;
    return said.calls.map((call, i) => {
      const begin = now;
      now += middle[i] ?? 0;
      return { ...call, begin, end: now };
    });
  }

  /** Of a whole text by itself: the middle turn's, and between what the middle half of the turns lies. */
  get time(): Spread | undefined {
    const middle = this.#middle;
    return middle && { ...spread(this.turns.map(sum)), median: sum(middle) };
  }

  get timeTogether(): Spread | undefined {
    return this.together.length ? spread(this.together) : undefined;
  }

  get multiplications(): number {
    return (this.said?.calls ?? []).reduce((all, call) => all + call.multiplications, 0);
  }

  /** As counted here; else what is known of the weights, which were counted with greedy decoding. */
  get quality(): Quality | undefined {
    if (this.edits.length) return qualityOf(this.edits);
    const metrics = this.models.at(-1)?.manifest?.metrics;
    return metrics && isExact(this.decoder, this.lane) ? shippedQuality(metrics) : undefined;
  }

  get with() {
    const runs = this.models.flatMap(({ run }) => run ?? []);
    return { decoder: this.lane.decoder, params: this.lane.params, runs };
  }

  /** The turn that half of the others need no longer than. */
  get #middle(): number[] | undefined {
    return [...this.turns].sort((a, b) => sum(a) - sum(b))[(this.turns.length - 1) >> 1];
  }

  #wantsTogether(repeats: number, batch: number): boolean {
    return batch > 1 && this.together.length < Math.min(repeats, mostTogether);
  }

  async #decode(
    engine: LearningEngine,
    text: string,
    { seed }: SetUp,
    copies: number,
    milliseconds: number,
    heard: (calls: DecoderCall[]) => void,
  ): Promise<DecodedWith> {
    const { signal } = this.#abort;
    const calls = engine.decodeWith({ ...this.with, input: { text }, seed, copies, slice: milliseconds, signal });
    for (;;) {
      const { value, done } = await calls.next();
      if (done) return value;
      heard(value);
      if (signal.aborted) await calls.throw(new Cancelled('decoding'));
    }
  }
}
