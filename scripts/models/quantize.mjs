// int8 per row: each row of a matrix has one float32 scale, value = scale * code.
//
// A row is what one dot product reads: the weights of one output channel, or the
// embedding of one piece. Its error then depends on its own largest weight only.

/** [in, out] -> [out, in], so that a row is one output channel. */
export function transpose({ shape: [height, width], data }) {
  const turned = new Float32Array(data.length);
  for (let r = 0; r < height; ++r) for (let c = 0; c < width; ++c) turned[c * height + r] = data[r * width + c];
  return { shape: [width, height], data: turned };
}

/** @returns {{shape, codes: Int8Array, scales: Float32Array}} */
export function quantize({ shape, data }) {
  const [height, width] = shape;
  const codes = new Int8Array(height * width);
  const scales = new Float32Array(height);
  for (let r = 0; r < height; ++r) {
    const row = data.subarray(r * width, (r + 1) * width);
    const largest = row.reduce((a, v) => Math.max(a, Math.abs(v)), 0);
    // 127 on both sides: -128 stays unused, so the codes are symmetric about 0.
    scales[r] = largest / 127;
    if (scales[r] === 0) continue;
    row.forEach((v, c) => (codes[r * width + c] = Math.max(-127, Math.min(127, Math.round(v / scales[r])))));
  }
  return { shape, codes, scales };
}

/** The float32 values that the codes stand for, as every reader computes them. */
export function dequantize({ shape, codes, scales }) {
  const width = shape[1];
  return { shape, data: Float32Array.from(codes, (code, i) => Math.fround(code * scales[Math.floor(i / width)])) };
}
