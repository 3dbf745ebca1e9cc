// Sparse relatives of the softmax along the last axis: sparsemax (Martins & Astudillo 2016, algorithm 1) and 1.5-entmax
// (Peters, Niculae & Martins 2019, algorithm 2). With z = scale (x - max), p = max(z - threshold, 0)^power: scale 1 and
// power 1 give sparsemax, 1/2 and 2 give 1.5-entmax. The threshold makes the row add up to 1; what lies below it
// weighs exactly 0. A row with nothing to read gives zeros.
#include <algorithm>
#include <functional>

#include "core/graph/ops/ops.h"
#include "core/graph/ops/same_shape.h"
#include "core/kernels/math.h"
#include "core/kernels/reduce.h"

namespace attn {
namespace {

struct Threshold {
  double max = 0;
  double value = 0;
  int64_t support = 0;  // entries above it; 0: nothing may be read
};

class Entmax final : public SameShapeOp<Entmax> {
 public:
  explicit Entmax(bool squared) : squared_(squared) {}
  std::string_view name() const override { return squared_ ? "entmax15" : "sparsemax"; }
  int64_t work_per_row(std::span<const Shape>, const Shape& output) const override {
    return output.columns() * 32;  // sorting takes about log2(n) comparisons each, of some multiply-adds
  }

  template <class T>
  void compute(Inputs<T> inputs, TensorRows<T> output) const {
    const int64_t n = output.shape->columns();
    for (int64_t row = output.rows.begin; row < output.rows.end; ++row) {
      const T* x = inputs[0].row(row);
      T* p = output.row(row);
      const Threshold threshold = find_threshold(x, n);
      for (int64_t j = 0; j < n; ++j) p[j] = threshold.support == 0 ? T(0) : weight(x[j], threshold);
    }
  }

  // sparsemax: dx = dy - mean(dy) over the support. 1.5-entmax, with g = sqrt(p): dx = g (dy - sum(g dy) / sum(g)).
  // Both are dx = g (dy - sum(g dy) / sum(g)) with the g of each.
  template <class T>
  void differentiate(const BackwardArgs<T>& args) const {
    const int64_t n = args.output.shape->columns();
    for (int64_t row = 0; row < args.output.shape->rows(); ++row) {
      const T *p = args.output.row(row), *dy = args.output_gradient + row * n;
      T* dx = args.input_gradients[0] + row * n;
      T of_gradients = 0, of_slopes = 0;
      for (int64_t j = 0; j < n; ++j) of_gradients += slope(p[j]) * dy[j], of_slopes += slope(p[j]);
      if (of_slopes == T(0)) continue;  // nothing to read
      for (int64_t j = 0; j < n; ++j) dx[j] += slope(p[j]) * (dy[j] - of_gradients / of_slopes);
    }
  }

  std::vector<Region> sources(const Cells& cells, const Index& cell) const override { return whole_row(cells, cell); }

  Explanation explain(const Cells& cells, const Index& cell) const override {
    Explanation result = this->explain_cell("entmax", cells, cell);
    result.terms.clear();
    std::vector<float> row;
    Index at = cell;
    for (int64_t j = 0; j < cells.output_shape().columns(); ++j) {
      at.back() = j;
      const CellRef source = cells.ref(0, at);
      row.push_back(source.value);
      result.terms.push_back({source.value, {source}});
    }
    const Threshold threshold = find_threshold(row.data(), static_cast<int64_t>(row.size()));
    result.facts = {{"max", threshold.max, {}},
                    {"scale", scale(), {}},
                    {"threshold", threshold.value, {}},
                    {"power", squared_ ? 2.0 : 1.0, {}},
                    {"support", static_cast<double>(threshold.support), {}},
                    {"own", static_cast<double>(cell.back()), {}}};
    if (threshold.support == 0)
      result.remark = "Nothing in this row may be read, so every weight is 0 and the output is a zero row.";
    return result;
  }

 private:
  double scale() const { return squared_ ? 0.5 : 1.0; }

  template <class T>
  T slope(T p) const {
    if (p == T(0)) return T(0);
    return squared_ ? kernels::square_root(p) : T(1);
  }

  template <class T>
  T weight(T x, const Threshold& threshold) const {
    const double above = scale() * (static_cast<double>(x) - threshold.max) - threshold.value;
    return above > 0 ? static_cast<T>(squared_ ? above * above : above) : T(0);
  }

  // In double, so that the difference to the maximum is exact and sums of squares keep their digits.
  template <class T>
  Threshold find_threshold(const T* x, int64_t n) const {
    const double max = static_cast<double>(kernels::max_value(x, n));
    if (max == -kernels::kInfinity<double>) return {max, 0, 0};
    // No weight is above 1, so no threshold is below -1: smaller entries cannot matter.
    std::vector<double> z;
    for (int64_t j = 0; j < n; ++j) {
      const double scaled = scale() * (static_cast<double>(x[j]) - max);
      if (scaled > -1) z.push_back(scaled);
    }
    std::sort(z.begin(), z.end(), std::greater<>());
    Threshold found{max, -1, 1};
    double sum = 0, squares = 0;
    for (size_t i = 0; i < z.size(); ++i) {
      const double k = static_cast<double>(i + 1);
      sum += z[i], squares += z[i] * z[i];
      // The threshold if the k largest were the support; it is the right one where the k-th still lies above.
      const double mean = sum / k, spread = squares - sum * mean;
      const double threshold = squared_ ? mean - kernels::square_root(std::max((1 - spread) / k, 0.0)) : (sum - 1) / k;
      if (threshold >= z[i]) break;
      found.value = threshold, found.support = static_cast<int64_t>(i + 1);
    }
    return found;
  }

  bool squared_;
};

}  // namespace

Value sparsemax(Value scores) { return scores.graph().apply(std::make_unique<Entmax>(false), {scores}); }
Value entmax15(Value scores) { return scores.graph().apply(std::make_unique<Entmax>(true), {scores}); }

}  // namespace attn
