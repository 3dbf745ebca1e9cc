// ONNX RMSNormalization: over all axes from `axis` on; the scale stretches to the input's shape.
import { Program } from '../program.mjs';
import { normalisation } from './LayerNormalization.mjs';

export default {
  attributes: { axis: -1, epsilon: 1e-5, stash_type: 1 },
  async run({ inputs: [x, scale], attrs }, engine) {
    const program = new Program();
    const { wide, rows } = normalisation(program, x, attrs.axis);
    const plain = program.rmsNorm(rows, program.number(rows, 1), attrs.epsilon);
    const [{ data }] = await program.run(engine, [scale ? program.multiply(plain, wide(scale)) : plain]);
    return [{ shape: x.shape, data }];
  },
};
