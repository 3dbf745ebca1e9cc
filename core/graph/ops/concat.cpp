// Tensors joined along an axis.
#include <numeric>

#include "core/graph/ops/copy.h"
#include "core/graph/ops/ops.h"

namespace attn {
namespace {

class Concat final : public CopyOp<Concat> {
 public:
  Concat(std::string_view along, int parts) : along_(along), parts_(parts) {}
  std::string_view name() const override { return "concat"; }

  Status infer(std::span<const Shape> inputs, Shape* output) const override {
    const Shape& first = inputs[0];
    const int at = first.find(along_);
    int64_t size = 0;
    for (const Shape& part : inputs) {
      if (at < 0 || part.find(along_) != at || part.without(at) != first.without(at)) {
        return invalid_input("concat", first.text() + " with " + part.text(),
                             "shapes equal but for their size along " + std::string(along_));
      }
      size += part[at].size;
    }
    *output = first.with(at, {along_, size});
    return {};
  }

  std::pair<int, int64_t> source(std::span<const Shape> inputs, const Shape& output, int64_t flat) const {
    const int at = output.find(along_);
    Index index = output.index(flat);
    int64_t& place = index[static_cast<size_t>(at)];
    size_t part = 0;
    for (; place >= inputs[part][at].size; ++part) place -= inputs[part][at].size;
    return {static_cast<int>(part), inputs[part].flat(index)};
  }

  int64_t run(std::span<const Shape> inputs, const Shape& output) const {
    if (along_ != output.dims().back().axis) return output.columns();
    int64_t common = 0;
    for (const Shape& part : inputs) common = std::gcd(common, part.columns());
    return common;
  }

 private:
  int arity() const override { return parts_; }
  std::string_view along_;
  int parts_;
};

}  // namespace

Value concat(Value a, Value b, std::string_view along) { return concat(std::vector<Value>{a, b}, along); }

Value concat(const std::vector<Value>& parts, std::string_view along) {
  if (parts.size() == 1) return parts.front();
  return parts.front().graph().apply(std::make_unique<Concat>(along, static_cast<int>(parts.size())), parts);
}

}  // namespace attn
