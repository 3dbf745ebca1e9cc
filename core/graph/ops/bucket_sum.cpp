// The entries of a row added up in buckets: how much weight a word gives to each distance.
#include <algorithm>

#include "core/graph/ops/ops.h"

namespace attn {
namespace {

class BucketSum final : public OpOf<BucketSum> {
 public:
  BucketSum(int64_t buckets, std::string_view called, std::function<int64_t(int64_t, int64_t)> bucket)
      : buckets_(buckets), called_(called), bucket_(std::move(bucket)) {}
  std::string_view name() const override { return "bucket_sum"; }

  Status infer(std::span<const Shape> inputs, Shape* output) const override {
    const Shape& x = inputs[0];
    if (x.rank() < 2 || x.find(called_) >= 0 || buckets_ < 1) {
      return invalid_input("bucket_sum", x.text(), "rows and columns, no axis " + std::string(called_));
    }
    *output = x.with(x.rank() - 1, {called_, buckets_});
    return {};
  }
  Rows input_rows(int, Rows rows, std::span<const Shape>, const Shape&) const override { return rows; }
  int64_t work_per_row(std::span<const Shape> inputs, const Shape&) const override { return inputs[0].columns() * 16; }

  template <class T>
  void compute(Inputs<T> inputs, TensorRows<T> output) const {
    const int64_t queries = rows_of(*inputs[0].shape), keys = inputs[0].shape->columns();
    for (int64_t row = output.rows.begin; row < output.rows.end; ++row) {
      const T* x = inputs[0].row(row);
      T* out = output.row(row);
      std::fill(out, out + buckets_, T(0));
      for (int64_t j = 0; j < keys; ++j) out[bucket_(row % queries, j)] += x[j];
    }
  }
  template <class T>
  void differentiate(const BackwardArgs<T>& args) const {
    const Shape& x = *args.inputs[0].shape;
    const int64_t queries = rows_of(x), keys = x.columns();
    for (int64_t row = 0; row < x.rows(); ++row) {
      const T* dy = args.output_gradient + row * buckets_;
      for (int64_t j = 0; j < keys; ++j) args.input_gradients[0][row * keys + j] += dy[bucket_(row % queries, j)];
    }
  }

  std::vector<Region> sources(const Cells& cells, const Index& cell) const override {
    std::vector<Region> regions;
    for (const Index& at : members(cells, cell)) regions.push_back(single(0, at));
    return regions;
  }
  Explanation explain(const Cells& cells, const Index& cell) const override {
    Explanation result;
    result.form = "sum";
    result.value = cells.output(cells.output_shape().flat(cell));
    for (const Index& at : members(cells, cell)) {
      const CellRef source = cells.ref(0, at);
      result.terms.push_back({source.value, {source}});
    }
    if (result.terms.empty()) result.form = "leaf", result.remark = "Nothing in this row falls into the bucket.";
    return result;
  }

 private:
  static int64_t rows_of(const Shape& x) { return x[x.rank() - 2].size; }

  // The cells of x that a bucket gathers.
  std::vector<Index> members(const Cells& cells, const Index& cell) const {
    std::vector<Index> found;
    Index at = cell;
    for (int64_t j = 0; j < cells.input_shape(0).columns(); ++j) {
      at.back() = j;
      if (bucket_(cell[cell.size() - 2], j) == cell.back()) found.push_back(at);
    }
    return found;
  }

  int64_t buckets_;
  std::string_view called_;
  std::function<int64_t(int64_t, int64_t)> bucket_;
};

}  // namespace

Value bucket_sum(Value x, int64_t buckets, std::string_view called, std::function<int64_t(int64_t, int64_t)> bucket) {
  return x.graph().apply(std::make_unique<BucketSum>(buckets, called, std::move(bucket)), {x});
}

}  // namespace attn
