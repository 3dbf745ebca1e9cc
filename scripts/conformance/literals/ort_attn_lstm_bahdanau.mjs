// ONNX Runtime's AttnLSTM: an LSTM whose input is widened by what additive attention read after the step before.
import { nested, rowsOf, transpose } from '../layout.mjs';
import { LeftOut, wantKnown } from '../left-out.mjs';
import { Program } from '../program.mjs';

const weights = ['WR', 'bias_icfo', 'memory_kernel', 'query_kernel', 'v', 'attention_kernel'];

export const recognises = (file) => weights.every((name) => file[name]) && Array.isArray(file.cases);

/** Columns [begin, end) of a matrix. */
const columns = (matrix, begin, end) => transpose(rowsOf(transpose(matrix, [1, 0]), begin, end), [1, 0]);

/** x [time, batch, channel] turned round within each length. */
const turned = (x, lengths) => x.map((_, t) => x[0].map((_unused, b) => x[t < lengths[b] ? lengths[b] - 1 - t : t][b]));

/** The outputs of one direction, written into the program: [batch, model] for each step of x [time][batch][channel]. */
const runDirection = (p, model, x, { allowed, lengths }) => {
  const { batch, hidden, attended } = model;
  const matrix = (axes, tensor) => p.tensor(axes, tensor.shape, tensor.data);
  const gates = [0, 1, 2, 3].map((g) => ({
    weight: matrix(['model', 'channel'], columns(model.WR, g * hidden, (g + 1) * hidden)),
    bias: matrix(['channel'], rowsOf(model.bias_icfo, g * hidden, (g + 1) * hidden)),
  }));
  const memory = matrix(['batch', 'key', 'latent'], model.memory);
  const keys = p.matmul(memory, matrix(['latent', 'feature'], model.memory_kernel), 'latent');
  const queryKernel = matrix(['model', 'feature'], model.query_kernel);
  const v = matrix(['feature'], model.v);
  const attentionKernel = matrix(['model', 'feature'], model.attention_kernel);
  const visible = matrix(['batch', 'key'], allowed);

  let [h, c] = ['model', 'channel'].map((axis) =>
    p.tensor(['batch', axis], [batch, hidden], new Float32Array(batch * hidden)),
  );
  let attention = p.tensor(['batch', 'model'], [batch, attended], new Float32Array(batch * attended));
  return x.map((rows, t) => {
    const input = p.tensor(['batch', 'model'], [batch, rows[0].length], rows.flat());
    const all = p.concat(p.concat(input, attention, 'model'), h, 'model');
    const [i, candidate, f, o] = gates.map(({ weight, bias }, g) =>
      p.map(p.matmul(all, weight, 'model', bias), g === 1 ? 'tanh' : 'sigmoid'),
    );
    c = p.add(p.multiply(f, c), p.multiply(i, candidate));
    h = p.rename(p.multiply(o, p.map(c, 'tanh')), 'channel', 'model');
    // v tanh(keys + query), over the memory that is there.
    const query = p.matmul(h, queryKernel, 'model');
    const scores = p.mask(p.dot(p.map(p.add(keys, query), 'tanh'), v), visible);
    const context = p.rename(p.sum(p.multiply(memory, p.softmax(scores)), 'key'), 'latent', 'model');
    attention = p.rename(p.matmul(p.concat(h, context, 'model'), attentionKernel, 'model'), 'feature', 'model');
    const goesOn = lengths.map((length) => Number(t < length));
    return goesOn.every(Boolean) ? h : p.multiply(h, p.tensor(['batch'], [batch], goesOn));
  });
};

const directions = { forward: [false], reverse: [true], backward: [true], bidirectional: [false, true] };

/** Where cell (direction, batch, time, unit) may stand in what a case expects. */
const layouts = [
  { shape: ({ B, T, H }) => [B, T, H], only: 1, order: [0, 1, 2, 3] },
  { shape: ({ B, T, H }) => [B, T, 2 * H], only: 2, order: [1, 2, 0, 3] },
  { shape: ({ B, T, H }) => [B, T, 2, H], only: 2, order: [1, 2, 0, 3] },
  { shape: ({ B, T, H }) => [2, B, T, H], only: 2, order: [0, 1, 2, 3] },
  { shape: ({ B, T, H }) => [T, 2, B, H], only: 2, order: [2, 0, 1, 3] },
  { shape: ({ B, T, H }) => [B, 2, T, H], only: 2, order: [1, 0, 2, 3] },
];

const run = async (file, one, engine) => {
  wantKnown(one, [...weights, 'direction', 'x', 'memory', 'mem_len', 'seq_len', 'zero_attention', 'h']);
  const ways = directions[one.direction ?? 'forward'];
  if (!ways) throw new LeftOut(`direction ${one.direction} is not understood`);
  const model = Object.fromEntries(weights.map((name) => [name, nested(one[name] ?? file[name])]));
  if (one.zero_attention) model.attention_kernel.data.fill(0);
  const x = nested(one.x);
  const [batch, steps] = x.shape;
  const lengths = one.seq_len ?? Array.from({ length: batch }, () => steps);
  const memory = nested(one.memory);
  const [, places, width] = memory.shape;
  const memoryLengths = one.mem_len ?? Array.from({ length: batch }, () => places);
  const there = (b, j) => Number(j < memoryLengths[b]);
  const allowed = {
    shape: [batch, places],
    data: Float32Array.from({ length: batch * places }, (_, i) => there(Math.floor(i / places), i % places)),
  };
  memory.data = memory.data.map((value, i) => (allowed.data[Math.floor(i / width)] ? value : 0));
  Object.assign(model, {
    batch,
    memory,
    hidden: model.bias_icfo.shape[0] / 4,
    attended: model.attention_kernel.shape[1],
  });

  const byTime = Array.from({ length: steps }, (_, t) => one.x.map((sequence) => sequence[t]));
  const program = new Program();
  const outputs = ways.flatMap((backwards) =>
    runDirection(program, model, backwards ? turned(byTime, lengths) : byTime, { allowed, lengths }),
  );
  const results = await program.run(engine, outputs);
  const { hidden } = model;
  const all = {
    shape: [ways.length, batch, steps, hidden],
    data: new Float32Array(ways.length * batch * steps * hidden),
  };
  results.forEach(({ data }, at) => {
    const [d, t] = [Math.floor(at / steps), at % steps];
    data.forEach((value, cell) => {
      const b = Math.floor(cell / hidden);
      const time = ways[d] && t < lengths[b] ? lengths[b] - 1 - t : t;
      all.data[((d * batch + b) * steps + time) * hidden + (cell % hidden)] = value;
    });
  });
  const h = nested(one.h);
  const sizes = { B: batch, T: steps, H: hidden };
  const layout = layouts.find(({ shape, only }) => only === ways.length && shape(sizes).join() === h.shape.join());
  if (!layout) throw new LeftOut(`h [${h.shape}] is laid out in a way that is not understood`);
  return [
    {
      expected: { name: 'h', ...h, tolerance: 1e-6 },
      got: { shape: h.shape, data: transpose(all, layout.order).data },
    },
  ];
};

export const cases = (file) => file.cases.map((one) => ({ id: one.id, run: (engine) => run(file, one, engine) }));
