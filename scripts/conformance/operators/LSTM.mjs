// ONNX LSTM: gates in the order i, o, f, c; peepholes in the order i, o, f.
import { recurrent } from '../recurrent.mjs';

const [input, output, forget, cell] = [0, 1, 2, 3];

export default recurrent({
  gates: 4,
  defaults: ['Sigmoid', 'Tanh', 'Tanh'],
  attributes: { input_forget: 0 },
  stateInputs: [5, 6],
  peepholes: 7,
  stepOf: ({ program, acts: [f, g, h], attrs, peep }) => {
    const peeps = peep && [input, output, forget].map((gate) => peep(gate));
    return ({ at, recur, state: [before, memory] }) => {
      const gate = (which, cells) => {
        const terms = [at(which), recur(which, before)];
        if (peeps && cells) terms.push(program.multiply(cells, peeps[which]));
        return program.add(...terms);
      };
      const i = f(gate(input, memory));
      const kept = attrs.input_forget ? program.plus(program.scale(i, -1), 1) : f(gate(forget, memory));
      const cells = program.add(program.multiply(kept, memory), program.multiply(i, g(gate(cell))));
      const o = f(gate(output, cells));
      return [program.multiply(o, h(cells)), cells];
    };
  },
});
