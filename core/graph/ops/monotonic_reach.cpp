// How likely a scan that only moves forwards gets to each key: Raffel et al. 2017, "Online and Linear-Time Attention by
// Enforcing Monotonic Alignments", equations 8 and 9 with alpha_ij = p_ij q_ij put in.
#include <algorithm>

#include "core/graph/ops/ops.h"

namespace attn {
namespace {

// The last two axes of [..., query, key].
struct Block {
  explicit Block(const Shape& shape) : queries(shape[shape.rank() - 2].size), keys(shape.columns()) {}
  int64_t queries, keys;
};

class MonotonicReach final : public OpOf<MonotonicReach> {
 public:
  std::string_view name() const override { return "monotonic_reach"; }
  bool recurs() const override { return true; }
  Status infer(std::span<const Shape> inputs, Shape* output) const override {
    *output = inputs[0];
    if (inputs[0].rank() >= 2 && inputs[0] == inputs[1]) return {};
    return invalid_input("monotonic_reach", inputs[0].text() + " with " + inputs[1].text(),
                         "chances to stop and to pass [..., query, key]");
  }

  // A query starts where the one before it stopped: all earlier rows of its block are needed.
  Rows input_rows(int, Rows rows, std::span<const Shape>, const Shape& output) const override {
    const Block block(output);
    return {rows.begin / block.queries * block.queries, rows.end};
  }
  int64_t work_per_row(std::span<const Shape>, const Shape& output) const override { return output.columns() * 2; }

  template <class T>
  void compute(Inputs<T> inputs, TensorRows<T> output) const {
    const Block block(*output.shape);
    std::vector<T> here(static_cast<size_t>(block.keys)), before(here.size());
    for (int64_t row = output.rows.begin / block.queries * block.queries; row < output.rows.end; ++row) {
      std::swap(here, before);
      const bool first = row % block.queries == 0;
      // q_ij = pass_i,j-1 q_i,j-1 + stop_i-1,j q_i-1,j
      for (int64_t j = 0; j < block.keys; ++j) {
        const size_t at = static_cast<size_t>(j);
        const T along = j > 0 ? inputs[1].row(row)[j - 1] * here[at - 1] : T(0);
        const T down = first ? T(j == 0 ? 1 : 0) : inputs[0].row(row - 1)[j] * before[at];
        here[at] = along + down;
      }
      if (row >= output.rows.begin) std::copy(here.begin(), here.end(), output.row(row));
    }
  }

  // Backwards through the same recursion: what a cell hands on comes back to it.
  template <class T>
  void differentiate(const BackwardArgs<T>& args) const {
    const Block block(*args.output.shape);
    const int64_t n = block.keys;
    std::vector<T> dq(args.output_gradient, args.output_gradient + args.output.shape->count());
    for (int64_t row = args.output.shape->rows() - 1; row >= 0; --row) {
      for (int64_t j = n - 1; j >= 0; --j) {
        const int64_t at = row * n + j, above = at - n;
        const T g = dq[static_cast<size_t>(at)];
        if (j > 0) {
          dq[static_cast<size_t>(at - 1)] += args.inputs[1].data[at - 1] * g;
          args.input_gradients[1][at - 1] += args.output.data[at - 1] * g;
        }
        if (row % block.queries > 0) {
          dq[static_cast<size_t>(above)] += args.inputs[0].data[above] * g;
          args.input_gradients[0][above] += args.output.data[above] * g;
        }
      }
    }
  }

  // Every earlier query up to this key, and this query up to the key before.
  std::vector<Region> sources(const Cells&, const Index& cell) const override {
    const size_t query = cell.size() - 2;
    std::vector<Region> regions;
    for (int input = 0; input < 2; ++input) {
      Region box = single(input, cell);
      box.begin[query] = box.begin.back() = 0;
      --(input == 0 ? box.end[query] : box.end.back());
      if (box.end[query] > 0 && box.end.back() > 0) regions.push_back(box);
    }
    return regions;
  }

  Explanation explain(const Cells& cells, const Index& cell) const override {
    const size_t query = cell.size() - 2;
    Explanation result;
    result.form = "dot";
    result.value = cells.output(cells.output_shape().flat(cell));
    const auto add_term = [&](int input, const Index& at) {
      const CellRef chance = cells.ref(input, at), reached = cells.ref(kOwnOutput, at);
      result.terms.push_back({chance.value * reached.value, {chance, reached}});
    };
    Index before = cell, above = cell;
    --before.back(), --above[query];
    if (cell.back() > 0) add_term(1, before);
    if (cell[query] > 0) add_term(0, above);
    if (result.terms.empty()) {
      result.form = "leaf";
      result.remark = "The scan begins at the first key.";
    }
    return result;
  }
};

}  // namespace

Value monotonic_reach(Value stop, Value pass) {
  return stop.graph().apply(std::make_unique<MonotonicReach>(), {stop, pass});
}

}  // namespace attn
