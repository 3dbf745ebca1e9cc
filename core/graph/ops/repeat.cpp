// Fewer entries spread over more: keys that several heads share. An axis that is missing is put in front.
#include "core/graph/ops/copy.h"
#include "core/graph/ops/ops.h"

namespace attn {
namespace {

class Repeat final : public CopyOp<Repeat> {
 public:
  Repeat(std::string_view along, int64_t size) : along_(along), size_(size) {}
  std::string_view name() const override { return "repeat"; }

  Status infer(std::span<const Shape> inputs, Shape* output) const override {
    const Shape& x = inputs[0];
    const int at = x.find(along_);
    if (size_ < x.size(along_)) {
      return invalid_input("repeat", x.text() + " to " + std::to_string(size_), "at least as many as there are");
    }
    std::vector<Dim> dims = x.dims();
    if (at < 0) dims.insert(dims.begin(), {along_, size_});
    *output = at < 0 ? Shape(std::move(dims)) : x.with(at, {along_, size_});
    return {};
  }

  // Entry h of H reads entry floor(h G / H) of G: neighbours share.
  std::pair<int, int64_t> source(std::span<const Shape> inputs, const Shape& output, int64_t flat) const {
    const Shape& x = inputs[0];
    const int at = x.find(along_);
    if (at < 0) return {0, flat % x.count()};
    Index index = output.index(flat);
    int64_t& h = index[static_cast<size_t>(at)];
    h = h * x[at].size / size_;
    return {0, x.flat(index)};
  }

 private:
  std::string_view along_;
  int64_t size_;
};

}  // namespace

Value repeat(Value x, std::string_view along, int64_t size) {
  return x.graph().apply(std::make_unique<Repeat>(along, size), {x});
}

}  // namespace attn
