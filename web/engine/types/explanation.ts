// How one number came about.

export interface CellRef {
  tensor: string;
  index: number[];
  value: number;
}

export interface Term {
  value: number;
  sources: CellRef[];
}

/**
 * How one number came about, as computed. `form` says how terms make the value:
 * - `leaf`       no terms: given, trained, seeded or fixed
 * - `copy`       value = the only source
 * - `dot`        term = product of its sources; value = sum of terms in order
 * - `sum`        value = sum of the terms' single sources
 * - `product`    value = product of the terms' single sources
 * - `scale`      value = source * facts.factor; further facts (`width`, `temperature`) say what the factor is made of
 * - `mask`       sources = [score, mask]; value = score where the mask is 1, else -inf
 * - `softmax`    term m = exp(source_m - facts.max); value = terms[facts.own].value / facts.sum
 * - `map`        value = facts.fn applied to the source (tanh, exp, relu, sigmoid, gelu, ...)
 * - `layer_norm` value = (source[facts.own] - facts.mean) * facts.inverse_deviation * gain + bias
 * - `rms_norm`   the same with mean 0 and no bias; in both, terms = the row, then gain (then bias)
 * - `mean`       value = sum of the terms' sources / facts.count
 * - `gather`     sources = [table cell, id]; value = the table cell
 * - `edited`     no terms: put in by hand (`overrides`); facts.computed is what would stand there
 * - `choice`     terms = the row; facts.by = `largest`, or `draw` and the draw is one more term; value = 1 where facts.own
 *                is facts.chosen (-1: nothing), else 0
 * - `quotient`   value = first source / second source, 0 where that is 0
 * - `max`        value = the largest of the terms' single sources
 * - `rank`       terms = the row; value = 1 where facts.before is less than facts.take, else 0: so many of the row are
 *                larger than source[facts.own], those that equal it and come first among them unless facts.ties is 1
 * - `entmax`     terms = the row; value = max((source[facts.own] - facts.max) * facts.scale - facts.threshold, 0) to the
 *                power facts.power, the threshold such that the row adds up to 1; facts.support cells lie above it
 * - `cross_entropy` terms = the row of logits, then the target; value = -(1 - e) log p - e times the mean of -log of all
 *                shares, where e is facts.smoothing and p = exp(terms[facts.own].value - facts.max) / facts.sum is facts.share;
 *                0 where the target is below 0
 * - `gradient`   of walks backwards, which pages make (LearningTrace): sources = [the slope, a cell that was made from
 *                this one]; term = product of its sources, value = sum of terms; facts.of is what is asked about
 *
 * A source may be an earlier cell of the tensor itself: recurrences go on from their own results.
 */
export interface Explanation {
  tensor: string;
  index: number[];
  value: number;
  op: string;
  form: string;
  terms: Term[];
  /** Named numbers of the computation; `fn` is the one text. */
  facts: Record<string, number | string>;
  /** The input cell that stands at the same place: the next line upwards in a derivation. */
  principal?: CellRef;
  /** A sentence where the arithmetic alone would puzzle (for example a fully masked row). */
  remark?: string;
}
