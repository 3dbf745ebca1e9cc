// Tensors made of places alone, so that they need no memory however long the text: masks, distances, buckets, angles.
#include "core/graph/ops/ops.h"

namespace attn {
namespace {

class Rule final : public OpOf<Rule> {
 public:
  Rule(Shape shape, std::function<double(const Index&)> number, std::string says, bool mask)
      : shape_(std::move(shape)), number_(std::move(number)), says_(std::move(says)), mask_(mask) {}
  std::string_view name() const override { return mask_ ? "rule_mask" : "rule_table"; }
  bool makes_mask() const override { return mask_; }
  Status infer(std::span<const Shape>, Shape* output) const override {
    *output = shape_;
    return {};
  }
  int64_t work_per_row(std::span<const Shape>, const Shape& output) const override {
    return output.columns() * 16;  // a call costs about 16 multiply-adds
  }
  template <class T>
  void compute(Inputs<T>, TensorRows<T> output) const {
    const int64_t columns = shape_.columns();
    for (int64_t row = output.rows.begin; row < output.rows.end; ++row) {
      Index at = shape_.index(row * columns);
      T* out = output.row(row);
      for (int64_t& j = at.back(); j < columns; ++j) out[j] = static_cast<T>(number_(at));
    }
  }
  template <class T>
  void differentiate(const BackwardArgs<T>&) const {}  // no inputs
  std::vector<Region> sources(const Cells&, const Index&) const override { return {}; }
  Explanation explain(const Cells& cells, const Index& cell) const override {
    Explanation result;
    result.form = "leaf";
    result.value = cells.output(cells.output_shape().flat(cell));
    result.remark = says_;
    return result;
  }

 private:
  Shape shape_;
  std::function<double(const Index&)> number_;
  std::string says_;
  bool mask_;
};

}  // namespace

Value rule_table(Graph& graph, Shape shape, std::function<double(const Index&)> number, std::string says) {
  return graph.apply(std::make_unique<Rule>(std::move(shape), std::move(number), std::move(says), false), {});
}

Value rule_mask(Graph& graph, int64_t queries, int64_t keys, std::function<bool(int64_t, int64_t)> allowed,
                std::string says) {
  return rule_mask(
      graph, {{axis::kQuery, queries}, {axis::kKey, keys}},
      [allowed = std::move(allowed)](const Index& at) { return allowed(at[0], at[1]); }, std::move(says));
}

Value rule_mask(Graph& graph, Shape shape, std::function<bool(const Index&)> allowed, std::string says) {
  const auto number = [allowed = std::move(allowed)](const Index& at) { return allowed(at) ? 1.0 : 0.0; };
  return graph.apply(std::make_unique<Rule>(std::move(shape), number, std::move(says), true), {});
}

}  // namespace attn
