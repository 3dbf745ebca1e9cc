// One cell of each row chosen: the largest, or the one on which a draw falls. The result jumps, so nothing of a
// gradient passes; what passes it all the same stands elsewhere (straight_through, core/attention/reinforce.h).
#include <algorithm>
#include <limits>

#include "core/graph/ops/broadcast.h"
#include "core/graph/ops/ops.h"

namespace attn {
namespace {

// Where the row is largest, the first of equals; -1 where nothing may be chosen.
template <class T>
int64_t largest(const T* row, int64_t n) {
  int64_t chosen = -1;
  T most = -std::numeric_limits<T>::infinity();
  for (int64_t j = 0; j < n; ++j) {
    if (row[j] > most) most = row[chosen = j];
  }
  return chosen;
}

// The weights lie end to end on a line; the draw falls at the share u of its length.
template <class T>
int64_t fallen_on(const T* row, int64_t n, T u) {
  T length = 0, end = 0;
  for (int64_t j = 0; j < n; ++j) length += row[j];
  int64_t chosen = -1;
  for (int64_t j = 0; j < n; ++j) {
    if (!(row[j] > T(0))) continue;
    chosen = j;  // the last one, should roundings leave the draw behind the end
    end += row[j];
    if (u * length < end) break;
  }
  return chosen;
}

class Choose final : public OpOf<Choose> {
 public:
  explicit Choose(bool drawn) : drawn_(drawn) {}
  std::string_view name() const override { return drawn_ ? "choose_by_draw" : "choose_largest"; }

  Status infer(std::span<const Shape> inputs, Shape* output) const override {
    *output = inputs[0];
    if (!drawn_) return {};
    const Shape rows = inputs[0].without(inputs[0].rank() - 1);
    if (!broadcasts(rows, inputs[1]) || broadcast(rows, inputs[1]) != rows) {
      return invalid_input("choose_by_draw", inputs[1].text(), "one draw for each row of " + inputs[0].text());
    }
    return {};
  }
  Rows input_rows(int input, Rows rows, std::span<const Shape> inputs, const Shape&) const override {
    return input == 0 ? rows : Rows{0, inputs[1].rows()};
  }

  template <class T>
  void compute(Inputs<T> inputs, TensorRows<T> output) const {
    const int64_t n = output.shape->columns();
    for (int64_t row = output.rows.begin; row < output.rows.end; ++row) {
      const T* x = inputs[0].row(row);
      const int64_t chosen =
          drawn_ ? fallen_on(x, n, inputs[1].cell(Projection(*inputs[1].shape, *output.shape).row_start(row)))
                 : largest(x, n);
      std::fill_n(output.row(row), n, T(0));
      if (chosen >= 0) output.row(row)[chosen] = T(1);
    }
  }
  template <class T>
  void differentiate(const BackwardArgs<T>&) const {}

  std::vector<Region> sources(const Cells& cells, const Index& cell) const override {
    Region row = single(0, cell);
    row.begin.back() = 0;
    row.end.back() = cells.output_shape().columns();
    if (!drawn_) return {row};
    return {row, single(1, draw_of(cells, cell))};
  }

  // Terms: the row, then the draw.
  Explanation explain(const Cells& cells, const Index& cell) const override {
    const int64_t n = cells.output_shape().columns();
    Explanation result;
    result.form = "choice";
    result.value = cells.output(cells.output_shape().flat(cell));
    result.principal = cells.ref(0, cell);
    result.has_principal = true;
    std::vector<float> row;
    Index at = cell;
    for (int64_t j = 0; j < n; ++j) {
      at.back() = j;
      const CellRef source = cells.ref(0, at);
      row.push_back(source.value);
      result.terms.push_back({source.value, {source}});
    }
    int64_t chosen = largest(row.data(), n);
    if (drawn_) {
      const CellRef draw = cells.ref(1, draw_of(cells, cell));
      chosen = fallen_on(row.data(), n, draw.value);
      result.terms.push_back({draw.value, {draw}});
    }
    result.facts = {{"by", 0, drawn_ ? "draw" : "largest"},
                    {"chosen", static_cast<double>(chosen), {}},
                    {"own", static_cast<double>(cell.back()), {}}};
    if (chosen < 0) result.remark = "Nothing in this row may be read, so nothing is chosen.";
    return result;
  }

 private:
  static Index draw_of(const Cells& cells, const Index& cell) {
    return project_index(cells.input_shape(1), cells.output_shape(), cell);
  }

  bool drawn_;
};

}  // namespace

Value choose_largest(Value x) { return x.graph().apply(std::make_unique<Choose>(false), {x}); }

Value choose_by_draw(Value weights, Value u) {
  return weights.graph().apply(std::make_unique<Choose>(true), {weights, u});
}

}  // namespace attn
