/** A softmax may round to a little more than 1. */
const whole = 1.001;

/**
 * How much of a row each number has, for bars and lines. Weights within 0 and 1 are shares already; where nothing was
 * normalised they may be of any size and sign.
 */
export const sharesOf = (row: Float32Array | undefined): Float32Array | undefined => {
  if (!row || row.every((value) => value >= 0 && value <= whole)) return row;
  const sizes = row.map((value) => (Number.isFinite(value) ? Math.abs(value) : 0));
  const all = sizes.reduce((sum, size) => sum + size, 0) || 1;
  return sizes.map((size) => size / all);
};
