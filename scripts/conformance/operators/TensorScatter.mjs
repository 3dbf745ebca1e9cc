// ONNX TensorScatter: rows of an update written over those of a cache, from an index for each batch entry on.
import { axisOf, countOf } from '../layout.mjs';
import { Program } from '../program.mjs';

export default {
  attributes: { axis: -2, mode: 'linear' },
  async run({ inputs: [cache, update, indices], attrs }, engine) {
    if (!['linear', 'circular'].includes(attrs.mode)) throw new Error(`mode is ${attrs.mode}`);
    const { shape } = cache;
    const axis = axisOf(attrs.axis, shape.length);
    if (axis === 0) throw new Error('axis is that of the batch');
    const [outer, length, inner] = [countOf(shape.slice(0, axis)), shape[axis], countOf(shape.slice(axis + 1))];
    const written = update.shape[axis];
    const program = new Program();
    const table = (tensor, rows) => program.tensor(['piece', 'model'], [rows, inner], tensor.data);
    const ids = Array.from({ length: outer * length }, (_, row) => row);
    for (let o = 0; o < outer; ++o) {
      const from = Number(indices?.data[Math.floor(o / (outer / shape[0]))] ?? 0);
      for (let t = 0; t < written; ++t) {
        const place = attrs.mode === 'circular' ? (from + t) % length : from + t;
        if (!(place >= 0 && place < length)) throw new Error(`place ${place} of a cache of ${length}`);
        ids[o * length + place] = outer * length + o * written + t;
      }
    }
    const rows = program.concat(table(cache, outer * length), table(update, outer * written), 'piece');
    const [{ data }] = await program.run(engine, [program.gather(rows, program.tensor(['query'], [ids.length], ids))]);
    return [{ shape, data }];
  },
};
