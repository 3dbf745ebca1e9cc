// Laying out tensors { shape, data }: what stands where, never what it is.

export const countOf = (shape) => shape.reduce((count, size) => count * size, 1);

/** Counts from the end where negative, as ONNX has it. */
export const axisOf = (axis, rank) => {
  if (!Number.isInteger(axis) || axis < -rank || axis >= rank) throw new Error(`axis ${axis} of ${rank} axes`);
  return axis < 0 ? axis + rank : axis;
};

/** The axes in another order: `order[i]` is the old place of the new axis i. */
export const transpose = ({ shape, data }, order) => {
  const strides = shape.map((_, i) => countOf(shape.slice(i + 1)));
  const sizes = order.map((i) => shape[i]);
  const steps = order.map((i) => strides[i]);
  const out = new Float32Array(data.length);
  const index = sizes.map(() => 0);
  let from = 0;
  for (let to = 0; to < out.length; ++to) {
    out[to] = data[from];
    for (let i = sizes.length - 1; i >= 0; --i) {
      from += steps[i];
      if (++index[i] < sizes[i]) break;
      from -= steps[i] * sizes[i];
      index[i] = 0;
    }
  }
  return { shape: sizes, data: out };
};

const range = (begin, end) => Array.from({ length: end - begin }, (_, i) => begin + i);

/** As rows [others, axis], and back again. */
export const rowsAlong = (tensor, axis) => {
  const { shape } = tensor;
  const order = [...range(0, axis), ...range(axis + 1, shape.length), axis];
  const moved = transpose(tensor, order);
  const columns = shape[axis];
  const back = order.map((_, i) => order.indexOf(i));
  return {
    sizes: [countOf(shape) / Math.max(columns, 1), columns],
    data: moved.data,
    restore: (data) => transpose({ shape: moved.shape, data }, back),
  };
};

/** Stretched to a shape by NumPy's rule. */
export const expand = (tensor, shape) => {
  const sizes = [...shape.map(() => 1), ...tensor.shape].slice(-shape.length);
  if (tensor.shape.length > shape.length || sizes.some((size, i) => size !== 1 && size !== shape[i]))
    throw new Error(`[${tensor.shape}] does not stretch to [${shape}]`);
  const strides = sizes.map((size, i) => (size === 1 ? 0 : countOf(sizes.slice(i + 1))));
  const data = Float32Array.from({ length: countOf(shape) }, (_, flat) => {
    let at = 0;
    let rest = flat;
    for (let i = shape.length - 1; i >= 0; --i) {
      at += (rest % shape[i]) * strides[i];
      rest = Math.floor(rest / shape[i]);
    }
    return tensor.data[at];
  });
  return { shape, data };
};

/** Part of the first axis, without it: W[i]. */
export const part = ({ shape, data }, i) => {
  const inner = shape.slice(1);
  const count = countOf(inner);
  return { shape: inner, data: data.slice(i * count, (i + 1) * count) };
};

/** Positions of the first axis. */
export const rowsOf = ({ shape, data }, begin, end) => {
  const count = countOf(shape.slice(1));
  return { shape: [end - begin, ...shape.slice(1)], data: data.slice(begin * count, end * count) };
};

/** Tensors of one shape on a new first axis. */
export const stack = (tensors) => ({
  shape: [tensors.length, ...tensors[0].shape],
  data: Float32Array.from(tensors.flatMap((tensor) => [...tensor.data])),
});

/** Nested lists as a tensor. */
export const nested = (value) => {
  const shape = [];
  for (let inner = value; Array.isArray(inner); inner = inner[0]) shape.push(inner.length);
  const data = [value].flat(Infinity);
  if (data.length !== countOf(shape)) throw new Error('a list whose parts differ in length');
  return { shape, data: Float32Array.from(data, Number) };
};

export const filled = (shape, value) => ({ shape, data: new Float32Array(countOf(shape)).fill(value) });
