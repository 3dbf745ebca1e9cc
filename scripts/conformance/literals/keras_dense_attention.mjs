// Keras' Attention and AdditiveAttention: no projections; a mask takes 1e9 from the scores, that of the queries zeroes
// rows of the result.
import { nested } from '../layout.mjs';
import { LeftOut, wantKnown } from '../left-out.mjs';
import { Program } from '../program.mjs';

const kinds = ['scores', 'attend', 'apply'];

export const recognises = (file) => Array.isArray(file.cases) && file.cases.some((one) => kinds.includes(one.kind));

const given = (p, axes, lists) => {
  const { shape, data } = nested(lists);
  return p.tensor(axes, shape, data);
};

/** [batch, query, key]. */
const scoresOf = (p, one) => {
  const q = given(p, ['batch', 'query', 'channel'], one.q);
  const k = given(p, ['batch', 'key', 'channel'], one.k ?? one.v);
  const factor = one.scale ?? 1;
  if (one.score === 'dot') return p.scale(p.matmul(q, k, 'channel'), factor);
  if (!one.score?.includes('tanh(')) throw new LeftOut(`score "${one.score}" is not understood`);
  const weight = Number(/weight ([\d.]+)/.exec(one.score)?.[1] ?? 1);
  const width = q.sizes.at(-1);
  const w = one.w ?? Array.from({ length: width }, () => weight);
  // The scale stands inside of the tanh where the form says so; a number in place of w is the same for all channels.
  const inside = one.score.includes('tanh(scale');
  const met = p.add(q, k);
  const sum = p.dot(p.map(inside ? p.scale(met, factor) : met, 'tanh'), p.tensor(['channel'], [width], w));
  return inside ? sum : p.scale(sum, factor);
};

/** 1e9 less where a key is padding or, with `causal`, comes after the query. */
const masked = (p, scores, one) => {
  if (!one.v_mask && !one.causal) return scores;
  const [batch, queries, keys] = scores.sizes;
  const hidden = Array.from({ length: batch * queries * keys }, (_, flat) => {
    const [j, i, b] = [flat % keys, Math.floor(flat / keys) % queries, Math.floor(flat / keys / queries)];
    return (one.v_mask && !one.v_mask[b][j]) || (one.causal && j > i) ? 1 : 0;
  });
  return p.add(scores, p.scale(p.tensor(scores.axes, scores.sizes, hidden), -1e9));
};

const run = async (one, engine) => {
  const known = [
    'kind',
    'score',
    'scale',
    'w',
    'q',
    'k',
    'v',
    'scores',
    'q_mask',
    'v_mask',
    'causal',
    'atol',
    'rtol',
    'tol',
  ];
  wantKnown(one, [...known, 'expected', 'expected_weights']);
  if (!kinds.includes(one.kind)) throw new LeftOut(`kind "${one.kind}" is not understood`);
  const p = new Program();
  const scores = one.kind === 'apply' ? given(p, ['batch', 'query', 'key'], one.scores) : scoresOf(p, one);
  const weights = p.softmax(masked(p, scores, one));
  const outputs = [];
  if (one.kind === 'scores') {
    outputs.push(scores);
  } else {
    const z = p.matmul(weights, given(p, ['batch', 'key', 'model'], one.v), 'key');
    outputs.push(
      one.q_mask
        ? p.multiply(
            z,
            given(
              p,
              ['batch', 'query'],
              one.q_mask.map((row) => row.map(Number)),
            ),
          )
        : z,
    );
  }
  if (one.expected_weights) outputs.push(weights);
  const results = await p.run(engine, outputs);
  const tolerance = one.atol ?? one.rtol ?? one.tol ?? 1e-6;
  const compared = [{ expected: { name: 'result', ...nested(one.expected), tolerance }, got: results[0] }];
  if (one.expected_weights)
    compared.push({ expected: { name: 'weights', ...nested(one.expected_weights), tolerance }, got: results[1] });
  return compared;
};

export const cases = (file) => file.cases.map((one) => ({ id: one.id, run: (engine) => run(one, engine) }));
