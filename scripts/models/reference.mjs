// The sentence encoder in plain double-precision loops: the oracle that the
// converted files and the C++ graph are checked against. It is slow on purpose
// (no tricks, one loop per formula) and shares no code with the library.
//
// Cer et al. 2018, "Universal Sentence Encoder" (arXiv 1803.11175), Lite model;
// Vaswani et al. 2017, "Attention Is All You Need" (arXiv 1706.03762).

import { CONFIG } from './tfjs_source.mjs';

const rows = (n, width) => Array.from({ length: n }, () => new Float64Array(width));

/** x [n, in] times w [in, out] plus bias [out]. */
function linear(x, w, bias) {
  const [width_in, width_out] = w.shape;
  return x.map((row) => {
    const y = Float64Array.from(bias.data);
    for (let c = 0; c < width_in; ++c) {
      for (let o = 0; o < width_out; ++o) y[o] += row[c] * w.data[c * width_out + o];
    }
    return y;
  });
}

function layer_norm(x, scale, bias) {
  return x.map((row) => {
    const mean = row.reduce((a, b) => a + b, 0) / row.length;
    const variance = row.reduce((a, b) => a + (b - mean) ** 2, 0) / row.length;
    const inverse = 1 / Math.sqrt(variance + CONFIG.norm_epsilon);
    return row.map((v, c) => (v - mean) * inverse * scale.data[c] + bias.data[c]);
  });
}

const add = (x, y) => x.map((row, i) => row.map((v, c) => v + y[i][c]));

/** Multi-head attention without mask. x [n, width]; returns every intermediate, per head. */
function attention(x, weight, name) {
  const n = x.length;
  const width = weight[`${name}.qkv.weight`].shape[0];
  const d = width / CONFIG.heads;
  const qkv = linear(x, weight[`${name}.qkv.weight`], weight[`${name}.qkv.bias`]);
  const heads = [];
  const combined = rows(n, width);
  for (let h = 0; h < CONFIG.heads; ++h) {
    const part = (which) => qkv.map((row) => row.slice(which * width + h * d, which * width + (h + 1) * d));
    const [q, k, v] = [part(0), part(1), part(2)];
    const scores = rows(n, n);
    const scaled_scores = rows(n, n);
    const pattern = rows(n, n);
    const z = rows(n, d);
    for (let i = 0; i < n; ++i) {
      for (let j = 0; j < n; ++j) {
        for (let c = 0; c < d; ++c) scores[i][j] += q[i][c] * k[j][c];
        scaled_scores[i][j] = scores[i][j] / Math.sqrt(d);
      }
      const top = Math.max(...scaled_scores[i]);
      const sum = scaled_scores[i].reduce((a, s) => a + Math.exp(s - top), 0);
      for (let j = 0; j < n; ++j) {
        pattern[i][j] = Math.exp(scaled_scores[i][j] - top) / sum;
        for (let c = 0; c < d; ++c) z[i][c] += pattern[i][j] * v[j][c];
      }
      combined[i].set(z[i], h * d);
    }
    heads.push({ q, k, v, scores, scaled_scores, pattern, z });
  }
  return { heads, out: linear(combined, weight[`${name}.out.weight`], weight[`${name}.out.bias`]) };
}

/**
 * @param {Record<string, {shape: number[], data: ArrayLike<number>}>} weight as read_source gives it
 * @param {number[]} ids piece ids; those after the first 128 are dropped, as the network does
 * @returns {any} every intermediate by name, and `sentence`
 */
export function run_reference(weight, ids) {
  ids = ids.slice(0, CONFIG.max_pieces);
  // Position p, channel c: sin(p f_c) for the first half, cos(p f_c) for the second.
  const frequency = weight.timing_frequency.data;
  const half = frequency.length;
  const embedding = ids.map((id) => Float64Array.from(weight.embedding.data.slice(id * 256, id * 256 + 256)));
  const position = ids.map((_, p) =>
    Float64Array.from({ length: 256 }, (_, c) =>
      c < half ? Math.sin(p * frequency[c]) : Math.cos(p * frequency[c - half]),
    ),
  );
  // The timing layer has a residual path of its own: e + (e + t).
  let x = embedding.map((row, p) => row.map((v, c) => v + (v + position[p][c])));
  const trace = { embedding, position, input: x, layers: [] };
  for (const name of ['layer_1', 'layer_2']) {
    const normed = layer_norm(x, weight[`${name}.attention_norm.scale`], weight[`${name}.attention_norm.bias`]);
    // Layer 1 widens 256 to 512, so its residual path is a learned projection.
    const residual =
      name === 'layer_1' ? linear(x, weight['layer_1.residual.weight'], weight['layer_1.residual.bias']) : x;
    const mixed = attention(normed, weight, name);
    const middle = add(mixed.out, residual);
    const ffn_in = layer_norm(middle, weight[`${name}.ffn_norm.scale`], weight[`${name}.ffn_norm.bias`]);
    const hidden = linear(ffn_in, weight[`${name}.ffn_1.weight`], weight[`${name}.ffn_1.bias`]).map((row) =>
      row.map((v) => Math.max(v, 0)),
    );
    x = add(linear(hidden, weight[`${name}.ffn_2.weight`], weight[`${name}.ffn_2.bias`]), middle);
    trace.layers.push({ normed, residual, ...mixed, middle, ffn_in, hidden, output: x });
  }
  // Mean over the pieces (an empty text has a zero mean), a tanh layer, unit length.
  const mean = new Float64Array(512);
  for (const row of x) row.forEach((v, c) => (mean[c] += v / x.length));
  const pooled = linear([mean], weight['pool.weight'], weight['pool.bias'])[0].map(Math.tanh);
  const square = pooled.reduce((a, b) => a + b * b, 0);
  trace.mean = mean;
  trace.sentence = pooled.map((v) => v / Math.sqrt(Math.max(square, CONFIG.l2_epsilon)));
  return trace;
}
