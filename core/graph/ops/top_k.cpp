// A mask of the largest numbers of each row: 1 for an entry that fewer than k others beat, else 0.
#include <algorithm>
#include <functional>

#include "core/graph/ops/ops.h"
#include "core/graph/ops/same_shape.h"

namespace attn {
namespace {

class TopK final : public SameShapeOp<TopK> {
 public:
  TopK(int64_t take, Ties ties) : take_(take), ties_(ties) {}
  std::string_view name() const override { return "top_k"; }
  bool makes_mask() const override { return true; }
  Status infer(std::span<const Shape> inputs, Shape* output) const override {
    if (take_ < 1) return invalid_input("top_k", std::to_string(take_), "at least 1");
    *output = inputs[0];
    return {};
  }
  int64_t work_per_row(std::span<const Shape>, const Shape& output) const override {
    return output.columns() * 16;  // a selection moves every entry a few times
  }

  template <class T>
  void compute(Inputs<T> inputs, TensorRows<T> output) const {
    const int64_t n = output.shape->columns(), take = std::min(take_, n);
    std::vector<T> sorted(static_cast<size_t>(n));
    for (int64_t row = output.rows.begin; row < output.rows.end; ++row) {
      const T* x = inputs[0].row(row);
      T* mask = output.row(row);
      std::copy_n(x, n, sorted.begin());
      std::nth_element(sorted.begin(), sorted.begin() + (take - 1), sorted.end(), std::greater<>());
      const T last = sorted[static_cast<size_t>(take - 1)];  // the k-th largest
      int64_t equal = take;                                  // how many may equal it
      for (int64_t j = 0; j < n; ++j) equal -= x[j] > last ? 1 : 0;
      for (int64_t j = 0; j < n; ++j) {
        const bool taken = x[j] > last || (x[j] == last && (ties_ == Ties::kAll || equal-- > 0));
        mask[j] = taken ? T(1) : T(0);
      }
    }
  }
  // A choice: small changes of the numbers do not change it.
  template <class T>
  void differentiate(const BackwardArgs<T>&) const {}

  std::vector<Region> sources(const Cells& cells, const Index& cell) const override { return whole_row(cells, cell); }

  Explanation explain(const Cells& cells, const Index& cell) const override {
    Explanation result = this->explain_cell("rank", cells, cell);
    result.terms.clear();
    double before = 0;
    Index at = cell;
    for (int64_t j = 0; j < cells.output_shape().columns(); ++j) {
      at.back() = j;
      const CellRef source = cells.ref(0, at);
      result.terms.push_back({source.value, {source}});
      const bool ahead = ties_ == Ties::kFirst && source.value == result.principal.value && j < cell.back();
      before += source.value > result.principal.value || ahead ? 1 : 0;
    }
    result.facts = {{"take", static_cast<double>(take_), {}},
                    {"before", before, {}},
                    {"ties", ties_ == Ties::kAll ? 1.0 : 0.0, {}},
                    {"own", static_cast<double>(cell.back()), {}}};
    return result;
  }

 private:
  int64_t take_;
  Ties ties_;
};

}  // namespace

Value top_k(Value x, int64_t take, Ties ties) { return x.graph().apply(std::make_unique<TopK>(take, ties), {x}); }

}  // namespace attn
