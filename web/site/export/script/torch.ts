import type { Call } from './call.ts';
import type { Language } from './language.ts';
import { sharedOps } from './shared-ops.ts';

const { aligned, ops: shared } = sharedOps('torch', 'permute');

const spread = (call: Call): string => {
  if (call.gained >= 0) return `${call.x}.expand${call.shape}`;
  const at = call.changed;
  const [from, to] = [call.inputs[0]!.shape[at], call.output.shape[at]];
  const chosen = `torch.div(torch.arange(${to}) * ${from}, ${to}, rounding_mode="floor")`;
  return at < 0 ? call.x : `${call.x}.index_select(${at}, ${chosen})`;
};

export const torch: Language = {
  id: 'torch',
  name: 'PyTorch',
  imports: ['import numpy as np', 'import torch', 'import torch.nn.functional as F'],
  load: (file) => `np.load("${file}")`,
  leaf: (key) => `torch.from_numpy(leaves["${key}"])`,
  inline: (values) => `torch.tensor(${values}, dtype=torch.float32)`,
  difference: (ours, theirs) => `(${ours} - ${theirs}).abs().max().item()`,
  helpers: {
    softmax: `def softmax(scores):  # a row without any open key weighs 0
    return torch.nan_to_num(torch.softmax(scores, -1))`,
    layer_norm: `def layer_norm(x, gain, bias, epsilon):  # F.layer_norm loses all digits of a row of one number
    centred = x - x.mean(-1, keepdim=True)
    return centred / torch.sqrt((centred**2).mean(-1, keepdim=True) + epsilon) * gain + bias`,
    divide: `def divide(a, b):  # by zero: zero
    return torch.where(b != 0, a / torch.where(b != 0, b, torch.ones_like(b)), torch.zeros_like(a * b))`,
    sparsemax: `def sparsemax(scores):
    largest = scores.max(-1, keepdim=True).values
    z = (scores - largest.clamp(min=-1e30)).clamp(min=-2)  # farther below weighs nothing either
    falling = z.sort(-1, descending=True).values
    total = falling.cumsum(-1)
    support = (1 + torch.arange(1, z.shape[-1] + 1) * falling > total).sum(-1, keepdim=True)
    threshold = (total.gather(-1, support - 1) - 1) / support
    return (z - threshold).clamp(min=0).masked_fill(largest == -float("inf"), 0)`,
    entmax15: `def entmax15(scores):
    largest = scores.max(-1, keepdim=True).values
    z = ((scores - largest.clamp(min=-1e30)) / 2).clamp(min=-2)  # farther below weighs nothing either
    falling = z.sort(-1, descending=True).values
    count = torch.arange(1, z.shape[-1] + 1)
    mean = falling.cumsum(-1) / count
    spread = (falling**2).cumsum(-1) - count * mean**2
    thresholds = mean - ((1 - spread) / count).clamp(min=0).sqrt()
    support = (thresholds <= falling).sum(-1, keepdim=True)
    threshold = thresholds.gather(-1, support - 1)
    return ((z - threshold).clamp(min=0)**2).masked_fill(largest == -float("inf"), 0)`,
    top_k: `def top_k(x, take, ties):  # ties: all that equal the last, or the first of them
    take = min(take, x.shape[-1])
    if ties:
        return (x >= x.sort(-1).values[..., -take, None]).float()
    ranks = torch.argsort(torch.sort(-x, dim=-1, stable=True).indices, -1)
    return (ranks < take).float()`,
    choose_largest: `def choose_largest(x):  # nothing in a row of -inf
    return ((torch.arange(x.shape[-1]) == x.argmax(-1, keepdim=True)) & (x > -float("inf"))).float()`,
    choose_by_draw: `def choose_by_draw(weights, draw):  # on which weight the draw falls
    end = weights.cumsum(-1)
    fallen = (draw * end[..., -1:] < end) & (weights > 0)
    return (fallen & (torch.arange(end.shape[-1]) == fallen.float().argmax(-1, keepdim=True))).float()`,
    monotonic_reach: `def monotonic_reach(stop, go):  # a scan that only moves forwards
    reach = torch.zeros_like(stop)
    for i in range(stop.shape[-2]):
        for j in range(stop.shape[-1]):
            along = go[..., i, j - 1] * reach[..., i, j - 1] if j else 0
            down = stop[..., i - 1, j] * reach[..., i - 1, j] if i else float(j == 0)
            reach[..., i, j] = along + down
    return reach`,
    pick: `def pick(x, index):
    index = index.clamp(0, x.shape[-1] - 1).long()
    rows = torch.broadcast_shapes(x.shape[:-1], index.shape[:-1])
    return x.expand(*rows, x.shape[-1]).gather(-1, index.expand(*rows, index.shape[-1]))`,
    rotate: `def rotate(x, cosines, sines, apart):  # pairs of channels, so far apart
    width = cosines.shape[-1]
    turned = x[..., :width]
    partners = turned.reshape(*turned.shape[:-1], -1, 2, apart).flip(-2).reshape(turned.shape)
    return torch.cat([turned * cosines + partners * sines, x[..., width:]], -1)`,
    segment_sum: `def segment_sum(x, columns):  # what lies behind j, up to i
    t = torch.arange(x.shape[-1 if columns else -2])
    between = ((t > t[:, None]) & (t <= t[:, None, None])).float()  # [i, j, t]
    return torch.einsum("...t,ijt->...ij" if columns else "...tf,ijt->...ijf", x, between)`,
    state_scan: `def state_scan(key, value, decay=None, eraser=None):
    state, states = torch.zeros(*key.shape[:-2], key.shape[-1], value.shape[-1]), []
    for t in range(key.shape[-2]):
        written = value[..., t, :]
        if decay is not None:
            state = decay.expand(*key.shape, value.shape[-1])[..., t, :, :] * state
        if eraser is not None:
            written = written + (state * eraser[..., t, :, None]).sum(-2)
        state = state + key[..., t, :, None] * written[..., None, :]
        states.append(state)
    return torch.stack(states, -3)`,
    unit_lower_solve: `def unit_lower_solve(lower, right):
    return torch.linalg.solve(torch.eye(lower.shape[-1]) - torch.tril(lower, -1), right)`,
  },
  ops: {
    ...shared,
    mask: (call) => `${call.x}.masked_fill(${aligned(call, 1)} == 0, -float("inf"))`,
    rms_norm: (call) =>
      `${call.x} * torch.rsqrt((${call.x}**2).mean(-1, keepdim=True) + ${call.number('epsilon')}) * ${call.names[1]}`,
    sigmoid: ({ x }) => `torch.sigmoid(${x})`,
    relu: ({ x }) => `torch.relu(${x})`,
    silu: ({ x }) => `F.silu(${x})`,
    elu: ({ x }) => `F.elu(${x})`,
    gelu: ({ x }) => `F.gelu(${x})`,
    gelu_tanh: ({ x }) => `F.gelu(${x}, approximate="tanh")`,
    absolute: ({ x }) => `torch.abs(${x})`,
    positive: ({ x }) => `(${x} > 0).float()`,
    leaky_relu: ({ x }) => `F.leaky_relu(${x}, 0.01)`,
    elu_plus_one: ({ x }) => `F.elu(${x}) + 1`,
    softplus: ({ x }) => `F.softplus(${x})`,
    log_sigmoid: ({ x }) => `F.logsigmoid(${x})`,
    reciprocal: ({ x }) => `divide(torch.ones_like(${x}), ${x})`,
    max: (call) => `${call.x}.amax(${call.lost})`,
    within: (call) => `(torch.abs(${call.x}) <= ${call.number('limit')}).float()`,
    repeat: spread,
    gather: ({ names }) => `${names[0]}[${names[1]}.long()]`,
    concat: (call) => `torch.cat([${call.names.join(', ')}], ${call.changed})`,
  },
};
