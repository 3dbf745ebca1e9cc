// ONNX SoftmaxCrossEntropyLoss: classes on axis 1, any axes behind; weights of classes, one label that does not count.
import { rowsAlong } from '../layout.mjs';
import { Program } from '../program.mjs';

export default {
  attributes: { ignore_index: undefined, reduction: 'mean' },
  async run({ inputs: [scores, labels, weights], attrs, wants }, engine) {
    if (!['none', 'sum', 'mean'].includes(attrs.reduction)) throw new Error(`reduction is ${attrs.reduction}`);
    const rows = rowsAlong(scores, 1);
    const classes = scores.shape[1];
    const chosen = new Float32Array(rows.data.length);
    labels.data.forEach((label, row) => {
      if (label === attrs.ignore_index) return;
      if (!(label >= 0 && label < classes)) throw new Error(`label ${label} of ${classes} classes`);
      chosen[row * classes + label] = 1;
    });
    const program = new Program();
    const x = program.tensor(['query', 'piece'], rows.sizes, rows.data);
    const logs = program.minus(x, program.logSumExp(x));
    const one = program.tensor(['query', 'piece'], rows.sizes, chosen);
    const weighed = weights ? program.multiply(one, program.tensor(['piece'], [classes], weights.data)) : one;
    const losses = program.scale(program.sum(program.multiply(weighed, logs), 'piece'), -1);
    // [query] -> [one]: a sum keeps an axis.
    const total = (x) => program.sum(program.multiply(x, program.tensor(['one'], [1], [1])), 'query');
    let loss = losses;
    if (attrs.reduction !== 'none') loss = total(losses);
    if (attrs.reduction === 'mean')
      loss = program.multiply(loss, program.reciprocal(total(program.sum(weighed, 'piece'))));
    const results = await program.run(engine, wants(1) ? [loss, logs] : [loss]);
    return [
      { shape: attrs.reduction === 'none' ? labels.shape : [], data: results[0].data },
      results[1] && rows.restore(results[1].data),
    ];
  },
};
