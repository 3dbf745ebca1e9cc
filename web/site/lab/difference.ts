/** The second run's numbers less the first's, cell by cell. */

export interface Difference {
  data: Float32Array;
  /** Largest magnitude; 0 where all cells are the same. */
  max: number;
  /** Its cell. */
  at: number;
  /** Cells that moved by more than rounding. */
  moved: number;
  /** `bits`: the same to the last bit; `rounding`: but for the order in which sums were rounded. */
  same: 'bits' | 'rounding' | false;
  /** Cells that only one of the two masks. */
  maskedOnce: number;
}

/**
 * Sums of the same terms in another order differ in their last bits: a float has 24, sums of a few hundred terms and an
 * exponential lose about four of them.
 */
const rounding = 1e-6;

export const differenceOf = (first: Float32Array, second: Float32Array): Difference => {
  const data = new Float32Array(first.length);
  let [max, at, moved, size, maskedOnce] = [0, 0, 0, 0, 0];
  for (let i = 0; i < data.length; i++) {
    const [a, b] = [first[i] ?? 0, second[i] ?? 0];
    if (Number.isFinite(a)) size = Math.max(size, Math.abs(a));
    if (Number.isFinite(b)) size = Math.max(size, Math.abs(b));
    // Masked in both: no difference. Masked in one: there is no number for it, and the cell is hatched.
    if (a === b) continue;
    if (!Number.isFinite(a) || !Number.isFinite(b)) {
      data[i] = -Infinity;
      maskedOnce++;
      continue;
    }
    data[i] = b - a;
    if (Math.abs(b - a) > max) [max, at] = [Math.abs(b - a), i];
  }
  const least = rounding * size;
  for (const value of data) if (value === -Infinity || Math.abs(value) > least) moved++;
  const same = max === 0 && maskedOnce === 0 ? 'bits' : moved === 0 ? 'rounding' : false;
  return { data, max, at, moved, same, maskedOnce };
};

/** How far the scale reaches: what is rounding alone must not look like a difference. */
export const reachOf = ({ max, same }: Difference, size: number): number => (same ? size : max);

/** 1: the same direction; 0: nothing in common. */
export const cosine = (first: ArrayLike<number>, second: ArrayLike<number>): number => {
  let [dot, a, b] = [0, 0, 0];
  for (let i = 0; i < first.length; i++) {
    const [x, y] = [first[i] ?? 0, second[i] ?? 0];
    dot += x * y;
    a += x * x;
    b += y * y;
  }
  return a > 0 && b > 0 ? dot / Math.sqrt(a * b) : 0;
};
