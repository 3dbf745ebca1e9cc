// ONNX Runtime's Attention: queries, keys and values from one packed matrix, then the engine's attention.
import { expand, nested, rowsOf, transpose } from '../layout.mjs';
import { wantKnown } from '../left-out.mjs';
import { Program } from '../program.mjs';

export const recognises = (file) => Array.isArray(file.cases) && [file, ...file.cases].some((one) => one.W && one.b);

/** What is added to the scores [batch, head, query, key], or undefined. */
const maskOf = (one, [batch, heads, queries, keys]) => {
  const bias = one.bias && nested(one.bias);
  const lengths = one.valid_keys === undefined ? undefined : [one.valid_keys].flat();
  const mask = one.mask && nested(one.mask);
  if (!bias && !lengths && !mask) return undefined;
  const shape = [batch, heads, queries, keys];
  const added = bias ? expand(bias, shape) : { shape, data: new Float32Array(batch * heads * queries * keys) };
  // [batch, key] or [batch, query, key]: 1 = may be read.
  const wide =
    mask &&
    expand({ ...mask, shape: [batch, 1, ...(mask.shape.length === 2 ? [1] : []), ...mask.shape.slice(1)] }, shape);
  const data = added.data.map((value, i) => {
    const b = Math.floor(i / (heads * queries * keys));
    const hidden = (lengths && i % keys >= (lengths[b] ?? lengths[0])) || (wide && !wide.data[i]);
    return hidden ? -Infinity : value;
  });
  return { shape, data };
};

const run = async (file, one, engine) => {
  const known = ['W', 'b', 'x', 'heads', 'scale', 'valid_keys', 'mask', 'bias', 'causal', 'unidirectional'];
  wantKnown(one, [...known, 'past_key', 'past_value', 'expected']);
  const [W, b, x] = ['W', 'b', 'x'].map((name) => nested(one[name] ?? file[name]));
  const heads = one.heads ?? Number(/(\d+) heads/.exec(file.note ?? '')?.[1] ?? 2);
  const width = W.shape[1] / 3;
  const program = new Program();
  const rows = program.tensor(['batch', 'query', 'model'], x.shape, x.data);
  const columns = transpose(W, [1, 0]);
  const projected = [0, 1, 2].map((which) => {
    const [begin, end] = [which * width, (which + 1) * width];
    const weight = program.tensor(['feature', 'model'], [width, W.shape[0]], rowsOf(columns, begin, end).data);
    return program.matmul(rows, weight, 'model', program.tensor(['feature'], [width], rowsOf(b, begin, end).data));
  });
  const [q, k, v] = await program.run(engine, projected);
  const [batch, queries] = x.shape;
  const [pastKey, pastValue] = [one.past_key, one.past_value].map((past) => past && nested(past));
  const keys = queries + (pastKey?.shape[2] ?? 0);
  const mask = maskOf(one, [batch, heads, queries, keys]);
  const args = { q, k, v, qHeads: heads, kvHeads: heads };
  if (mask) args.mask = mask;
  if (pastKey) Object.assign(args, { pastKey, pastValue });
  if (one.causal || one.unidirectional) args.causal = true;
  if (one.scale !== undefined) args.scale = one.scale;
  const { y } = await engine.call('attention', args);
  // 1e-5: values of some units, from float32 weights of up to 8.4.
  return [{ expected: { name: 'y', ...nested(one.expected), tolerance: 1e-5 }, got: y }];
};

export const cases = (file) => file.cases.map((one) => ({ id: one.id, run: (engine) => run(file, one, engine) }));
