/** A point of a curve: a mean over the steps from the point before to this one. */
export interface Point {
  step: number;
  value: number;
}

/** More points than a chart has pixels are of no use, and a run may be long. */
const most = 1024;

/** One number for each step, in memory that does not grow: when it is full, neighbours become one. */
export class Curve {
  readonly #points: (Point & { count: number })[] = [];
  /** Steps in a point. */
  #width = 1;

  add(step: number, value: number): void {
    const last = this.#points.at(-1);
    if (last && last.count < this.#width) {
      last.value += (value - last.value) / ++last.count;
      last.step = step;
      return;
    }
    this.#points.push({ step, value, count: 1 });
    if (this.#points.length < most) return;
    this.#width *= 2;
    const halves = this.#points.splice(0);
    for (let i = 0; i + 1 < halves.length; i += 2) {
      const [a, b] = [halves[i]!, halves[i + 1]!];
      const count = a.count + b.count;
      this.#points.push({ step: b.step, value: (a.value * a.count + b.value * b.count) / count, count });
    }
  }

  /** Forgets what came after a step: training went back there. */
  cut(step: number): void {
    while ((this.#points.at(-1)?.step ?? 0) > step) this.#points.pop();
  }

  get last(): Point | undefined {
    return this.#points.at(-1);
  }

  /** At most so many points, as they are. */
  points(limit = 256): Point[] {
    const size = Math.ceil(this.#points.length / limit);
    if (size <= 1) return this.#points;
    const out: Point[] = [];
    for (let i = 0; i < this.#points.length; i += size) {
      const group = this.#points.slice(i, i + size);
      out.push({ step: group.at(-1)!.step, value: group.reduce((sum, { value }) => sum + value, 0) / group.length });
    }
    return out;
  }
}

/** For the eye: each point the mean of those around it, as many before as behind. */
export const smoothed = (points: readonly Point[], around = 5): Point[] =>
  points.map(({ step }, i) => {
    const reach = Math.min(around, i, points.length - 1 - i);
    const group = points.slice(i - reach, i + reach + 1);
    return { step, value: group.reduce((sum, { value }) => sum + value, 0) / group.length };
  });
