#include "core/layers/recurrent.h"

namespace attn {

StepText cell_text(const char* id, const char* symbol, const char* latex, const char* note) {
  return {id, "state", "state", "The state takes one step", note, latex, symbol, Role::kNone};
}

Value as_columns(Value weights) {
  const bool matrix = weights.shape().rank() == 3;
  std::vector<std::string_view> order = {axis::kGate, axis::kChannel};
  if (matrix) order.insert(order.begin(), axis::kModel);
  return rearrange(weights, std::move(order), 2, axis::kFeature)
      .step(cell_text("columns", "W", "W = [W_1, \\dots, W_g]", "The gates' weights stand side by side."));
}

Value gate_matrices(Recorder& r, std::string_view name, int64_t gates, int64_t in, int64_t width, Start start) {
  return as_columns(r.parameter(name, {{axis::kGate, gates}, {axis::kModel, in}, {axis::kChannel, width}}, start));
}

Value gate_biases(Recorder& r, std::string_view name, int64_t gates, int64_t width, Start start) {
  return as_columns(r.parameter(name, {{axis::kGate, gates}, {axis::kChannel, width}}, start));
}

Value at_time(Value x, int64_t t) {
  if (x.shape().size(time_of(x)) == 1) return x;
  return slice(x, time_of(x), t, t + 1).step(cell_text("here", "x_t", "x_t", "What belongs to this place."));
}

Value zero_state(Value x, int64_t width) {
  std::vector<Dim> dims = x.shape().dims();
  dims.back() = {axis::kModel, width};
  dims[dims.size() - 2].size = 1;
  const Shape shape(std::move(dims));
  return x.graph().leaf(shape, std::vector<float>(static_cast<size_t>(shape.count())), Origin::kFixed,
                        named("no_state", "0"));
}

Value side_by_side(const std::vector<Value>& states) {
  if (states.size() == 1) return states.front();
  return concat(states, axis::kModel)
      .step(cell_text("joined", "[h;x]", R"([h_{t-1}; x_t])", "What goes into the step, side by side."));
}

}  // namespace attn
