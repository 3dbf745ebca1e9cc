import type { Codes } from '../../engine/types/codes.ts';
import type { LearningEngine, LearningRun } from '../../engine/types/learning.ts';
import type { Params } from '../../engine/types.ts';
import { boxAround, fits } from './box.ts';
import { shapesOf, type Shape } from './fitted.ts';
import { voronoi, type Box, type Point } from './geometry.ts';
import { forEngine, paramsOf, type SetUp, type Way } from './set-up.ts';

export type LaneState = 'waiting' | 'opening' | 'training' | 'resting' | 'cancelled' | 'failed';

/** What was so after a number of updates. */
export interface Moment {
  step: number;
  perplexity: number;
  error: number;
}

/** What a visitor did on the way. */
export interface Happening {
  step: number;
  kind: 'collapse' | 'calm' | 'repair' | 'leave';
}

/** Held-out digits that are coded at every look: one in ten, so that all names are among them. */
const lookedAt = 100;
/** Fields of the plane where cells are no Voronoi cells: enough that a line fitted to them is off by less than a dot. */
const [gridRows, gridColumns] = [84, 96];

/** One way to make vectors discrete, and its run. */
export class Lane {
  state: LaneState = 'waiting';
  run: LearningRun | undefined;
  codes: Codes | undefined;
  box: Box | undefined;
  cells: Shape[] = [];
  curve: Moment[] = [];
  happenings: Happening[] = [];
  trouble = '';
  collapse = false;
  repair = false;
  #rate = 0;

  constructor(readonly way: Way) {}

  get step(): number {
    return this.run?.step ?? 0;
  }

  get last(): Moment | undefined {
    return this.curve.at(-1);
  }

  /** Digits that are looked at, by their number among those held out. */
  get examples(): number[] {
    const apart = Math.max(1, Math.floor((this.run?.heldOut ?? 0) / lookedAt));
    return Array.from({ length: Math.min(lookedAt, this.run?.heldOut ?? 0) }, (_, i) => i * apart + (i % apart));
  }

  async open(engine: LearningEngine, setUp: SetUp, signal: AbortSignal): Promise<void> {
    this.close();
    this.state = 'opening';
    const run = await engine.open(forEngine(engine, this.way, setUp), { signal });
    this.run = run;
    this.#rate = Number(run.setup.settings['rate']);
    await this.look();
    this.state = 'resting';
  }

  /** How it stands now. */
  async look(): Promise<void> {
    const { run } = this;
    if (!run) return;
    const codes = await run.codes(this.examples);
    if (this.run !== run) return;
    if (!this.box || !fits(this.box, codes)) this.box = boxAround(codes);
    const { box } = this;
    let cells: Shape[];
    if (codes.nearest) {
      const { table } = codes;
      const sites = Array.from({ length: codes.codes }, (_, i): Point => [table[2 * i]!, table[2 * i + 1]!]);
      cells = voronoi(sites, box).flatMap((cell, code) =>
        cell.length ? [{ code, parts: [cell], middle: sites[code]! }] : [],
      );
    } else {
      const { left, top, right, bottom } = box;
      const grid = { rows: gridRows, columns: gridColumns };
      const taken = await run.cells({ from: [left, top], to: [right, bottom], ...grid });
      if (this.run !== run) return;
      cells = shapesOf({ box, ...grid, codes: taken });
    }
    [this.codes, this.cells] = [codes, cells];
    if (run.step && run.step !== this.last?.step)
      this.curve.push({ step: run.step, perplexity: codes.use.perplexity, error: codes.error });
  }

  /** Sliders and switches as they stand now, from the next update on. */
  async tell(setUp: SetUp, provoked: { params: Params; rate: number }, repaired: Params): Promise<void> {
    const { run } = this;
    if (!run) return;
    const own = Object.keys(run.setup.discretizerParams ?? {});
    const params = {
      ...paramsOf(this.way, setUp),
      ...(this.collapse ? provoked.params : {}),
      ...(this.repair ? repaired : {}),
    };
    // What was switched off again goes back to what the catalogue says.
    const rest = Object.fromEntries(this.way.discretizer.params.map((spec) => [spec.id, spec.default]));
    const all = { ...rest, ...params };
    await run.setDiscretizer(Object.fromEntries(Object.entries(all).filter(([id]) => own.includes(id))));
    await run.setRate(this.collapse ? provoked.rate : this.#rate);
  }

  happen(kind: Happening['kind']): void {
    this.happenings.push({ step: this.step, kind });
  }

  close(): void {
    this.run?.close();
    this.run = undefined;
    [this.codes, this.box, this.cells, this.curve, this.happenings] = [undefined, undefined, [], [], []];
    [this.collapse, this.repair, this.trouble, this.state] = [false, false, '', 'waiting'];
  }
}
