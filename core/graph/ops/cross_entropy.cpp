// How surprised a model is: -log of the softmax's share for the entry that was right, from logits, so that nothing
// overflows. With label smoothing (Szegedy et al. 2016, section 7) a share of every target is spread over all entries.
#include <vector>

#include "core/graph/ops/ops.h"
#include "core/graph/ops/picked.h"
#include "core/kernels/softmax.h"

namespace attn {
namespace {

class CrossEntropy final : public OpOf<CrossEntropy> {
 public:
  explicit CrossEntropy(double smoothing) : smoothing_(smoothing) {}
  std::string_view name() const override { return "cross_entropy"; }

  Status infer(std::span<const Shape> inputs, Shape* output) const override {
    if (inputs[0].rank() < 2 || inputs[0].without(inputs[0].rank() - 1) != inputs[1]) {
      return invalid_input("cross_entropy", inputs[0].text() + " with targets " + inputs[1].text(),
                           "a target for every row of the logits");
    }
    *output = inputs[1];
    return {};
  }
  Rows input_rows(int input, Rows rows, std::span<const Shape>, const Shape& output) const override {
    const int64_t n = output.columns();
    return input == 0 ? Rows{rows.begin * n, rows.end * n} : rows;
  }
  int64_t work_per_row(std::span<const Shape> inputs, const Shape& output) const override {
    return output.columns() * inputs[0].columns() * 16;  // an exponential is about 16 multiply-adds
  }

  // loss = -(1 - e) log p_t - e/K sum_k log p_k; 0 where there is no target
  template <class T>
  void compute(Inputs<T> inputs, TensorRows<T> output) const {
    const int64_t n = output.shape->columns(), pieces = inputs[0].shape->columns();
    const T rest = static_cast<T>(smoothing_), share = rest / static_cast<T>(pieces);
    std::vector<T> log_p(static_cast<size_t>(pieces));
    for (int64_t cell = output.rows.begin * n; cell < output.rows.end * n; ++cell) {
      const T target = inputs[1].cell(cell);
      output.cell(cell) = T(0);
      if (target < T(0)) continue;
      kernels::log_softmax_row(inputs[0].row(cell), log_p.data(), pieces);
      T loss = -(T(1) - rest) * log_p[static_cast<size_t>(picked(pieces, target))];
      if (rest > T(0)) {
        T sum = 0;
        for (const T log : log_p) sum += log;
        loss -= share * sum;
      }
      output.cell(cell) = loss;
    }
  }

  // dlogit_k = (p_k - (1 - e) [k = t] - e/K) dloss; the target is a choice and has no gradient
  template <class T>
  void differentiate(const BackwardArgs<T>& args) const {
    const int64_t pieces = args.inputs[0].shape->columns();
    const T rest = static_cast<T>(smoothing_), share = rest / static_cast<T>(pieces);
    std::vector<T> p(static_cast<size_t>(pieces));
    for (int64_t cell = 0; cell < args.output.shape->count(); ++cell) {
      const T target = args.inputs[1].cell(cell), dy = args.output_gradient[cell];
      if (target < T(0)) continue;
      kernels::softmax_row(args.inputs[0].row(cell), p.data(), pieces);
      T* dx = args.input_gradients[0] + cell * pieces;
      for (int64_t k = 0; k < pieces; ++k) dx[k] += (p[static_cast<size_t>(k)] - share) * dy;
      dx[picked(pieces, target)] -= (T(1) - rest) * dy;
    }
  }

  std::vector<Region> sources(const Cells& cells, const Index& cell) const override {
    Region row = single(0, row_of(cell));
    row.end.back() = cells.input_shape(0).columns();
    return {row, single(1, cell)};
  }

  // Terms: the logits, then the target; the fact `own` is the right one's place.
  Explanation explain(const Cells& cells, const Index& cell) const override {
    Explanation result;
    result.form = "cross_entropy";
    result.value = cells.output(cells.output_shape().flat(cell));
    const int64_t pieces = cells.input_shape(0).columns();
    const CellRef target = cells.ref(1, cell);
    Index at = row_of(cell);
    std::vector<float> logits, p(static_cast<size_t>(pieces));
    for (int64_t k = 0; k < pieces; ++k) {
      at.back() = k;
      const CellRef source = cells.ref(0, at);
      logits.push_back(source.value);
      result.terms.push_back({source.value, {source}});
    }
    const kernels::SoftmaxStats<float> stats = kernels::softmax_row(logits.data(), p.data(), pieces);
    result.terms.push_back({target.value, {target}});
    const int64_t own = picked(pieces, target.value);
    result.facts = {{"max", stats.max, {}},
                    {"sum", stats.sum, {}},
                    {"smoothing", smoothing_, {}},
                    {"own", static_cast<double>(own), {}},
                    {"share", p[static_cast<size_t>(own)], {}}};
    at.back() = own;
    result.principal = cells.ref(0, at);
    result.has_principal = true;
    if (target.value < 0) result.remark = "Nothing is asked here: the place is beyond the end of the text.";
    return result;
  }

 private:
  static Index row_of(const Index& cell) {
    Index row = cell;
    row.push_back(0);
    return row;
  }

  double smoothing_;
};

}  // namespace

Value cross_entropy(Value logits, Value targets, double smoothing) {
  return logits.graph().apply(std::make_unique<CrossEntropy>(smoothing), {logits, targets});
}

}  // namespace attn
