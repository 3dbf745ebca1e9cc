// ONNX GRU: gates in the order z, r, h.
import { recurrent } from '../recurrent.mjs';

const [update, reset, hidden] = [0, 1, 2];

export default recurrent({
  gates: 3,
  defaults: ['Sigmoid', 'Tanh'],
  attributes: { linear_before_reset: 0 },
  stateInputs: [5],
  stepOf:
    ({ program, acts: [f, g], attrs }) =>
    ({ at, recur, state: [h] }) => {
      const z = f(program.add(at(update), recur(update, h)));
      const r = f(program.add(at(reset), recur(reset, h)));
      const recalled = attrs.linear_before_reset
        ? program.multiply(r, recur(hidden, h))
        : recur(hidden, program.multiply(r, h));
      const candidate = g(program.add(at(hidden), recalled));
      // (1 - z) candidate + z h
      const kept = program.plus(program.scale(z, -1), 1);
      return [program.add(program.multiply(kept, candidate), program.multiply(z, h))];
    },
});
