// Walking two tensors that meet by axis name.
#ifndef CORE_GRAPH_OPS_BROADCAST_H_
#define CORE_GRAPH_OPS_BROADCAST_H_

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/graph/op.h"

namespace attn {

// Maps cells of an output to cells of an input that has some of its axes.
class Projection {
 public:
  Projection(const Shape& input, const Shape& output) : output_(output), strides_(strides_in(input, output)) {}

  // The input cell that belongs to the first cell of an output row.
  int64_t row_start(int64_t row) const {
    int64_t at = 0;
    for (int i = output_.rank() - 2; i >= 0; --i) {
      at += row % output_[i].size * strides_[static_cast<size_t>(i)];
      row /= output_[i].size;
    }
    return at;
  }
  // How far the input moves when the output moves one column.
  int64_t column_stride() const { return strides_.back(); }

  int64_t flat(const Index& cell) const {
    int64_t at = 0;
    for (size_t i = 0; i < strides_.size(); ++i) at += cell[i] * strides_[i];
    return at;
  }

 private:
  const Shape& output_;
  std::vector<int64_t> strides_;
};

// The rows of `input` that a range of output rows touches: a tight hull, exact where the leading axes agree.
inline Rows projected_rows(const Shape& input, const Shape& output, Rows rows) {
  const Projection project(input, output);
  const int64_t columns = input.columns();
  const int64_t span = project.column_stride() * (output.columns() - 1);
  Rows hull{input.rows(), 0};
  for (int64_t row = rows.begin; row < rows.end; ++row) {
    const int64_t start = project.row_start(row);
    hull.begin = std::min(hull.begin, start / columns);
    hull.end = std::max(hull.end, (start + span) / columns + 1);
  }
  return hull;
}

// The index of an output cell as seen by an input.
inline Index project_index(const Shape& input, const Shape& output, const Index& cell) {
  return input.index(Projection(input, output).flat(cell));
}

// Two operands, cell by cell. Derived has `kForm`, the form of its explanations, and for any scalar `value(a, b)` and
// `gradients(a, b, dy)`, what is added to those of a and b.
template <class Derived>
class BroadcastOp : public OpOf<Derived> {
 public:
  Status infer(std::span<const Shape> inputs, Shape* output) const override {
    if (!broadcasts(inputs[0], inputs[1])) {
      return invalid_input(std::string(this->name()), inputs[0].text() + " with " + inputs[1].text(),
                           "shapes whose shared axes have equal sizes");
    }
    *output = broadcast(inputs[0], inputs[1]);
    return {};
  }
  Rows input_rows(int input, Rows rows, std::span<const Shape> inputs, const Shape& output) const override {
    return projected_rows(inputs[static_cast<size_t>(input)], output, rows);
  }

  template <class T>
  void compute(Inputs<T> inputs, TensorRows<T> output) const {
    const Projection a(*inputs[0].shape, *output.shape);
    const Projection b(*inputs[1].shape, *output.shape);
    const int64_t columns = output.shape->columns();
    for (int64_t row = output.rows.begin; row < output.rows.end; ++row) {
      const T* x = &inputs[0].cell(a.row_start(row));
      const T* y = &inputs[1].cell(b.row_start(row));
      T* out = output.row(row);
      const int64_t dx = a.column_stride(), dy = b.column_stride();
      if (dx == 1 && dy == 1) {  // said apart, so that the compiler can take four at a time
        for (int64_t j = 0; j < columns; ++j) out[j] = Derived::value(x[j], y[j]);
      } else {
        for (int64_t j = 0; j < columns; ++j) out[j] = Derived::value(x[j * dx], y[j * dy]);
      }
    }
  }
  template <class T>
  void differentiate(const BackwardArgs<T>& args) const {
    const Shape& shape = *args.output.shape;
    const Projection a(*args.inputs[0].shape, shape);
    const Projection b(*args.inputs[1].shape, shape);
    const int64_t columns = shape.columns();
    const auto walk = [&](int64_t step_a, int64_t step_b) {
      for (int64_t row = 0; row < shape.rows(); ++row) {
        const int64_t a0 = a.row_start(row), b0 = b.row_start(row);
        const T *x = args.inputs[0].data + a0, *y = args.inputs[1].data + b0;
        const T* dy = args.output_gradient + row * columns;
        T *dx = args.input_gradients[0] + a0, *dz = args.input_gradients[1] + b0;
        for (int64_t j = 0; j < columns; ++j) {
          const auto [da, db] = Derived::gradients(x[j * step_a], y[j * step_b], dy[j]);
          dx[j * step_a] += da;
          dz[j * step_b] += db;
        }
      }
    };
    if (a.column_stride() == 1 && b.column_stride() == 1) {
      walk(1, 1);  // constants, which the compiler folds
    } else {
      walk(a.column_stride(), b.column_stride());
    }
  }

  std::vector<Region> sources(const Cells& cells, const Index& cell) const override {
    return {single(0, project_index(cells.input_shape(0), cells.output_shape(), cell)),
            single(1, project_index(cells.input_shape(1), cells.output_shape(), cell))};
  }
  Explanation explain(const Cells& cells, const Index& cell) const override {
    Explanation result;
    result.form = Derived::kForm;
    result.value = cells.output(cells.output_shape().flat(cell));
    for (int i = 0; i < 2; ++i) {
      const CellRef ref = cells.ref(i, project_index(cells.input_shape(i), cells.output_shape(), cell));
      result.terms.push_back({ref.value, {ref}});
    }
    result.has_principal = true;
    result.principal = result.terms[0].sources[0];
    return result;
  }
};

}  // namespace attn

#endif  // CORE_GRAPH_OPS_BROADCAST_H_
