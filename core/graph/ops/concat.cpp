// Two tensors joined along an axis.
#include <numeric>

#include "core/graph/ops/copy.h"
#include "core/graph/ops/ops.h"

namespace attn {
namespace {

class Concat final : public CopyOp<Concat> {
 public:
  explicit Concat(std::string_view along) : along_(along) {}
  std::string_view name() const override { return "concat"; }

  Status infer(std::span<const Shape> inputs, Shape* output) const override {
    const Shape &a = inputs[0], &b = inputs[1];
    const int at = a.find(along_);
    if (at < 0 || b.find(along_) != at || a.without(at) != b.without(at)) {
      return invalid_input("concat", a.text() + " with " + b.text(),
                           "shapes equal but for their size along " + std::string(along_));
    }
    *output = a.with(at, {along_, a[at].size + b[at].size});
    return {};
  }

  std::pair<int, int64_t> source(std::span<const Shape> inputs, const Shape& output, int64_t flat) const {
    const size_t at = static_cast<size_t>(output.find(along_));
    Index index = output.index(flat);
    const int64_t first = inputs[0].size(along_);
    if (index[at] < first) return {0, inputs[0].flat(index)};
    index[at] -= first;
    return {1, inputs[1].flat(index)};
  }

  int64_t run(std::span<const Shape> inputs, const Shape& output) const {
    return along_ == output.dims().back().axis ? std::gcd(inputs[0].columns(), inputs[1].columns()) : output.columns();
  }

 private:
  int arity() const override { return 2; }
  std::string_view along_;
};

}  // namespace

Value concat(Value a, Value b, std::string_view along) {
  return a.graph().apply(std::make_unique<Concat>(along), {a, b});
}

}  // namespace attn
