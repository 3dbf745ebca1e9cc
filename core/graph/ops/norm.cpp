// Layer normalisation (Ba, Kiros & Hinton 2016) and RMS normalisation (Zhang & Sennrich 2019) along the last axis:
// one op, since the second is the first without the mean and the bias.
#include "core/kernels/norm.h"
#include "core/graph/ops/ops.h"

namespace attn {
namespace {

class Norm final : public OpOf<Norm> {
 public:
  Norm(double epsilon, bool centred) : epsilon_(epsilon), centred_(centred) {}
  std::string_view name() const override { return centred_ ? "layer_norm" : "rms_norm"; }

  Status infer(std::span<const Shape> inputs, Shape* output) const override {
    for (size_t i = 1; i < inputs.size(); ++i) {
      if (inputs[i].rank() != 1 || inputs[i][0] != inputs[0][inputs[0].rank() - 1]) {
        return invalid_input(std::string(name()), inputs[i].text(), "one number per column of " + inputs[0].text());
      }
    }
    *output = inputs[0];
    return {};
  }
  Rows input_rows(int input, Rows rows, std::span<const Shape>, const Shape&) const override {
    return input == 0 ? rows : Rows{0, 1};
  }
  int64_t work_per_row(std::span<const Shape>, const Shape& output) const override { return output.columns() * 4; }

  template <class T>
  void compute(Inputs<T> inputs, TensorRows<T> output) const {
    const int64_t n = output.shape->columns();
    for (int64_t row = output.rows.begin; row < output.rows.end; ++row) {
      normalise(inputs[0].row(row), inputs[1].data, centred_ ? inputs[2].data : nullptr, output.row(row), n);
    }
  }

  // With u = dy * gain and normalised x^: dx = r (u - mean(u) - x^ mean(u x^)); rms norm has no mean(u).
  template <class T>
  void differentiate(const BackwardArgs<T>& args) const {
    const int64_t n = args.output.shape->columns();
    std::vector<T> normal(static_cast<size_t>(n)), u(static_cast<size_t>(n));
    for (int64_t row = 0; row < args.output.shape->rows(); ++row) {
      const T *dy = args.output_gradient + row * n, *gain = args.inputs[1].data;
      const T r = normalise<T>(args.inputs[0].row(row), nullptr, nullptr, normal.data(), n).inverse_deviation;
      T mean_u = 0, mean_ux = 0;
      for (int64_t j = 0; j < n; ++j) {
        const size_t at = static_cast<size_t>(j);
        u[at] = dy[j] * gain[j];
        mean_u += u[at];
        mean_ux += u[at] * normal[at];
        args.input_gradients[1][j] += dy[j] * normal[at];
        if (centred_) args.input_gradients[2][j] += dy[j];
      }
      mean_u = centred_ ? mean_u / static_cast<T>(n) : T(0);
      mean_ux /= static_cast<T>(n);
      for (int64_t j = 0; j < n; ++j) {
        const size_t at = static_cast<size_t>(j);
        args.input_gradients[0][row * n + j] += r * (u[at] - mean_u - normal[at] * mean_ux);
      }
    }
  }

  std::vector<Region> sources(const Cells& cells, const Index& cell) const override {
    Region row = single(0, cell);
    row.begin.back() = 0;
    row.end.back() = cells.output_shape().columns();
    std::vector<Region> regions = {row, single(1, {cell.back()})};
    if (centred_) regions.push_back(single(2, {cell.back()}));
    return regions;
  }

  // Terms: the row, then the gain and the bias.
  Explanation explain(const Cells& cells, const Index& cell) const override {
    const int64_t n = cells.output_shape().columns();
    Explanation result;
    result.form = name();
    result.value = cells.output(cells.output_shape().flat(cell));
    std::vector<float> row(static_cast<size_t>(n)), unused(static_cast<size_t>(n));
    Index at = cell;
    for (int64_t j = 0; j < n; ++j) {
      at.back() = j;
      const CellRef source = cells.ref(0, at);
      row[static_cast<size_t>(j)] = source.value;
      result.terms.push_back({source.value, {source}});
    }
    for (int i = 1; i < (centred_ ? 3 : 2); ++i) {
      const CellRef source = cells.ref(i, {cell.back()});
      result.terms.push_back({source.value, {source}});
    }
    const kernels::LayerNormStats<float> stats = normalise<float>(row.data(), nullptr, nullptr, unused.data(), n);
    result.facts = {{"mean", stats.mean, {}},
                    {"inverse_deviation", stats.inverse_deviation, {}},
                    {"epsilon", epsilon_, {}},
                    {"own", static_cast<double>(cell.back()), {}}};
    result.principal = cells.ref(0, cell);
    result.has_principal = true;
    return result;
  }

 private:
  template <class T>
  kernels::LayerNormStats<T> normalise(const T* x, const T* gain, const T* bias, T* y, int64_t n) const {
    const T epsilon = static_cast<T>(epsilon_);
    if (centred_) return kernels::layer_norm_row(x, gain, bias, epsilon, y, n);
    return {T(0), kernels::rms_norm_row(x, gain, epsilon, y, n)};
  }

  double epsilon_;
  bool centred_;
};

}  // namespace

Value layer_norm(Value x, Value gain, Value bias, double epsilon) {
  return x.graph().apply(std::make_unique<Norm>(epsilon, true), {x, gain, bias});
}

Value rms_norm(Value x, Value gain, double epsilon) {
  return x.graph().apply(std::make_unique<Norm>(epsilon, false), {x, gain});
}

}  // namespace attn
