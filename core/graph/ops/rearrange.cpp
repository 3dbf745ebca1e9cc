// Axes in another order, perhaps some of them merged or renamed: heads laid side by side, queries read as keys.
#include <algorithm>

#include "core/graph/ops/copy.h"
#include "core/graph/ops/ops.h"

namespace attn {
namespace {

class Rearrange final : public CopyOp<Rearrange> {
 public:
  Rearrange(std::vector<std::string_view> order, int merged, std::string_view name, int behind)
      : order_(std::move(order)), merged_(merged), name_(name), behind_(behind) {}
  std::string_view name() const override { return "rearrange"; }

  Status infer(std::span<const Shape> inputs, Shape* output) const override {
    const Shape& x = inputs[0];
    bool each_once = order_.size() == x.dims().size();
    for (const Dim& dim : x.dims())
      each_once = each_once && std::find(order_.begin(), order_.end(), dim.axis) != order_.end();
    if (!each_once) {
      std::string wanted;
      for (const std::string_view axis : order_) wanted += (wanted.empty() ? "" : ", ") + std::string(axis);
      return invalid_input("rearrange", x.text(), "a tensor with the axes " + wanted);
    }
    const int end = x.rank() - behind_;
    std::vector<Dim> dims;
    Dim one{name_, 1};
    for (int i = 0; i < x.rank(); ++i) {
      const Dim dim = x[x.find(order_[static_cast<size_t>(i)])];
      if (i < end - merged_ || i >= end) {
        dims.push_back(dim);
        continue;
      }
      one.size *= dim.size;
      if (i + 1 < end) continue;
      if (name_.empty()) one.axis = dim.axis;
      dims.push_back(one);
    }
    *output = Shape(std::move(dims));
    return {};
  }

  std::pair<int, int64_t> source(std::span<const Shape> inputs, const Shape&, int64_t flat) const {
    const Shape& x = inputs[0];
    int64_t at = 0;
    for (auto axis = order_.rbegin(); axis != order_.rend(); ++axis) {
      const int i = x.find(*axis);
      at += flat % x[i].size * x.stride(i);
      flat /= x[i].size;
    }
    return {0, at};
  }

  int64_t run(std::span<const Shape> inputs, const Shape&) const {
    return order_.back() == inputs[0].dims().back().axis ? inputs[0].columns() : 1;
  }

 private:
  std::vector<std::string_view> order_;
  int merged_;
  std::string_view name_;
  int behind_;  // axes behind the merged ones
};

class Rename final : public CopyOp<Rename> {
 public:
  using Names = std::vector<std::pair<std::string_view, std::string_view>>;
  explicit Rename(Names names) : names_(std::move(names)) {}
  std::string_view name() const override { return "rename"; }
  Status infer(std::span<const Shape> inputs, Shape* output) const override {
    *output = inputs[0];
    for (const auto& [from, to] : names_) {
      const int at = output->find(from);
      if (at < 0 || output->find(to) >= 0) {
        return invalid_input("rename", inputs[0].text(),
                             "a tensor with axis " + std::string(from) + " and without " + std::string(to));
      }
      *output = output->with(at, {to, inputs[0][at].size});
    }
    return {};
  }
  Rows input_rows(int, Rows rows, std::span<const Shape>, const Shape&) const override { return rows; }
  std::pair<int, int64_t> source(std::span<const Shape>, const Shape&, int64_t flat) const { return {0, flat}; }
  int64_t run(std::span<const Shape>, const Shape& output) const { return output.columns(); }

 private:
  Names names_;
};

}  // namespace

Value rearrange(Value x, std::vector<std::string_view> order, int merged, std::string_view name, int behind) {
  return x.graph().apply(std::make_unique<Rearrange>(std::move(order), merged, name, behind), {x});
}

Value concat_heads(Value x) {
  std::vector<std::string_view> order;
  for (const Dim& dim : x.shape().dims()) {
    if (dim.axis != axis::kHead && dim.axis != axis::kChannel) order.push_back(dim.axis);
  }
  order.push_back(axis::kHead);
  order.push_back(axis::kChannel);
  return rearrange(x, std::move(order), 2, axis::kFeature);
}

Value rename(Value x, std::string_view from, std::string_view to) { return rename(x, {{from, to}}); }

Value rename(Value x, std::vector<std::pair<std::string_view, std::string_view>> names) {
  return x.graph().apply(std::make_unique<Rename>(std::move(names)), {x});
}

}  // namespace attn
