// ONNX CausalConvWithState: a convolution of each channel with its own kernel over what came before, and the inputs that
// the next call needs.
import { filled } from '../layout.mjs';
import { Program } from '../program.mjs';

export default {
  attributes: { activation: 'none' },
  async run({ inputs: [input, weight, bias, past], attrs }, engine) {
    if (!['none', 'silu', 'swish'].includes(attrs.activation)) throw new Error(`activation is ${attrs.activation}`);
    const [batch, channels, length] = input.shape;
    const width = weight.shape.at(-1);
    const axes = ['batch', 'channel', 'time'];
    const program = new Program();
    let x = program.tensor(axes, input.shape, input.data);
    if (width > 1) {
      const before = past ?? filled([batch, channels, width - 1], 0);
      x = program.concat(program.tensor(axes, before.shape, before.data), x, 'time');
    }
    const terms = Array.from({ length: width }, (_, k) => {
      const factors = Array.from({ length: channels }, (_unused, c) => weight.data[c * width + k]);
      return program.multiply(
        program.slice(x, 'time', k, k + length),
        program.tensor(['channel'], [channels], factors),
      );
    });
    if (bias) terms.push(program.tensor(['channel'], [channels], bias.data));
    const sum = program.add(...terms);
    const outputs = [attrs.activation === 'none' ? sum : program.map(sum, 'silu')];
    if (width > 1) outputs.push(program.slice(x, 'time', length, length + width - 1));
    const [y, state = filled([batch, channels, 0], 0)] = await program.run(engine, outputs);
    return [y, state];
  },
};
