// Keras' MultiHeadAttention and GroupedQueryAttention with projections that change nothing: heads that all see the same,
// and an output that adds up each head's channels.
import { filled, stack } from '../layout.mjs';
import { LeftOut } from '../left-out.mjs';
import { Program } from '../program.mjs';

export const recognises = (file) => /identity/.test(file.all_projections ?? '') && Array.isArray(file.expected_rows);

/** "eye(8)" or "arange(64).reshape(8,8)/100" as a matrix. */
const matrixOf = (text) => {
  const eye = /^eye\((\d+)\)$/.exec(text);
  if (eye) {
    const n = Number(eye[1]);
    return { shape: [n, n], data: Float32Array.from({ length: n * n }, (_, i) => Number(i % (n + 1) === 0)) };
  }
  const counted = /^arange\((\d+)\)\.reshape\((\d+), ?(\d+)\)(?:\/(\d+))?$/.exec(text);
  if (!counted) throw new LeftOut(`"${text}" is not understood`);
  const [count, rows, columns, by = 1] = counted
    .slice(1)
    .map((word) => (word === undefined ? undefined : Number(word)));
  return { shape: [rows, columns], data: Float32Array.from({ length: count }, (_, i) => i / by) };
};

const run = async (file, engine) => {
  const { heads, head_dim: channels, kv_heads: kvHeads = heads } = file;
  const [query, key, value] = [file.query, file.key, file.value].map(matrixOf);
  const width = query.shape[1];
  const eye = matrixOf(`eye(${width})`);
  if (width !== channels) throw new LeftOut(`a width of ${width} has no identity onto ${channels} channels`);
  const p = new Program();
  const project = (x, count) => {
    const kernel = stack(Array.from({ length: count }, () => eye));
    const rows = p.tensor(['query', 'model'], x.shape, x.data);
    return p.matmul(rows, p.tensor(['head', 'model', 'channel'], kernel.shape, kernel.data), 'model');
  };
  const projected = await p.run(engine, [project(query, heads), project(key, kvHeads), project(value, kvHeads)]);
  const [q, k, v] = projected.map(({ shape, data }) => ({ shape: [1, ...shape], data }));
  const { y, qkMatmul } = await engine.call('attention', { q, k, v, qkMatmulOutput: 3 });

  // The output kernel [head, channel, out] is 1 where out is the head.
  const out = new Program();
  const rows = query.shape[0];
  const kernel = filled([heads, channels, heads], 0);
  kernel.data.forEach((_, i) => (kernel.data[i] = Number(i % heads === Math.floor(i / heads / channels))));
  const z = out.tensor(['head', 'query', 'channel'], [heads, rows, channels], y.data);
  const joined = out.rearrange(z, ['query', 'head', 'channel'], 2, 'feature');
  const kernelFlat = out.tensor(['feature', 'model'], [heads * channels, heads], kernel.data);
  const [result] = await out.run(engine, [out.matmul(joined, kernelFlat, 'feature')]);

  const tolerance = file.atol ?? 1e-2;
  const expected = file.expected_rows.flatMap((row) => Array.from({ length: heads }, () => row));
  const pattern = Array.from({ length: heads * rows * rows }, (_, i) =>
    Math.floor(i / rows) % rows === i % rows ? file.expected_diag : file.expected_offdiag,
  );
  return [
    { expected: { name: 'result', shape: [rows, heads], data: expected, tolerance }, got: result },
    // 1e-4: four digits are given.
    { expected: { name: 'weights', shape: [1, heads, rows, rows], data: pattern, tolerance: 1e-4 }, got: qkMatmul },
  ];
};

export const cases = (file) =>
  [...new Set([file.heads, file.kv_heads ?? file.heads])].map((count) => ({
    id: count === file.heads ? `${file.heads} heads` : `${file.heads} heads over ${count}`,
    run: (engine) => run({ ...file, kv_heads: count }, engine),
  }));
