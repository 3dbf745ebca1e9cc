// Sparse relatives of the softmax as programs, along the axis `key` of x [query, key], by halving an interval around the
// threshold.

/** What stands for -inf: far below any number here, and its square is still a float. */
export const farBelow = -1e9;

// 24 bits of a float32, and some for an interval that begins wider than 1.
const halvings = 32;

const total = (p, x) => p.sum(x, 'key');
const shares = (p, x) => p.multiply(x, p.reciprocal(total(p, x)));

/** The softmax's mean: at most log n below the largest entry, and never above it. */
const levelOf = (p, x) => total(p, p.multiply(p.softmax(x), x));

/** The threshold at which `weigh(threshold)` adds up to `target`; it adds up to more below, to less above. */
const bisect = (p, low, high, target, weigh) => {
  for (let i = 0; i < halvings; ++i) {
    const middle = p.scale(p.add(low, high), 0.5);
    const tooMuch = p.positive(p.plus(total(p, weigh(middle)), -target));
    const tooLittle = p.plus(p.scale(tooMuch, -1), 1);
    low = p.add(p.multiply(tooMuch, middle), p.multiply(tooLittle, low));
    high = p.add(p.multiply(tooLittle, middle), p.multiply(tooMuch, high));
  }
  return p.scale(p.add(low, high), 0.5);
};

/** Between these lies the threshold: 1 below the largest entry at least, below that entry at most. */
const around = (p, z) => {
  const level = levelOf(p, z);
  return [p.plus(level, -1), p.plus(level, Math.log(p.sizeOf(z, 'key')))];
};

export const entmaxBisect = (p, x, alpha) => {
  const z = p.scale(x, alpha - 1);
  const weigh = (threshold) => p.power(p.map(p.minus(z, threshold), 'relu'), 1 / (alpha - 1));
  return shares(p, weigh(bisect(p, ...around(p, z), 1, weigh)));
};

/** Weights that maximise p x - |p|_alpha. */
export const normmax = (p, x, alpha) => {
  const above = (threshold) => p.map(p.minus(x, threshold), 'relu');
  const threshold = bisect(p, ...around(p, x), 1, (at) => p.power(above(at), alpha / (alpha - 1)));
  return shares(p, p.power(above(threshold), 1 / (alpha - 1)));
};

/** Weights up to 1 each that add up to a budget. */
export const budgeted = (p, x, budget, alpha = 2) => {
  const z = p.scale(x, alpha - 1);
  const weigh = (threshold) => p.power(p.clamp(p.minus(z, threshold), 0, 1), 1 / (alpha - 1));
  const [, high] = around(p, z);
  // 1 below the smallest entry every weight is 1.
  const [, negative] = around(p, p.scale(z, -1));
  const low = p.plus(p.scale(negative, -1), -1);
  return weigh(bisect(p, low, high, budget, weigh));
};
