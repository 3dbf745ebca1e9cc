// ONNX LogSoftmax: x - log(sum(exp(x))), in a form that keeps what the softmax itself would round to 0.
import { Program } from '../program.mjs';
import { normalisedRows } from './Softmax.mjs';

export default {
  attributes: { axis: undefined },
  async run({ inputs: [x], attrs, opset }, engine) {
    if (x.data.length === 0) return [x];
    const rows = normalisedRows(x, attrs.axis, opset);
    const program = new Program();
    const hidden = rows.data.some((value) => value === -Infinity);
    const scores = program.tensor(
      ['query', 'key'],
      rows.sizes,
      rows.data.map((value) => (value === -Infinity ? 0 : value)),
    );
    const masked = hidden
      ? program.mask(
          scores,
          program.tensor(
            ['query', 'key'],
            rows.sizes,
            rows.data.map((v) => Number(v !== -Infinity)),
          ),
        )
      : scores;
    const y = program.minus(masked, program.logSumExp(scores, masked));
    const [result] = await program.run(engine, [y]);
    return [rows.restore(result.data)];
  },
};
