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
  return key_positions(setting.graph(), setting.source().shape().size(axis::kQuery), first);
}

Value key_positions(Graph& graph, int64_t count, double first) {
  std::vector<float> places(static_cast<size_t>(count));
  for (size_t j = 0; j < places.size(); ++j) places[j] = static_cast<float>(first + static_cast<double>(j));
  StepText text;
  text.id = "positions", text.symbol = "s";
  return graph.leaf({{axis::kKey, count}}, std::move(places), Origin::kFixed, std::move(text));
}

StepText centre_text(const char* id, const char* symbol, const char* latex) {
  StepText text;
  text.id = id, text.symbol = symbol, text.role = Role::kQuery, text.latex = latex;
  text.stage = "position", text.label = "window";
  text.title = "A word predicts where to look";
  text.note = "A small network turns the word that asks into a place of the text that is read, between its ends.";
  return text;
}

Value predicted_centre(Value asks, Value w, Value v, double length) {
  Value h = matmul(asks, w, axis::kModel).step(centre_text("look", "W_p h", R"(\q{W_p}\,h_t)"));
  h = map(h, Function::kTanh).step(centre_text("bent_look", "tanh", R"(\tanh(\q{W_p}\,h_t))"));
  h = dot(h, v).step(centre_text("where", "v_p tanh", R"(\q{v_p}\cdot\tanh(\q{W_p}\,h_t))"));
  h = map(h, Function::kSigmoid).step(centre_text("share", "σ", R"(\sigma(\q{v_p}\cdot\tanh(\q{W_p}\,h_t)))"));
  return scale(h, length, {{"length", length, {}}})
      .step(centre_text("centre", "p", R"(\q{p_t} = S\,\sigma(\q{v_p}\cdot\tanh(\q{W_p}\,h_t)))"));
}

StepText bell_text(const char* id, const char* symbol, const char* latex) {
  StepText text;
  text.id = id, text.symbol = symbol, text.role = Role::kWeights, text.latex = latex;
  text.stage = "position", text.label = "window";
  text.title = "A bell around the centre";
  text.note =
      "Words near the predicted centre count fully, words farther away less and less; it is half as wide as the "
      "window.";
  return text;
}

Value bell(Value distance, double reach) {
  const Value squares = multiply(distance, distance).step(bell_text("squared_distance", "d^2", R"((s_j - \q{p_i})^2)"));
  const Value exponent = scale(squares, -2.0 / (reach * reach), {{"reach", reach, {}}})
                             .step(bell_text("exponent", "-d^2/2s^2", R"(-\frac{(s_j - \q{p_i})^2}{2\sigma^2})"));
  return map(exponent, Function::kExp)
      .step(bell_text("bell", "G", R"(\a{G_{ij}} = \exp\!\left(-\frac{(s_j - \q{p_i})^2}{2\sigma^2}\right))"));
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
