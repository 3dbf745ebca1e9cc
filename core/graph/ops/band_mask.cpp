// A mask made by a rule on positions, so that it needs no memory however long the text.
#include <algorithm>

#include "core/graph/ops/ops.h"

namespace attn {
namespace {

class BandMask final : public OpOf<BandMask> {
 public:
  BandMask(int64_t queries, int64_t keys, Band band) : queries_(queries), keys_(keys), band_(std::move(band)) {}
  std::string_view name() const override { return "band_mask"; }
  bool makes_mask() const override { return true; }
  Status infer(std::span<const Shape>, Shape* output) const override {
    *output = {{axis::kQuery, queries_}, {axis::kKey, keys_}};
    return {};
  }
  template <class T>
  void compute(Inputs<T>, TensorRows<T> output) const {
    for (int64_t i = output.rows.begin; i < output.rows.end; ++i) {
      const int64_t begin = std::clamp<int64_t>(keys_before(i - band_.lower), 0, keys_);
      const int64_t end =
          std::clamp<int64_t>(std::min(keys_before(i + band_.upper + 1), band_.key_length), begin, keys_);
      T* row = output.row(i);
      std::fill(row, row + begin, T(0));
      std::fill(row + begin, row + end, T(1));
      std::fill(row + end, row + keys_, T(0));
    }
  }
  template <class T>
  void differentiate(const BackwardArgs<T>&) const {}  // no inputs
  std::vector<Region> sources(const Cells&, const Index&) const override { return {}; }
  Explanation explain(const Cells& cells, const Index& cell) const override {
    Explanation result;
    result.form = "leaf";
    result.value = cells.output(cells.output_shape().flat(cell));
    result.remark = band_.rule;
    return result;
  }

 private:
  // How many keys stand before a place.
  int64_t keys_before(int64_t place) const {
    const int64_t distance = place - band_.key_start;
    return distance <= 0 ? 0 : (distance + band_.key_step - 1) / band_.key_step;
  }

  int64_t queries_, keys_;
  Band band_;
};

}  // namespace

Value band_mask(Graph& graph, int64_t queries, int64_t keys, Band band) {
  return graph.apply(std::make_unique<BandMask>(queries, keys, std::move(band)), {});
}

}  // namespace attn
