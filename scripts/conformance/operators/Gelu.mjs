// ONNX Gelu: exact, or by the tanh that comes near it.
import { Program } from '../program.mjs';

export default {
  attributes: { approximate: 'none' },
  async run({ inputs: [x], attrs }, engine) {
    if (!['none', 'tanh'].includes(attrs.approximate)) throw new Error(`approximate is ${attrs.approximate}`);
    const program = new Program();
    const given = program.tensor(['channel'], [x.data.length], x.data);
    const y = program.map(given, attrs.approximate === 'tanh' ? 'gelu_tanh' : 'gelu');
    const [{ data }] = await program.run(engine, [y]);
    return [{ shape: x.shape, data }];
  },
};
