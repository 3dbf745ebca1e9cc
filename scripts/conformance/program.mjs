// Writing programs for `engine.compute`: a handle for each tensor, an op a call. Shapes are kept, so that constants and
// pieces made of several ops fit what they are used on. Numbers are computed by the core alone.

const product = (sizes) => sizes.reduce((count, size) => count * size, 1);

const leading = ['batch', 'head', 'query', 'key'];
const rankOf = (axis) => (leading.includes(axis) ? leading.indexOf(axis) : leading.length);

/** The axes of a and those that b has beside: in front of what ranks behind them, as core/tensor/shape.cpp has it. */
const broadcast = (a, b) => {
  const axes = [...a];
  for (const axis of b) {
    if (axes.includes(axis)) continue;
    let at = axes.length;
    while (at > 0 && rankOf(axes[at - 1]) > rankOf(axis)) --at;
    axes.splice(at, 0, axis);
  }
  return axes;
};

/** Ops of one operand whose result is shaped like it. */
const sameShape = (x) => x;

export class Program {
  tensors = {};
  steps = [];

  /** A tensor that is given: `sizes` and `axes` of the same length. */
  tensor(axes, sizes, data) {
    const name = `t${Object.keys(this.tensors).length}`;
    if (product(sizes) !== data.length) throw new Error(`${data.length} numbers for [${sizes}]`);
    this.tensors[name] = { shape: sizes, axes, data: Float32Array.from(data) };
    return { name, axes, sizes };
  }

  op(op, inputs, settings, { axes, sizes }) {
    const output = `s${this.steps.length}`;
    this.steps.push({ op, inputs: inputs.map((input) => input.name), output, ...settings });
    return { name: output, axes, sizes };
  }

  sizeOf(x, axis) {
    return x.sizes[x.axes.indexOf(axis)];
  }

  /** A number wherever x has cells, as a tensor along its last axis. */
  number(x, value) {
    const size = x.sizes.at(-1);
    return this.tensor(
      [x.axes.at(-1)],
      [size],
      Array.from({ length: size }, () => value),
    );
  }

  matmul(a, b, over, bias) {
    const [first, second] = b.axes.slice(-2);
    const column = second === over ? first : second;
    const axes = [...b.axes.slice(0, -2), ...a.axes.slice(0, -1).filter((axis) => !b.axes.includes(axis)), column];
    const sizes = axes.map((axis) => (b.axes.includes(axis) ? this.sizeOf(b, axis) : this.sizeOf(a, axis)));
    return this.op(bias ? 'linear' : 'matmul', bias ? [a, b, bias] : [a, b], { over }, { axes, sizes });
  }

  meet(op, a, b) {
    const axes = broadcast(a.axes, b.axes);
    return this.op(
      op,
      [a, b],
      {},
      { axes, sizes: axes.map((axis) => this.sizeOf(a.axes.includes(axis) ? a : b, axis)) },
    );
  }
  add(...terms) {
    return terms.reduce((sum, term) => this.meet('add', sum, term));
  }
  multiply(...factors) {
    return factors.reduce((result, factor) => this.meet('multiply', result, factor));
  }
  mask(x, allowed) {
    return this.op('mask', [x, allowed], {}, x);
  }
  dot(a, v) {
    return this.op('dot', [a, v], {}, { axes: a.axes.slice(0, -1), sizes: a.sizes.slice(0, -1) });
  }
  scale(x, factor) {
    return this.op('scale', [x], { factor }, sameShape(x));
  }
  map(x, name) {
    return this.op('map', [x], { function: name }, sameShape(x));
  }
  softmax(x) {
    return this.op('softmax', [x], {}, sameShape(x));
  }
  sparsemax(x) {
    return this.op('sparsemax', [x], {}, sameShape(x));
  }
  entmax15(x) {
    return this.op('entmax15', [x], {}, sameShape(x));
  }
  layerNorm(x, gain, bias, epsilon) {
    return this.op('layer_norm', [x, gain, bias], { epsilon }, sameShape(x));
  }
  rmsNorm(x, gain, epsilon) {
    return this.op('rms_norm', [x, gain], { epsilon }, sameShape(x));
  }
  reduce(op, x, over) {
    const keep = x.axes.map((axis) => axis !== over);
    return this.op(
      op,
      [x],
      { over },
      { axes: x.axes.filter((_, i) => keep[i]), sizes: x.sizes.filter((_, i) => keep[i]) },
    );
  }
  sum(x, over) {
    return this.reduce('reduce_sum', x, over);
  }
  mean(x, over) {
    return this.reduce('reduce_mean', x, over);
  }
  rearrange(x, order, merged = 1, name = order.at(-1)) {
    const sizes = order.map((axis) => this.sizeOf(x, axis));
    const kept = order.length - merged;
    return this.op(
      'rearrange',
      [x],
      { order, merged, name },
      { axes: [...order.slice(0, kept), name], sizes: [...sizes.slice(0, kept), product(sizes.slice(kept))] },
    );
  }
  rename(x, from, to) {
    return this.op('rename', [x], { from, to }, { axes: x.axes.map((a) => (a === from ? to : a)), sizes: x.sizes });
  }
  gather(table, ids) {
    return this.op(
      'gather',
      [table, ids],
      {},
      { axes: [ids.axes[0], table.axes[1]], sizes: [ids.sizes[0], table.sizes[1]] },
    );
  }
  concat(a, b, along) {
    const sizes = a.sizes.map((size, i) => (a.axes[i] === along ? size + b.sizes[i] : size));
    return this.op('concat', [a, b], { along }, { axes: a.axes, sizes });
  }
  slice(x, along, begin, end) {
    const sizes = x.sizes.map((size, i) => (x.axes[i] === along ? end - begin : size));
    return this.op('slice', [x], { along, begin, end }, { axes: x.axes, sizes });
  }
  /** One position of an axis, without the axis. */
  at(x, along, position) {
    return this.sum(this.slice(x, along, position, position + 1), along);
  }

  plus(x, number) {
    return this.add(x, this.number(x, number));
  }
  minus(a, b) {
    return this.add(a, this.scale(b, -1));
  }
  square(x) {
    return this.multiply(x, x);
  }
  /** |x| = relu(x) + relu(-x). */
  absolute(x) {
    return this.add(this.map(x, 'relu'), this.map(this.scale(x, -1), 'relu'));
  }
  /** 1/x for x > 0: exp(-log x), its last digits mended by one step of Newton's. */
  reciprocal(x) {
    const near = this.map(this.scale(this.map(x, 'log'), -1), 'exp');
    const rest = this.plus(this.scale(this.multiply(x, near), -1), 1);
    return this.add(near, this.multiply(near, rest));
  }
  /** x^power for x >= 0, where 0 stays 0. */
  power(x, power) {
    return this.map(this.scale(this.map(x, 'log'), power), 'exp');
  }
  /** 1 where x > 0, else 0. */
  positive(x) {
    return this.map(this.mask(this.scale(x, 0), this.map(x, 'relu')), 'exp');
  }
  /** min(max(x, low), high); what lies between keeps its digits. */
  clamp(x, low, high) {
    const below = this.map(this.plus(this.scale(x, -1), low), 'relu');
    const above = this.map(this.plus(x, -high), 'relu');
    return this.minus(this.add(x, below), above);
  }
  /**
   * log of the sum of exp over the last axis. What is subtracted first is the softmax's mean of x, never farther below
   * the largest than log n: nothing overflows. `masked` is x with -inf where a cell does not count.
   */
  logSumExp(x, masked = x) {
    const over = x.axes.at(-1);
    const level = this.sum(this.multiply(this.softmax(masked), x), over);
    return this.add(level, this.map(this.sum(this.map(this.minus(masked, level), 'exp'), over), 'log'));
  }

  /** What the core makes of it: an array of { shape, data }, one for each handle. */
  async run(engine, outputs) {
    const names = [...new Set(outputs.map((output) => output.name))];
    const results = await engine.call('compute', { tensors: this.tensors, steps: this.steps, outputs: names });
    return outputs.map((output) => results[output.name]);
  }
}
