// What ONNX's RNN, GRU and LSTM share: directions, lengths, layouts, activations with their settings, clipping.
import { filled, part, rowsOf, transpose } from './layout.mjs';
import { Program } from './program.mjs';

/** Settings that an activation takes, with the defaults of ONNX's operators of the same names. */
const activations = {
  tanh: { make: (p, x) => p.map(x, 'tanh') },
  sigmoid: { make: (p, x) => p.map(x, 'sigmoid') },
  relu: { make: (p, x) => p.map(x, 'relu') },
  affine: { alpha: 1, beta: 0, make: (p, x, alpha, beta) => p.plus(p.scale(x, alpha), beta) },
  // relu(x) - alpha relu(-x)
  leakyrelu: {
    alpha: 0.01,
    make: (p, x, alpha) => p.minus(p.map(x, 'relu'), p.scale(p.map(p.scale(x, -1), 'relu'), alpha)),
  },
  thresholdedrelu: { alpha: 1, make: (p, x, alpha) => p.multiply(x, p.positive(p.plus(x, -alpha))) },
  scaledtanh: { alpha: 1, beta: 1, make: (p, x, alpha, beta) => p.scale(p.map(p.scale(x, beta), 'tanh'), alpha) },
  hardsigmoid: { alpha: 0.2, beta: 0.5, make: (p, x, alpha, beta) => p.clamp(p.plus(p.scale(x, alpha), beta), 0, 1) },
  // relu(x) + alpha elu(min(x, 0))
  elu: {
    alpha: 1,
    make: (p, x, alpha) =>
      p.add(p.map(x, 'relu'), p.scale(p.map(p.scale(p.map(p.scale(x, -1), 'relu'), -1), 'elu'), alpha)),
  },
  softsign: { make: (p, x) => p.multiply(x, p.reciprocal(p.plus(p.absolute(x), 1))) },
  // relu(x) + log(1 + exp(-|x|))
  softplus: {
    make: (p, x) => p.add(p.map(x, 'relu'), p.map(p.plus(p.map(p.scale(p.absolute(x), -1), 'exp'), 1), 'log')),
  },
};

/** The activations as functions of a program and a tensor; alphas and betas go to those that take them, in order. */
const activationsOf = (names, alphas = [], betas = []) => {
  const [alpha, beta] = [[...alphas], [...betas]];
  return names.map((name) => {
    const known = activations[name.toLowerCase()];
    if (!known) throw new Error(`activation ${name} is not known`);
    const a = known.alpha === undefined ? undefined : (alpha.shift() ?? known.alpha);
    const b = known.beta === undefined ? undefined : (beta.shift() ?? known.beta);
    return (program, x) => known.make(program, x, a, b);
  });
};

/** Each sequence the other way round within its length. */
const reversed = ({ shape, data }, lengths) => {
  const [steps, batch, width] = shape;
  const out = Float32Array.from(data);
  for (let b = 0; b < batch; ++b)
    for (let t = 0; t < Math.min(lengths[b], steps); ++t)
      for (let i = 0; i < width; ++i)
        out[(t * batch + b) * width + i] = data[((lengths[b] - 1 - t) * batch + b) * width + i];
  return { shape, data: out };
};

const commonAttributes = {
  hidden_size: undefined,
  direction: 'forward',
  layout: 0,
  activations: undefined,
  activation_alpha: undefined,
  activation_beta: undefined,
  clip: undefined,
};

/**
 * One direction, written into a program. `gates` parts of the weights; `step({ at, recur, state })` makes the next
 * states: `at(gate)` is the input's part, `recur(gate, h)` h's.
 */
const runDirection = (program, { x, w, r, b, lengths, initial, gates, step }) => {
  const [steps, batch, width] = x.shape;
  const hidden = r.shape.at(-1);
  const given = program.tensor(['time', 'batch', 'model'], x.shape, x.data);
  const gate = (tensor, g) => rowsOf(tensor, g * hidden, (g + 1) * hidden);
  const bias = (g) => program.tensor(['feature'], [hidden], b ? gate(b, g).data : filled([hidden], 0).data);
  const inputs = Array.from({ length: gates }, (_, g) =>
    program.matmul(given, program.tensor(['feature', 'model'], [hidden, width], gate(w, g).data), 'model', bias(g)),
  );
  const weights = Array.from({ length: gates }, (_, g) =>
    program.tensor(['latent', 'feature'], [hidden, hidden], gate(r, g).data),
  );
  const ownBias = Array.from({ length: gates }, (_, g) => program.rename(bias(gates + g), 'feature', 'latent'));
  const recur = (g, h) => program.rename(program.matmul(h, weights[g], 'feature', ownBias[g]), 'latent', 'feature');

  const zeros = filled([batch, hidden], 0);
  let state = initial.map((one) => program.tensor(['batch', 'feature'], [batch, hidden], (one ?? zeros).data));
  const outputs = [];
  for (let t = 0; t < steps; ++t) {
    const next = step({ at: (g) => program.at(inputs[g], 'time', t), recur, state });
    const here = lengths.map((length) => Number(t < length));
    if (here.every(Boolean)) {
      state = next;
      outputs.push(next[0]);
      continue;
    }
    // Sequences that have ended keep their state and put out zeros.
    const goesOn = program.tensor(['batch'], [batch], here);
    const ended = program.tensor(
      ['batch'],
      [batch],
      here.map((one) => 1 - one),
    );
    const kept = next.map((one) => program.multiply(one, goesOn));
    outputs.push(kept[0]);
    state = kept.map((one, i) => program.add(one, program.multiply(state[i], ended)));
  }
  return { outputs, state };
};

/**
 * An operator of this kind. `defaults` are its activations; `stateInputs` the places of the initial states among the
 * inputs; `stepOf({ program, act, clip, attrs, peepholes })` gives the step of one direction.
 */
export const recurrent = ({ gates, defaults, attributes = {}, stateInputs, peepholes, stepOf }) => ({
  attributes: { ...commonAttributes, ...attributes },
  async run({ inputs, attrs }, engine) {
    const batchFirst = attrs.layout === 1;
    const swap = (tensor) => (tensor && batchFirst ? transpose(tensor, [1, 0, 2]) : tensor);
    const x = swap(inputs[0]);
    const [, w, r, b, lengthsGiven] = inputs;
    const initial = stateInputs.map((i) => swap(inputs[i]));
    const [steps, batch] = x.shape;
    const lengths = lengthsGiven ? Array.from(lengthsGiven.data, Number) : Array.from({ length: batch }, () => steps);
    const ways = { forward: [false], reverse: [true], bidirectional: [false, true] }[attrs.direction];
    if (!ways) throw new Error(`direction is ${attrs.direction}`);
    const names = attrs.activations ?? ways.flatMap(() => defaults);
    const act = activationsOf(names, attrs.activation_alpha, attrs.activation_beta);
    const hidden = r.shape.at(-1);
    const program = new Program();
    const clip = (value) => (attrs.clip === undefined ? value : program.clamp(value, -attrs.clip, attrs.clip));

    const directions = ways.map((backwards, d) => {
      const acts = act
        .slice(d * defaults.length, (d + 1) * defaults.length)
        .map((one) => (value) => one(program, clip(value)));
      const weights = peepholes === undefined || !inputs[peepholes] ? undefined : part(inputs[peepholes], d);
      const peep =
        weights && ((g) => program.tensor(['feature'], [hidden], rowsOf(weights, g * hidden, (g + 1) * hidden).data));
      return runDirection(program, {
        x: backwards ? reversed(x, lengths) : x,
        w: part(w, d),
        r: part(r, d),
        b: b && part(b, d),
        initial: initial.map((one) => one && part(one, d)),
        ...{ lengths, gates },
        step: stepOf({ program, acts, attrs, peep }),
      });
    });

    const wanted = directions.flatMap(({ outputs, state }) => [...outputs, ...state]);
    const results = await program.run(engine, wanted);
    const all = filled([steps, ways.length, batch, hidden], 0);
    const last = stateInputs.map(() => filled([ways.length, batch, hidden], 0));
    directions.forEach(({ outputs, state }, d) => {
      const own = results.splice(0, outputs.length + state.length);
      const laid = {
        shape: [steps, batch, hidden],
        data: Float32Array.from(own.slice(0, steps).flatMap((one) => [...one.data])),
      };
      const inOrder = ways[d] ? reversed(laid, lengths) : laid;
      for (let t = 0; t < steps; ++t)
        all.data.set(rowsOf(inOrder, t, t + 1).data, (t * ways.length + d) * batch * hidden);
      own.slice(steps).forEach((one, i) => last[i].data.set(one.data, d * batch * hidden));
    });
    return [batchFirst ? transpose(all, [2, 0, 1, 3]) : all, ...last.map(swap)];
  },
});
