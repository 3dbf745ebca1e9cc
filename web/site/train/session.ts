import { Diverged } from '../../engine/learning/errors.ts';
import { Cancelled, EngineUnavailable } from '../../engine/errors.ts';
import type { Decoded, LearningEngine, LearningRun, LearningUpdate } from '../../engine/types/learning.ts';
import type { LoadProgress } from '../../engine/types.ts';
import { num } from '../../elements/lib/format.ts';
import { say } from '../words.ts';
import { marksOf, type Mark } from './marks.ts';
import { RunRecord } from './record.ts';
import { forEngine, modelOf, taskOf, valuesOf, withParam, type SetUp } from './set-up.ts';

export type Status = 'opening' | 'ready' | 'training' | 'paused' | 'done' | 'diverged' | 'failed';

/** A held-out example as the model says it now. */
export interface Shown {
  example: number;
  source: string[];
  target: string;
  /** Pieces of the target, without the end. */
  length: number;
  said: { text: string; alignment?: Float32Array }[];
  text: string;
  marks: Mark[];
}

/** Held-out examples that a score is taken of while it trains: two batches, so that it costs no more than two updates. */
const scored = 64;
/** Pictures of a run, from its beginning to its end. */
const looks = 60;
/** Of the time that looking took, training gets at least so many times as much. */
const patience = 3;
/** Examples on show. */
export const examples = 3;
/** Curves beside the present one; more are not told apart. */
const mostKept = 5;
/** States that can be gone back to. */
const mostStates = 4;
/** A loss of this many times the first is no bad batch. */
const blown = 3;

interface State {
  step: number;
  file: Uint8Array;
}

/** One run at a time: opened, trained, looked at, gone back with; the ones before stay as curves. */
export class Session {
  status: Status = 'opening';
  run: LearningRun | undefined;
  record: RunRecord;
  kept: RunRecord[] = [];
  shown: Shown[] = [];
  firstExample = 0;
  /** The rate's peak as it stands. */
  rate = 0;
  /** Updates a second, where known. */
  speed = 0;
  /** What stopped it, in words. */
  trouble: string | undefined;
  progress: LoadProgress | undefined;
  /** The engine answers nothing any more: only another one can go on. */
  broken = false;
  #states: State[] = [];
  #first: number | undefined;
  #recent = 0;
  #opening: AbortController | undefined;
  #looked = { at: 0, took: 0 };
  #clock: { time: number; step: number }[] = [];
  #numbers = 1;
  #turn = 0;

  constructor(
    public engine: LearningEngine,
    setUp: SetUp,
    private readonly changed: () => void,
  ) {
    this.record = new RunRecord(this.#numbers++, setUp);
  }

  get setUp(): SetUp {
    return this.record.setUp;
  }

  get steps(): number {
    return Number(valuesOf(this.engine, this.setUp, 'train')['steps'] ?? 0);
  }

  /** Opens a run; the present one stays as a curve, where it has one. */
  async open(setUp: SetUp, file?: Uint8Array, record?: RunRecord): Promise<void> {
    this.#opening?.abort();
    const opening = new AbortController();
    this.#opening = opening;
    await this.#leave();
    if (opening.signal.aborted) return;
    if (record) {
      this.kept = this.kept.filter((one) => one !== record);
      this.record = record;
      delete record.file;
    } else
      this.record = new RunRecord(this.record.step || this.kept.length ? this.#numbers++ : this.record.number, setUp);
    this.#states = [];
    this.#first = undefined;
    this.#clock = [];
    [this.speed, this.shown, this.trouble, this.progress] = [0, [], undefined, undefined];
    this.rate = Number(valuesOf(this.engine, setUp, 'train')['rate'] ?? 0);
    this.#tell('opening');
    try {
      const run = await this.engine.open(forEngine(setUp), {
        signal: opening.signal,
        onProgress: (progress) => {
          this.progress = progress;
          this.changed();
        },
      });
      if (opening.signal.aborted) return run.close();
      this.run = run;
      this.progress = undefined;
      if (file) {
        const step = await run.restore(file);
        if (!record) this.record.happenings.push({ step, kind: 'loaded' });
        this.record.step = step;
      }
      await this.#look();
      if (this.run === run) this.#tell(run.step ? 'paused' : 'ready');
    } catch (error) {
      if (opening.signal.aborted || error instanceof Cancelled) return;
      this.#fail(error);
    }
  }

  /** Ends the loading of data; what is there stays. */
  cancel(): void {
    this.#opening?.abort();
    this.progress = undefined;
    this.trouble = undefined;
    this.#tell('failed');
  }

  async start(): Promise<void> {
    const { run } = this;
    const turn = await this.#begin(run);
    if (!run || !turn) return;
    const on = () => this.run === run && this.#turn === turn && this.status === 'training';
    this.#clock = [];
    try {
      while (on()) {
        const every = Math.max(1, Math.round(this.steps / looks));
        const until = (Math.floor(run.step / every) + 1) * every;
        const end = await run.train({ until, onUpdates: (updates) => this.#heard(updates) });
        if (this.run !== run || this.#turn !== turn) return;
        if (this.#recent > blown * (this.#first ?? Infinity)) return this.#explode();
        const since = performance.now() - this.#looked.at;
        if (end !== 'until' || since > patience * this.#looked.took) await this.#look();
        if (this.run !== run) return;
        if (end === 'done') this.#tell('done');
      }
    } catch (error) {
      if (this.run === run) this.#fail(error);
    }
  }

  async pause(): Promise<void> {
    const { run } = this;
    if (!run || this.status !== 'training') return;
    this.#tell('paused');
    await run.pause();
  }

  /** One update. */
  async step(): Promise<void> {
    const { run } = this;
    if (!run || !(await this.#begin(run))) return;
    try {
      const end = await run.train({ until: run.step + 1, slice: 0, onUpdates: (updates) => this.#heard(updates) });
      if (this.run !== run) return;
      await this.#look();
      if (this.run === run) this.#tell(end === 'done' ? 'done' : 'paused');
    } catch (error) {
      if (this.run === run) this.#fail(error);
    }
  }

  async setRate(rate: number): Promise<void> {
    const { run } = this;
    if (!run || !(rate > 0) || rate === this.rate) return;
    this.rate = rate;
    this.changed();
    try {
      await run.setRate(rate);
    } catch (error) {
      return this.#fail(error);
    }
    if (this.run !== run || !run.step) return;
    const last = this.record.happenings.at(-1);
    // A slider that is drawn along is one change.
    if (last?.kind === 'rate' && run.step - last.step < this.steps / looks) this.record.happenings.pop();
    this.record.happenings.push({ step: run.step, kind: 'rate', value: rate });
    this.changed();
  }

  /** Where `undo` would go. */
  get undoTo(): number | undefined {
    return this.#states.at(-1)?.step;
  }

  /** The rate that was good until then, or a tenth of one that never was. */
  get calmer(): number {
    const step = this.undoTo ?? 0;
    const before = this.record.happenings.findLast((one) => one.kind === 'rate' && one.step < step)?.value;
    const rate = before ?? Number(valuesOf(this.engine, this.setUp, 'train')['rate'] ?? 0);
    return rate < this.rate ? rate : Number((this.rate / 10).toPrecision(2));
  }

  /** Back to the last state in which all was well, and from there on with another rate, where one is given. */
  async undo(rate?: number): Promise<void> {
    const { run } = this;
    if (!run || run.training) return;
    try {
      const state = this.#states.pop();
      const step = state ? await run.restore(state.file) : await run.undo();
      if (this.run !== run) return;
      this.record.cut(step);
      this.record.happenings = this.record.happenings.filter((one) => one.step <= step);
      this.record.happenings.push({ step, kind: 'undone' });
      this.trouble = undefined;
      this.#recent = this.record.loss.last?.value ?? 0;
      // Not kept once more: going back again goes further back.
      await this.#look(false);
      if (this.run !== run) return;
      this.#tell(step ? 'paused' : 'ready');
      if (rate !== undefined) await this.setRate(rate);
    } catch (error) {
      if (this.run === run) this.#fail(error);
    }
  }

  async save(what: 'checkpoint' | 'weights'): Promise<Uint8Array | undefined> {
    return this.run?.save(what);
  }

  /** Goes on from a file of the same model. */
  async load(file: Uint8Array): Promise<void> {
    const { run } = this;
    if (!run) return;
    await this.pause();
    const step = await run.restore(file);
    if (this.run !== run) return;
    this.record.cut(0);
    this.record.happenings = [{ step, kind: 'loaded' }];
    this.record.step = step;
    this.#states = [];
    await this.#look();
    this.#tell(step ? (step >= this.steps ? 'done' : 'paused') : 'ready');
  }

  /** As many updates again, from where it stands. */
  async extend(): Promise<void> {
    const { run, record, engine, steps } = this;
    if (!run || this.status !== 'done') return;
    const file = await run.save();
    if (this.run !== run) return;
    record.setUp = withParam(
      engine,
      record.setUp,
      'train',
      'steps',
      steps + Number(engine.settingsOf(record.setUp.model)['steps'] ?? steps),
    );
    await this.open(record.setUp, file, record);
  }

  /** Other held-out examples. */
  async more(): Promise<void> {
    const { run } = this;
    if (!run) return;
    this.firstExample = (this.firstExample + examples) % Math.max(run.heldOut - examples, 1);
    try {
      await this.#decode(run);
    } catch (error) {
      if (this.run === run) this.#fail(error);
    }
    this.changed();
  }

  /** Back to a run of before, where it stood. */
  async returnTo(record: RunRecord): Promise<void> {
    await this.open(record.setUp, record.file, record);
  }

  forget(record: RunRecord): void {
    this.kept = this.kept.filter((one) => one !== record);
    this.changed();
  }

  /** Goes on with another engine; the curves stay. */
  mend(engine: LearningEngine): void {
    this.engine.dispose();
    this.engine = engine;
    this.run = undefined;
    this.broken = false;
  }

  close(): void {
    this.#opening?.abort();
    this.run?.close();
    this.run = undefined;
  }

  // ----------------------------------------------------------------

  /** A slice that is still on its way ends first; then training is this caller's turn, by its number. */
  async #begin(run: LearningRun | undefined): Promise<number | undefined> {
    if (!run || !['ready', 'paused'].includes(this.status)) return undefined;
    const turn = ++this.#turn;
    this.#tell('training');
    await run.pause();
    return this.run === run && this.#turn === turn && this.status === 'training' ? turn : undefined;
  }

  /** The run that is left can be returned to. */
  async #leave(): Promise<void> {
    const { run, record } = this;
    this.run = undefined;
    if (!run) return;
    if (record.step > 0) {
      record.file = await run.save().catch(() => undefined);
      this.kept = [record, ...this.kept].slice(0, mostKept);
    }
    run.close();
  }

  #heard(updates: readonly LearningUpdate[]): void {
    const { record } = this;
    for (const { step, loss } of updates) {
      record.loss.add(step, loss);
      this.#first ??= loss;
      this.#recent = this.#recent ? this.#recent + (loss - this.#recent) / 10 : loss;
    }
    record.step = updates.at(-1)?.step ?? record.step;
    this.#clock.push({ time: performance.now(), step: record.step });
    // A speed over the last twenty slices is steady and soon right again.
    if (this.#clock.length > 20) this.#clock.shift();
    const [first, last] = [this.#clock[0]!, this.#clock.at(-1)!];
    this.speed = last.time > first.time ? (1000 * (last.step - first.step)) / (last.time - first.time) : 0;
    this.changed();
  }

  /** Held-out examples as they stand now, and a state to go back to. */
  async #look(keep = true): Promise<void> {
    const { run, record } = this;
    if (!run) return;
    const began = performance.now();
    const { step } = run;
    const { loss, accuracy } = await run.score(0, Math.min(scored, run.heldOut));
    if (this.run !== run) return;
    record.score({ step, loss, accuracy });
    await this.#decode(run);
    const well = Number.isFinite(loss) && this.#recent <= 2 * (this.#first ?? Infinity);
    if (keep && well && this.undoTo !== step) {
      const file = await run.save();
      this.#states = [...this.#states, { step, file }].slice(-mostStates);
    }
    const now = performance.now();
    this.#looked = { at: now, took: now - began };
    this.changed();
  }

  async #decode(run: LearningRun): Promise<void> {
    // Where a model says no text there is nothing to align.
    if (taskOf(this.engine, this.setUp.task)?.kind !== 'sequences') return;
    const shown: Shown[] = [];
    for (let i = 0; i < Math.min(examples, run.heldOut); ++i) {
      const example = this.#example(run, i);
      const [decoded, { target, targetText = '' }] = await Promise.all([run.decode({ example }), run.example(example)]);
      shown.push(shownOf(example, decoded, target.filter((id) => id >= 0).slice(0, -1), targetText));
    }
    if (this.run === run) this.shown = shown;
  }

  /** The longest come last in their turns, and show the most. */
  #example(run: LearningRun, i: number): number {
    const turn = 6;
    return (this.firstExample * turn + turn * i + turn - 1) % run.heldOut;
  }

  #explode(): void {
    this.record.happenings.push({ step: this.record.step, kind: 'diverged' });
    this.trouble = say('train.trouble.grown', { value: num(this.#recent) });
    this.#tell('diverged');
  }

  #fail(error: unknown): void {
    if (error instanceof Diverged) {
      this.record.happenings.push({ step: this.record.step, kind: 'diverged' });
      const { what, got } = error;
      const said =
        what === 'loss' || what === 'gradient' ? (`train.trouble.${what}` as const) : 'train.trouble.weights';
      this.trouble = say(said, { got });
      return this.#tell('diverged');
    }
    this.broken ||= error instanceof EngineUnavailable;
    this.trouble = error instanceof Error ? error.message : String(error);
    this.#tell('failed');
  }

  #tell(status: Status): void {
    this.status = status;
    this.changed();
  }
}

const shownOf = (example: number, decoded: Decoded, target: readonly number[], text: string): Shown => {
  const pieces = decoded.pieces.filter((piece) => piece.text !== '');
  return {
    example,
    source: decoded.sourcePieces,
    target: text,
    length: target.length,
    said: pieces.map(({ text: one, alignment }) => ({ text: one, ...(alignment ? { alignment } : {}) })),
    text: decoded.text,
    marks: marksOf(
      pieces.map(({ id }) => id),
      target,
    ),
  };
};

/** Names of what is trained, for headlines. */
export const namesOf = (session: Session): { model: string; task: string } => ({
  model: modelOf(session.engine, session.setUp.model)?.name ?? '',
  task: taskOf(session.engine, session.setUp.task)?.name ?? '',
});
