// Whole numbers with one float32 scale per run of weights within a row: value = scale * code.
//
// A row is what one dot product reads: the weights of one output channel, or the
// embedding of one piece. Its error then depends on the largest weight of its own
// run only. Measured against float32 on the tests' sentences, one scale for a whole
// row let the worst cosine fall to 0.9983; with runs of 64, and 16 bits for the one
// small matrix through which everything passes unnormalised (layer 1's residual
// path), it stays above 0.999 for 0.5 MB more. 64 divides every width, and is the width of a head of layer 1, so
// that the starter's share of a matrix is made of whole runs.

export const RUN = 64;

/**
 * [in, out] -> [out, in], so that a row is one output channel.
 * @param {{shape: number[], data: Float32Array}} matrix
 * @returns {{shape: number[], data: Float32Array<ArrayBuffer>}}
 */
export function transpose({ shape, data }) {
  const height = shape[0] ?? 0;
  const width = shape[1] ?? 0;
  const turned = new Float32Array(data.length);
  for (let r = 0; r < height; ++r) for (let c = 0; c < width; ++c) turned[c * height + r] = data[r * width + c];
  return { shape: [width, height], data: turned };
}

/** @returns {{shape, codes: Int8Array | Int16Array, scales: Float32Array}} scales: [rows, columns / RUN] */
export function quantize({ shape, data }, bits = 8) {
  if (shape[1] % RUN !== 0) throw new Error(`a width of ${shape[1]} is not made of runs of ${RUN}`);
  const top = 2 ** (bits - 1) - 1; // on both sides: the codes are symmetric about 0
  const codes = bits === 8 ? new Int8Array(data.length) : new Int16Array(data.length);
  const scales = new Float32Array(data.length / RUN);
  for (let r = 0; r < scales.length; ++r) {
    const run = data.subarray(r * RUN, (r + 1) * RUN);
    const largest = run.reduce((a, v) => Math.max(a, Math.abs(v)), 0);
    scales[r] = largest / top;
    if (scales[r] === 0) continue;
    run.forEach((v, c) => (codes[r * RUN + c] = Math.max(-top, Math.min(top, Math.round(v / scales[r])))));
  }
  return { shape, codes, scales };
}

/** The float32 values that the codes stand for, as every reader computes them. */
export function dequantize({ shape, codes, scales }) {
  return { shape, data: Float32Array.from(codes, (code, i) => Math.fround(code * scales[Math.floor(i / RUN)])) };
}
