// ONNX Adam (ai.onnx.preview.training): any number of tensors, each with its gradient and two running means.
import { Program } from '../program.mjs';

export default {
  attributes: { alpha: 0.9, beta: 0.999, epsilon: 1e-6, norm_coefficient: 0, norm_coefficient_post: 0 },
  async run({ inputs: [rate, count, ...tensors], attrs }, engine) {
    const { alpha, beta, epsilon } = attrs;
    const many = tensors.length / 4;
    if (!Number.isInteger(many)) throw new Error(`${tensors.length} tensors where each needs four`);
    const t = Number(count.data[0]);
    // The size of this step: a number made of settings alone.
    const size = rate.data[0] * (t > 0 ? Math.sqrt(1 - beta ** t) / (1 - alpha ** t) : 1);
    const program = new Program();
    const [updated, means, squares] = [[], [], []];
    for (let i = 0; i < many; ++i) {
      const [x, gradient, v, h] = [0, 1, 2, 3].map((part) => {
        const { data } = tensors[part * many + i];
        return program.tensor(['channel'], [data.length], data);
      });
      const g = program.add(program.scale(x, attrs.norm_coefficient), gradient);
      const mean = program.add(program.scale(v, alpha), program.scale(g, 1 - alpha));
      const square = program.add(program.scale(h, beta), program.scale(program.square(g), 1 - beta));
      const spread = program.plus(program.map(square, 'square_root'), epsilon);
      const next = program.minus(x, program.scale(program.multiply(mean, program.reciprocal(spread)), size));
      updated.push(program.scale(next, 1 - attrs.norm_coefficient_post));
      means.push(mean);
      squares.push(square);
    }
    const results = await program.run(engine, [...updated, ...means, ...squares]);
    return results.map(({ data }, i) => ({ shape: tensors[i % many].shape, data }));
  },
};
