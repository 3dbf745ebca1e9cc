/** Plain double-precision loops for operators whose cases at hand leave much of the standard untried. */

export interface Given {
  shape: number[];
  data: number[];
}

/** Numbers between -1 and 1 that follow no pattern. */
export const some = (shape: number[], seed: number): Given => ({
  shape,
  data: Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, i) =>
    Math.fround((((i + 1) * 0.7548776662466927 + seed * 0.5698402909980532) % 1) * 2 - 1),
  ),
});

type Act = (x: number) => number;
const sigmoid: Act = (x) => 1 / (1 + Math.exp(-x));

/** The standard's activations with settings that differ from the defaults. */
export const activations: Record<string, { alpha?: number; beta?: number; act: Act }> = {
  Tanh: { act: Math.tanh },
  Sigmoid: { act: sigmoid },
  Relu: { act: (x) => Math.max(x, 0) },
  Affine: { alpha: 0.5, beta: 0.1, act: (x) => 0.5 * x + 0.1 },
  LeakyRelu: { alpha: 0.2, act: (x) => (x >= 0 ? x : 0.2 * x) },
  ThresholdedRelu: { alpha: 0.3, act: (x) => (x > 0.3 ? x : 0) },
  ScaledTanh: { alpha: 0.7, beta: 0.4, act: (x) => 0.7 * Math.tanh(0.4 * x) },
  HardSigmoid: { alpha: 0.3, beta: 0.4, act: (x) => Math.min(Math.max(0.3 * x + 0.4, 0), 1) },
  Elu: { alpha: 0.6, act: (x) => (x >= 0 ? x : 0.6 * (Math.exp(x) - 1)) },
  Softsign: { act: (x) => x / (1 + Math.abs(x)) },
  Softplus: { act: (x) => Math.log(1 + Math.exp(x)) },
};

export interface Recurrent {
  op: 'RNN' | 'GRU' | 'LSTM';
  x: Given;
  w: Given;
  r: Given;
  b?: Given;
  lengths: number[];
  h?: Given;
  c?: Given;
  p?: Given;
  backwards: boolean[];
  acts: Act[];
  clip?: number;
  coupled?: boolean;
  linearBeforeReset?: boolean;
}

/** [Y, Y_h, Y_c], sequences first. */
export const recurrent = (one: Recurrent): number[][] => {
  const [steps, batch, width] = one.x.shape as [number, number, number];
  const hidden = one.r.shape[2]!;
  const gates = one.r.shape[1]! / hidden;
  const ways = one.backwards.length;
  const y = Array.from({ length: steps * ways * batch * hidden }, () => 0);
  const last = [0, 1].map(() => Array.from({ length: ways * batch * hidden }, () => 0));
  const clipped = (x: number) => (one.clip === undefined ? x : Math.min(Math.max(x, -one.clip), one.clip));
  const perWay = one.acts.length / ways;
  one.backwards.forEach((turned, d) => {
    const act = (i: number, x: number) => one.acts[d * perWay + i]!(clipped(x));
    for (let n = 0; n < batch; ++n) {
      const start = (given?: Given) =>
        Array.from({ length: hidden }, (_, u) => given?.data[(d * batch + n) * hidden + u] ?? 0);
      let [h, c] = [start(one.h), start(one.c)];
      const bias = (g: number, u: number) => one.b?.data[d * 2 * gates * hidden + g * hidden + u] ?? 0;
      const peep = (g: number, u: number) => one.p?.data[(d * 3 + g) * hidden + u] ?? 0;
      for (let k = 0; k < one.lengths[n]!; ++k) {
        const t = turned ? one.lengths[n]! - 1 - k : k;
        const fromX = (g: number, u: number) => {
          let sum = bias(g, u);
          for (let i = 0; i < width; ++i)
            sum += one.w.data[((d * gates + g) * hidden + u) * width + i]! * one.x.data[(t * batch + n) * width + i]!;
          return sum;
        };
        const fromH = (g: number, u: number, state: number[]) => {
          let sum = bias(gates + g, u);
          for (let i = 0; i < hidden; ++i) sum += one.r.data[((d * gates + g) * hidden + u) * hidden + i]! * state[i]!;
          return sum;
        };
        const units = [...h.keys()];
        if (one.op === 'RNN') {
          h = units.map((u) => act(0, fromX(0, u) + fromH(0, u, h)));
        } else if (one.op === 'GRU') {
          const z = units.map((u) => act(0, fromX(0, u) + fromH(0, u, h)));
          const reset = units.map((u) => act(0, fromX(1, u) + fromH(1, u, h)));
          const kept = units.map((u) => reset[u]! * h[u]!);
          const next = units.map((u) =>
            act(1, fromX(2, u) + (one.linearBeforeReset ? reset[u]! * fromH(2, u, h) : fromH(2, u, kept))),
          );
          h = units.map((u) => (1 - z[u]!) * next[u]! + z[u]! * h[u]!);
        } else {
          const i = units.map((u) => act(0, fromX(0, u) + fromH(0, u, h) + peep(0, u) * c[u]!));
          const f = units.map((u) =>
            one.coupled ? 1 - i[u]! : act(0, fromX(2, u) + fromH(2, u, h) + peep(2, u) * c[u]!),
          );
          const cells = units.map((u) => f[u]! * c[u]! + i[u]! * act(1, fromX(3, u) + fromH(3, u, h)));
          h = units.map((u) => act(0, fromX(1, u) + fromH(1, u, h) + peep(1, u) * cells[u]!) * act(2, cells[u]!));
          c = cells;
        }
        h.forEach((value, u) => (y[((t * ways + d) * batch + n) * hidden + u] = value));
      }
      h.forEach((value, u) => (last[0]![(d * batch + n) * hidden + u] = value));
      c.forEach((value, u) => (last[1]![(d * batch + n) * hidden + u] = value));
    }
  });
  return [y, ...last];
};
