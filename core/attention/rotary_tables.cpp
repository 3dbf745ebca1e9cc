#include "core/attention/rotary_tables.h"

#include "core/kernels/math.h"

namespace attn {

RotaryTables rotary_tables(Graph& graph, int64_t places, int64_t turned, Pairs pairs, double base, double first,
                           const StepText& text) {
  const auto pair_of = [=](int64_t channel) {
    return pairs == Pairs::kNeighbours ? channel / 2 : channel % (turned / 2);
  };
  const auto angle = [=](const Index& at) {
    const double exponent = -2.0 * static_cast<double>(pair_of(at[1])) / static_cast<double>(turned);
    return (first + static_cast<double>(at[0])) * kernels::pow_pos(base, exponent);
  };
  const auto sine = [=](const Index& at) {
    const bool first_of_pair = pairs == Pairs::kNeighbours ? at[1] % 2 == 0 : at[1] < turned / 2;
    return first_of_pair ? -kernels::sin(angle(at)) : kernels::sin(angle(at));
  };
  const Shape shape = {{axis::kTime, places}, {axis::kChannel, turned}};
  StepText cosines = text, sines = text;
  cosines.role = sines.role = Role::kNone;
  cosines.id = "cosines", cosines.symbol = "cos", cosines.latex = R"(\cos(p\,\theta_c), \quad \theta_c = b^{-2c/r})";
  sines.id = "sines", sines.symbol = "sin", sines.latex = R"(\pm\sin(p\,\theta_c), \quad \theta_c = b^{-2c/r})";
  return {rule_table(
              graph, shape, [=](const Index& at) { return kernels::cos(angle(at)); },
              "The cosine of the angle of this pair of channels at this place.")
              .step(std::move(cosines)),
          rule_table(graph, shape, sine,
                     "The sine of the angle of this pair of channels at this place, negative for its first channel.")
              .step(std::move(sines))};
}

}  // namespace attn
