// ONNX Softmax: along any axis; before opset 13 along all axes from `axis` on, laid flat.
import { axisOf, countOf, rowsAlong } from '../layout.mjs';
import { Program } from '../program.mjs';

/** Rows [others, axis] of what is normalised together, and the way back. */
export const normalisedRows = ({ shape, data }, axis, opset) => {
  if (opset >= 13) return rowsAlong({ shape, data }, axisOf(axis ?? -1, shape.length));
  const rows = countOf(shape.slice(0, axisOf(axis ?? 1, shape.length)));
  return { sizes: [rows, data.length / rows], data, restore: (values) => ({ shape, data: values }) };
};

export default {
  attributes: { axis: undefined },
  async run({ inputs: [x], attrs, opset }, engine) {
    if (x.data.length === 0) return [x];
    const rows = normalisedRows(x, attrs.axis, opset);
    const program = new Program();
    const y = program.softmax(program.tensor(['query', 'key'], rows.sizes, rows.data));
    const [result] = await program.run(engine, [y]);
    return [rows.restore(result.data)];
  },
};
