// Pairs of channels turned by an angle for each place (rotary positions): out_c = x_c cos_c + x_partner sin_c, where
// the table of sines carries the minus of a pair's first channel. Channels beyond the tables pass as they are.
#include "core/graph/ops/ops.h"

namespace attn {
namespace {

class Rotate final : public OpOf<Rotate> {
 public:
  explicit Rotate(Pairs pairs) : pairs_(pairs) {}
  std::string_view name() const override { return "rotate"; }

  Status infer(std::span<const Shape> inputs, Shape* output) const override {
    const Shape &x = inputs[0], &cosines = inputs[1];
    if (x.rank() < 2 || cosines.rank() != 2 || inputs[2] != cosines || cosines[0].size != x[x.rank() - 2].size ||
        cosines.columns() > x.columns() || cosines.columns() % 2 != 0) {
      return invalid_input("rotate", x.text() + " by " + cosines.text(),
                           "a cosine and a sine for each row and for an even number of its channels");
    }
    *output = x;
    return {};
  }

  Rows input_rows(int input, Rows rows, std::span<const Shape> inputs, const Shape&) const override {
    const int64_t places = inputs[1].rows();
    if (input == 0) return rows;
    if (rows.begin / places != (rows.end - 1) / places) return {0, places};
    return {rows.begin % places, (rows.end - 1) % places + 1};
  }

  template <class T>
  void compute(Inputs<T> inputs, TensorRows<T> output) const {
    const int64_t places = inputs[1].shape->rows(), turned = inputs[1].shape->columns();
    for (int64_t row = output.rows.begin; row < output.rows.end; ++row) {
      const T *x = inputs[0].row(row), *cosines = inputs[1].row(row % places), *sines = inputs[2].row(row % places);
      T* out = output.row(row);
      for (int64_t c = 0; c < turned; ++c) out[c] = x[c] * cosines[c] + x[partner(c, turned)] * sines[c];
      for (int64_t c = turned; c < output.shape->columns(); ++c) out[c] = x[c];
    }
  }

  template <class T>
  void differentiate(const BackwardArgs<T>& args) const {
    const Shape& shape = *args.output.shape;
    const int64_t places = args.inputs[1].shape->rows(), turned = args.inputs[1].shape->columns(), n = shape.columns();
    for (int64_t row = 0; row < shape.rows(); ++row) {
      const int64_t angles = row % places * turned;
      const T *dy = args.output_gradient + row * n, *x = args.inputs[0].data + row * n;
      T* dx = args.input_gradients[0] + row * n;
      for (int64_t c = 0; c < turned; ++c) {
        const int64_t other = partner(c, turned);
        dx[c] += dy[c] * args.inputs[1].data[angles + c];
        dx[other] += dy[c] * args.inputs[2].data[angles + c];
        args.input_gradients[1][angles + c] += dy[c] * x[c];
        args.input_gradients[2][angles + c] += dy[c] * x[other];
      }
      for (int64_t c = turned; c < n; ++c) dx[c] += dy[c];
    }
  }

  std::vector<Region> sources(const Cells& cells, const Index& cell) const override {
    std::vector<Region> regions;
    for (const CellRef& ref : refs(cells, cell)) regions.push_back(single(ref.input, ref.index));
    return regions;
  }

  Explanation explain(const Cells& cells, const Index& cell) const override {
    const std::vector<CellRef> from = refs(cells, cell);
    Explanation result;
    result.form = from.size() == 1 ? "copy" : "dot";
    result.value = cells.output(cells.output_shape().flat(cell));
    result.principal = from[0];
    result.has_principal = true;
    if (from.size() == 1) {
      result.terms = {{from[0].value, {from[0]}}};
    } else {
      result.terms = {{from[0].value * from[1].value, {from[0], from[1]}},
                      {from[2].value * from[3].value, {from[2], from[3]}}};
    }
    return result;
  }

 private:
  // The other channel of the pair.
  int64_t partner(int64_t c, int64_t turned) const {
    if (pairs_ == Pairs::kNeighbours) return c ^ 1;
    return c < turned / 2 ? c + turned / 2 : c - turned / 2;
  }

  // x, its cosine, its partner, its sine; or x alone.
  std::vector<CellRef> refs(const Cells& cells, const Index& cell) const {
    const int64_t turned = cells.input_shape(1).columns();
    if (cell.back() >= turned) return {cells.ref(0, cell)};
    Index other = cell;
    other.back() = partner(cell.back(), turned);
    const Index angle = {cell[cell.size() - 2], cell.back()};
    return {cells.ref(0, cell), cells.ref(1, angle), cells.ref(0, other), cells.ref(2, angle)};
  }

  Pairs pairs_;
};

}  // namespace

Value rotate(Value x, Value cosines, Value sines, Pairs pairs) {
  return x.graph().apply(std::make_unique<Rotate>(pairs), {x, cosines, sines});
}

}  // namespace attn
