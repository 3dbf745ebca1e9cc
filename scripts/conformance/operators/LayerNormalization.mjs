// ONNX LayerNormalization: over all axes from `axis` on; scale and bias stretch to the input's shape.
import { axisOf, countOf, expand } from '../layout.mjs';
import { Program } from '../program.mjs';

/** The input as rows of what is normalised together, and tensors stretched to it. */
export const normalisation = (program, x, axis) => {
  const first = axisOf(axis, x.shape.length);
  const sizes = [countOf(x.shape.slice(0, first)), countOf(x.shape.slice(first))];
  const wide = (tensor) => program.tensor(['query', 'channel'], sizes, expand(tensor, x.shape).data);
  return { first, sizes, wide, rows: program.tensor(['query', 'channel'], sizes, x.data) };
};

export default {
  attributes: { axis: -1, epsilon: 1e-5, stash_type: 1 },
  async run({ inputs: [x, scale, bias], attrs, wants }, engine) {
    const program = new Program();
    const { first, wide, rows } = normalisation(program, x, attrs.axis);
    const plain = program.layerNorm(rows, program.number(rows, 1), program.number(rows, 0), attrs.epsilon);
    const scaled = scale ? program.multiply(plain, wide(scale)) : plain;
    const outputs = [bias ? program.add(scaled, wide(bias)) : scaled];
    const mean = program.mean(rows, 'channel');
    if (wants(1) || wants(2)) outputs.push(mean);
    if (wants(2)) {
      const variance = program.mean(program.square(program.minus(rows, mean)), 'channel');
      outputs.push(program.reciprocal(program.map(program.plus(variance, attrs.epsilon), 'square_root')));
    }
    const results = await program.run(engine, outputs);
    const shape = x.shape.map((size, i) => (i < first ? size : 1));
    return results.map(({ data }, i) => ({ shape: i === 0 ? x.shape : shape, data }));
  },
};
