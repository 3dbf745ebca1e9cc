import type { Call } from './call.ts';
import type { Language } from './language.ts';
import { sharedOps } from './shared-ops.ts';

const { aligned, ops: shared } = sharedOps('np', 'transpose');

const spread = (call: Call): string => {
  if (call.gained >= 0) return `np.broadcast_to(${call.x}, ${call.shape})`;
  const at = call.changed;
  const [from, to] = [call.inputs[0]!.shape[at], call.output.shape[at]];
  return at < 0 ? call.x : `${call.x}.take(np.arange(${to}) * ${from} // ${to}, ${at})`;
};

export const numpy: Language = {
  id: 'numpy',
  name: 'NumPy',
  imports: ['import numpy as np'],
  load: (file) => `np.load("${file}")`,
  leaf: (key) => `leaves["${key}"]`,
  inline: (values) => `np.array(${values}, dtype=np.float32)`,
  difference: (ours, theirs) => `np.abs(${ours} - ${theirs}).max()`,
  helpers: {
    softmax: `def softmax(scores):  # a row without any open key weighs 0
    largest = scores.max(-1, keepdims=True)
    terms = np.exp(scores - np.where(np.isfinite(largest), largest, 0))
    total = terms.sum(-1, keepdims=True)
    return terms / np.where(total > 0, total, 1)`,
    layer_norm: `def layer_norm(x, gain, bias, epsilon):
    return (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + epsilon) * gain + bias`,
    rms_norm: `def rms_norm(x, gain, epsilon):
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + epsilon) * gain`,
    divide: `def divide(a, b):  # by zero: zero
    return np.where(b != 0, a / np.where(b != 0, b, 1), 0)`,
    sparsemax: `def sparsemax(scores):
    largest = scores.max(-1, keepdims=True)
    z = np.maximum(scores - np.where(np.isfinite(largest), largest, 0), -2)  # farther below weighs nothing either
    falling = -np.sort(-z, -1)
    total = np.cumsum(falling, -1)
    support = (1 + np.arange(1, z.shape[-1] + 1) * falling > total).sum(-1, keepdims=True)
    threshold = (np.take_along_axis(total, support - 1, -1) - 1) / support
    return np.where(np.isfinite(largest), np.maximum(z - threshold, 0), 0).astype(np.float32)`,
    entmax15: `def entmax15(scores):
    largest = scores.max(-1, keepdims=True)
    z = np.maximum((scores - np.where(np.isfinite(largest), largest, 0)) / 2, -2)  # farther below weighs nothing either
    falling = -np.sort(-z, -1)
    count = np.arange(1, z.shape[-1] + 1)
    mean = np.cumsum(falling, -1) / count
    spread = np.cumsum(falling**2, -1) - count * mean**2
    thresholds = mean - np.sqrt(np.maximum((1 - spread) / count, 0))
    support = (thresholds <= falling).sum(-1, keepdims=True)
    threshold = np.take_along_axis(thresholds, support - 1, -1)
    return np.where(np.isfinite(largest), np.maximum(z - threshold, 0)**2, 0).astype(np.float32)`,
    top_k: `def top_k(x, take, ties):  # ties: all that equal the last, or the first of them
    take = min(take, x.shape[-1])
    if ties:
        return (x >= np.sort(x, -1)[..., -take, None]).astype(np.float32)
    ranks = np.argsort(np.argsort(-x, -1, kind="stable"), -1)
    return (ranks < take).astype(np.float32)`,
    choose_largest: `def choose_largest(x):  # nothing in a row of -inf
    return ((np.arange(x.shape[-1]) == x.argmax(-1)[..., None]) & (x > -np.inf)).astype(np.float32)`,
    choose_by_draw: `def choose_by_draw(weights, draw):  # on which weight the draw falls
    end = np.cumsum(weights, -1)
    fallen = (draw * end[..., -1:] < end) & (weights > 0)
    return (fallen & (np.arange(end.shape[-1]) == fallen.argmax(-1)[..., None])).astype(np.float32)`,
    monotonic_reach: `def monotonic_reach(stop, go):  # a scan that only moves forwards
    reach = np.zeros_like(stop)
    for i in range(stop.shape[-2]):
        for j in range(stop.shape[-1]):
            along = go[..., i, j - 1] * reach[..., i, j - 1] if j else 0
            down = stop[..., i - 1, j] * reach[..., i - 1, j] if i else float(j == 0)
            reach[..., i, j] = along + down
    return reach`,
    pick: `def pick(x, index):
    index = np.clip(index, 0, x.shape[-1] - 1).astype(int)
    rows = np.broadcast_shapes(x.shape[:-1], index.shape[:-1])
    chosen = np.broadcast_to(index, (*rows, index.shape[-1]))
    return np.take_along_axis(np.broadcast_to(x, (*rows, x.shape[-1])), chosen, -1)`,
    rotate: `def rotate(x, cosines, sines, apart):  # pairs of channels, so far apart
    width = cosines.shape[-1]
    turned = x[..., :width]
    partners = turned.reshape(*turned.shape[:-1], -1, 2, apart)[..., ::-1, :].reshape(turned.shape)
    return np.concatenate([turned * cosines + partners * sines, x[..., width:]], -1)`,
    segment_sum: `def segment_sum(x, columns):  # what lies behind j, up to i
    t = np.arange(x.shape[-1 if columns else -2])
    between = ((t > t[:, None]) & (t <= t[:, None, None])).astype(np.float32)  # [i, j, t]
    return np.einsum("...t,ijt->...ij" if columns else "...tf,ijt->...ijf", x, between)`,
    state_scan: `def state_scan(key, value, decay=None, eraser=None):
    state, states = np.zeros((*key.shape[:-2], key.shape[-1], value.shape[-1]), np.float32), []
    for t in range(key.shape[-2]):
        written = value[..., t, :]
        if decay is not None:
            state = np.broadcast_to(decay, (*key.shape, value.shape[-1]))[..., t, :, :] * state
        if eraser is not None:
            written = written + (state * eraser[..., t, :, None]).sum(-2)
        state = state + key[..., t, :, None] * written[..., None, :]
        states.append(state)
    return np.stack(states, -3)`,
    unit_lower_solve: `def unit_lower_solve(lower, right):
    return np.linalg.solve(np.eye(lower.shape[-1], dtype=np.float32) - np.tril(lower, -1), right)`,
    erf: `erf = np.vectorize(__import__("math").erf, otypes=[np.float32])`,
  },
  ops: {
    ...shared,
    mask: (call) => `np.where(${aligned(call, 1)} > 0, ${call.x}, -np.inf)`,
    rms_norm: (call) => `rms_norm(${call.names.join(', ')}, ${call.number('epsilon')})`,
    sigmoid: ({ x }) => `1 / (1 + np.exp(-${x}))`,
    relu: ({ x }) => `np.maximum(${x}, 0)`,
    silu: ({ x }) => `${x} / (1 + np.exp(-${x}))`,
    elu: ({ x }) => `np.where(${x} > 0, ${x}, np.expm1(np.minimum(${x}, 0)))`,
    gelu: ({ x }) => `0.5 * ${x} * (1 + erf(${x} / 2**0.5))`,
    gelu_tanh: ({ x }) => `0.5 * ${x} * (1 + np.tanh((2 / np.pi)**0.5 * (${x} + 0.044715 * ${x}**3)))`,
    absolute: ({ x }) => `np.abs(${x})`,
    positive: ({ x }) => `(${x} > 0).astype(np.float32)`,
    leaky_relu: ({ x }) => `np.where(${x} > 0, ${x}, 0.01 * ${x})`,
    elu_plus_one: ({ x }) => `np.where(${x} > 0, ${x} + 1, np.exp(np.minimum(${x}, 0)))`,
    softplus: ({ x }) => `np.logaddexp(${x}, 0)`,
    log_sigmoid: ({ x }) => `-np.logaddexp(-${x}, 0)`,
    reciprocal: ({ x }) => `divide(1, ${x})`,
    max: (call) => `${call.x}.max(${call.lost})`,
    within: (call) => `(np.abs(${call.x}) <= ${call.number('limit')}).astype(np.float32)`,
    repeat: spread,
    gather: ({ names }) => `${names[0]}[${names[1]}.astype(int)]`,
    concat: (call) => `np.concatenate([${call.names.join(', ')}], ${call.changed})`,
  },
};
