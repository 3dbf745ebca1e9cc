// ONNX RNN: h = f(x W + h R + b).
import { recurrent } from '../recurrent.mjs';

export default recurrent({
  gates: 1,
  defaults: ['Tanh'],
  stateInputs: [5],
  stepOf:
    ({ program, acts: [f] }) =>
    ({ at, recur, state: [h] }) => [f(program.add(at(0), recur(0, h)))],
});
