// Some positions of an axis, perhaps under another name.
#include "core/graph/ops/copy.h"
#include "core/graph/ops/ops.h"

namespace attn {
namespace {

class Slice final : public CopyOp<Slice> {
 public:
  Slice(std::string_view along, int64_t begin, int64_t end, std::string_view as)
      : along_(along), begin_(begin), end_(end), as_(as) {}
  std::string_view name() const override { return "slice"; }

  Status infer(std::span<const Shape> inputs, Shape* output) const override {
    const int at = inputs[0].find(along_);
    if (at < 0 || begin_ < 0 || begin_ >= end_ || end_ > inputs[0][at].size) {
      return invalid_input("slice", std::to_string(begin_) + " to " + std::to_string(end_) + " of " + inputs[0].text(),
                           "a range within axis " + std::string(along_));
    }
    if (!as_.empty() && inputs[0].find(as_) >= 0) {
      return invalid_input("slice", inputs[0].text(), "a tensor without an axis " + std::string(as_));
    }
    *output = inputs[0].with(at, {as_.empty() ? along_ : as_, end_ - begin_});
    return {};
  }

  std::pair<int, int64_t> source(std::span<const Shape> inputs, const Shape& output, int64_t flat) const {
    Index index = output.index(flat);
    index[static_cast<size_t>(inputs[0].find(along_))] += begin_;
    return {0, inputs[0].flat(index)};
  }

  int64_t run(std::span<const Shape>, const Shape& output) const { return output.columns(); }

 private:
  std::string_view along_;
  int64_t begin_, end_;
  std::string_view as_;  // the axis in the result; empty: as before
};

}  // namespace

Value slice(Value x, std::string_view along, int64_t begin, int64_t end, std::string_view as) {
  return x.graph().apply(std::make_unique<Slice>(along, begin, end, as), {x});
}

}  // namespace attn
