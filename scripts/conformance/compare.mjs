// How near is near enough. float16 results have 11 bits, and their references were computed in float16 throughout.
const tolerances = { float16: 2e-3, float32: 1e-5, float64: 1e-5 };

const view = new DataView(new ArrayBuffer(4));

/** The float16 nearest to x (ties to even), as a number. */
export const roundToHalf = (x) => {
  if (!Number.isFinite(x) || x === 0) return x;
  // Half has 10 fraction bits, down to a smallest step of 2^-24.
  view.setFloat32(0, x);
  const exponent = Math.max(((view.getUint32(0) >>> 23) & 255) - 127, -14);
  const step = 2 ** (exponent - 10);
  const scaled = x / step;
  const floor = Math.floor(scaled);
  const rest = scaled - floor;
  const rounded = rest > 0.5 || (rest === 0.5 && floor % 2 !== 0) ? floor + 1 : floor;
  return Math.abs(rounded * step) > 65504 ? Math.sign(x) * Infinity : rounded * step;
};

const sameWord = (a, b) => Object.is(a, b) || a === b;

/** What differs, or `` when nothing does. */
export const difference = (expected, got) => {
  if (!got) return `${expected.name}: missing`;
  if (got.data.length !== expected.data.length) return `${expected.name}: ${got.data.length} numbers`;
  if (got.shape.join() !== expected.shape.join())
    return `${expected.name}: shape [${got.shape}] where [${expected.shape}] is right`;
  const tolerance = expected.tolerance ?? tolerances[expected.dtype];
  if (tolerance === undefined) return `${expected.name}: no tolerance is known for ${expected.dtype}`;
  const round = expected.dtype === 'float16' ? roundToHalf : (x) => x;
  let worst = { by: 0 };
  for (let i = 0; i < expected.data.length; ++i) {
    const want = expected.data[i];
    const have = round(got.data[i]);
    if (sameWord(want, have)) continue;
    const by = Math.abs(have - want) / Math.max(1, Math.abs(want));
    // Written so that NaN counts as a difference.
    if (!(by <= worst.by)) worst = { by, i, want, have };
    if (Number.isNaN(by)) break;
  }
  if (worst.by <= tolerance) return '';
  return `${expected.name}[${worst.i}]: ${worst.have} where ${worst.want} is right (off by ${worst.by.toExponential(1)}, ${tolerance} allowed)`;
};
