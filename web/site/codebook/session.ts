import { Cancelled } from '../../engine/errors.ts';
import type { LearningEngine } from '../../engine/types/learning.ts';
import type { Params } from '../../engine/types.ts';
import { reason } from '../trained/engine.ts';
import { Lane } from './lane.ts';
import { uses, waysOf, type SetUp, type Way } from './set-up.ts';

/**
 * What the two switches do to a run that goes on. A commitment of sixteen times the usual and steps of ten times the
 * usual draw vectors together faster than codes can part them: few codes take all, the others are left behind and die.
 * Reviving puts a code that gets less than a fifth of its even share onto a vector of the batch; averages that forget
 * within ten batches notice soon that a code is dead.
 */
export const provoked = { params: { beta: 4 } as Params, rate: 0.02 };
export const repaired: Params = { revive: 0.2, decay: 0.9 };

/** Updates between two pictures: a few times a second, and the curve has a point at each. */
const stride = 10;
/** The others are looked at less often: nobody watches them grow. */
const stridesBehind = 5;

/** All ways on one engine: one of them stands large and learns first, the others learn behind it, one after another. */
export class Session {
  readonly ways: Way[];
  lanes: Lane[];
  main: Lane;
  playing = false;
  /** The others learn by themselves, unless that is stopped. */
  others: 'wait' | 'learn' | 'stopped' = 'wait';
  #began = 0;
  #opening = new AbortController();
  #playing: Promise<void> = Promise.resolve();

  constructor(
    readonly engine: LearningEngine,
    public setUp: SetUp,
    private readonly changed: () => void,
  ) {
    this.ways = waysOf(engine);
    this.lanes = this.ways.map((way) => new Lane(way));
    this.main = this.#lane(setUp.way);
  }

  get behind(): Lane[] {
    return this.lanes.filter((lane) => lane !== this.main);
  }

  /** Can the switches act on this way? */
  get switches(): { collapse: boolean; repair: boolean } {
    const has = (params: Params) => Object.keys(params).every((id) => uses(this.main.way, id));
    return { collapse: has(provoked.params), repair: has(repaired) };
  }

  /** Where the run rests next. */
  get goal(): number {
    const { steps } = this.setUp;
    return steps * (Math.floor(this.main.step / steps) + 1);
  }

  /** Everything from the start, with another set-up. */
  async begin(setUp: SetUp): Promise<void> {
    this.#opening.abort();
    this.#opening = new AbortController();
    ++this.#began;
    [this.playing, this.others] = [false, 'wait'];
    await this.#playing;
    for (const lane of this.lanes) lane.close();
    this.setUp = setUp;
    this.main = this.#lane(setUp.way);
    await this.#open(this.main);
  }

  async play(): Promise<void> {
    if (this.playing) return;
    await this.#playing;
    this.playing = true;
    this.#playing = this.#play(this.main).finally(() => {
      this.playing = false;
      this.changed();
    });
    this.changed();
    const rests = await this.#playing.then(() => this.main.step > 0 && this.main.step % this.setUp.steps === 0);
    if (rests && this.others === 'wait') void this.teach();
  }

  async pause(): Promise<void> {
    this.playing = false;
    await this.main.run?.pause();
    await this.#playing;
  }

  /** Another way stands large. It learns in front where it has not learned yet. */
  async bringUp(lane: Lane): Promise<void> {
    if (lane === this.main) return;
    const learns = this.playing;
    await this.pause();
    this.main = lane;
    this.setUp = { ...this.setUp, way: lane.way.key, code: undefined };
    this.changed();
    if (!lane.run && lane.state !== 'opening') await this.#open(lane);
    if (this.main === lane && (learns || lane.step < this.setUp.steps)) await this.play();
  }

  /** The others learn as long as the setting says, one after another, while the one in front rests. */
  async teach(): Promise<void> {
    const began = this.#began;
    this.others = 'learn';
    const on = () => this.#began === began && this.others === 'learn';
    for (const lane of this.lanes) {
      if (!on()) return;
      if (lane.state === 'cancelled') lane.state = lane.run ? 'resting' : 'waiting';
      if (lane === this.main) continue;
      if (!lane.run) await this.#open(lane);
      for (let i = 1; on() && lane.run && lane.step < this.setUp.steps; ++i) {
        await this.#playing;
        if (!on() || lane === this.main) break;
        await this.#train(lane, i % stridesBehind === 0);
      }
      if (on() && lane.run && lane !== this.main) await lane.look();
      this.changed();
    }
    if (on()) this.others = 'wait';
    this.changed();
  }

  stopOthers(): void {
    this.others = 'stopped';
    for (const lane of this.behind) if (lane.step < this.setUp.steps) lane.state = 'cancelled';
    this.changed();
  }

  async turn(which: 'collapse' | 'repair', on: boolean): Promise<void> {
    const { main } = this;
    main[which] = on;
    main.happen(which === 'collapse' ? (on ? 'collapse' : 'calm') : on ? 'repair' : 'leave');
    this.changed();
    await this.tell();
  }

  /** Sliders and switches reach every run that is open. */
  async tell(): Promise<void> {
    try {
      for (const lane of this.lanes) if (lane.run) await lane.tell(this.setUp, provoked, repaired);
    } catch (error) {
      this.#fail(this.main, error);
    }
  }

  close(): void {
    ++this.#began;
    this.#opening.abort();
    this.playing = false;
    for (const lane of this.lanes) lane.run?.close();
  }

  // ----------------------------------------------------------------

  #lane(key: string): Lane {
    return this.lanes.find(({ way }) => way.key === key) ?? this.lanes[0]!;
  }

  async #open(lane: Lane): Promise<void> {
    const { signal } = this.#opening;
    try {
      const opened = lane.open(this.engine, this.setUp, signal);
      this.changed();
      await opened;
    } catch (error) {
      if (!signal.aborted && !(error instanceof Cancelled)) this.#fail(lane, error);
    }
    this.changed();
  }

  async #play(lane: Lane): Promise<void> {
    const { goal } = this;
    // It may be learning behind the one that stood in front until now.
    await lane.run?.pause();
    while (this.playing && this.main === lane && lane.run && lane.step < goal) await this.#train(lane, true);
  }

  async #train(lane: Lane, look: boolean): Promise<void> {
    const { run } = lane;
    if (!run) return;
    lane.state = 'training';
    try {
      await run.train({ until: run.step - (run.step % stride) + stride });
      if (lane.run !== run) return;
      if (look) await lane.look();
      if (lane.state === 'training') lane.state = 'resting';
    } catch (error) {
      if (lane.run === run) this.#fail(lane, error);
    }
    this.changed();
  }

  #fail(lane: Lane, error: unknown): void {
    lane.run?.close();
    lane.run = undefined;
    [lane.state, lane.trouble] = ['failed', reason(error)];
    if (lane === this.main) this.playing = false;
    this.changed();
  }
}
