#include "core/attention/window.h"

#include <string>

namespace attn {
namespace {

StepText window_step(const char* id, const char* symbol, const char* latex) {
  StepText text;
  text.id = id, text.symbol = symbol, text.role = Role::kWeights, text.latex = latex;
  text.stage = "position", text.label = "window";
  text.title = "Every word that is read has a distance to the centre";
  text.note = "Positions are counted along the text that is read; the centre's is taken away from each.";
  return text;
}

}  // namespace

Value key_positions(Setting& setting, double first) {
  std::vector<float> places(static_cast<size_t>(setting.source().shape().size(axis::kQuery)));
  for (size_t j = 0; j < places.size(); ++j) places[j] = static_cast<float>(first + static_cast<double>(j));
  StepText text;
  text.id = "positions", text.symbol = "s";
  const int64_t count = static_cast<int64_t>(places.size());
  return setting.graph().leaf({{axis::kKey, count}}, std::move(places), Origin::kFixed, std::move(text));
}

Value distances(Value centre, Value positions) {
  const Value minus = scale(centre, -1).step(window_step("minus_centre", "-p", R"(-\q{p_i})"));
  return add(minus, positions).step(window_step("distance", "d", R"(\a{d_{ij}} = s_j - \q{p_i})"));
}

Value window_of(Value distance, int64_t reach) {
  const std::string rule = "Only words at most " + std::to_string(reach) + " from the centre may be read.";
  StepText text;
  text.id = "window", text.symbol = "M", text.role = Role::kWeights, text.stage = "mask", text.label = "mask";
  text.title = "A window around the centre is open", text.note = rule;
  text.latex = R"(\a{S_{ij}} \leftarrow -\infty \quad\text{where}\; |s_j - \q{p_i}| > D)";
  return within(distance, static_cast<double>(reach), rule).step(std::move(text));
}

}  // namespace attn
