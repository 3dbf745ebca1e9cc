// ONNX SwiGLU: a sigmoid(alpha a) b.
import { expand } from '../layout.mjs';
import { Program } from '../program.mjs';

export default {
  attributes: { alpha: 1 },
  async run({ inputs: [a, b], attrs }, engine) {
    const program = new Program();
    const flat = (tensor) => program.tensor(['channel'], [a.data.length], expand(tensor, a.shape).data);
    const x = flat(a);
    const gate =
      attrs.alpha === 1
        ? program.map(x, 'silu')
        : program.multiply(x, program.map(program.scale(x, attrs.alpha), 'sigmoid'));
    const [{ data }] = await program.run(engine, [program.multiply(gate, flat(b))]);
    return [{ shape: a.shape, data }];
  },
};
