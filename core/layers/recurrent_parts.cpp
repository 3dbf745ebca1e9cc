#include "core/layers/recurrent_parts.h"

#include "core/attention/pipeline.h"
#include "core/kernels/math.h"
#include "core/layers/linear.h"

namespace attn {

std::vector<ParamSpec> recurrent_params(int embedding, int hidden, int layers, const char* paper_start) {
  // 4: smaller ones learn nothing. 1024: past the papers' widths.
  std::vector<ParamSpec> specs = {
      shared::whole_number("embedding", "Piece vectors", "Width of the vector of a piece.", embedding, 4, 1024),
      shared::whole_number("hidden", "States", "Width of a recurrent state.", hidden, 4, 1024)};
  // 8: the deepest published ones
  if (layers > 0) {
    specs.push_back(shared::whole_number("layers", "Layers", "Recurrent layers on one another.", layers, 1, 8));
  }
  specs.push_back(
      shared::number("dropout", "Dropout", "The share of numbers left out at random in training.", 0, 0, 0.9, 0.05));
  specs.push_back(shared::choice("start", "Start", "Where weights stand before training.",
                                 {{"even", "Even", "Spread so that sums keep their size (Glorot & Bengio 2010)."},
                                  {"paper", "Paper", paper_start}}));
  return specs;
}

double spread_for_width(double at_1000, int64_t width) {
  return at_1000 * kernels::square_root(1000.0 / static_cast<double>(width));
}

Start chosen_start(Recorder& r, Start paper) { return r.params().choice("start") == "paper" ? paper : Start::glorot(); }

Value embedded_pieces(Recorder& r, std::string_view name, Value ids, int64_t pieces, Start start) {
  const Value vectors = embedding(r, name, ids, pieces, r.params().integer("embedding"), start)
                            .step({"embeddings", "embed", "embed", "Every piece has a vector",
                                   "A learned row for each piece: the numbers that the network calculates with.",
                                   R"(x_t = E_{w_t})", "X", Role::kNone});
  return r.dropout(vectors, r.params().number("dropout"));
}

Value piece_logits(Recorder& r, std::string_view name, Value x, int64_t pieces, Start start) {
  return linear_layer(r, name, x, {.width = pieces, .to = axis::kPiece, .weight = start})
      .step({"logits", "output", "output", "Every piece is scored as the next one",
             "The higher the score, the likelier the piece: a softmax makes shares of them.", R"(\z{W_o\,t_i + b_o})",
             "L", Role::kOutput});
}

Value maxout(Value x) {
  const int64_t half = x.shape().columns() / 2;
  const auto words = [](const char* id, const char* latex) {
    return StepText(id, "output", "output", "Of each pair the larger counts",
                    "Maxout: two sums compete, the larger one goes on.", latex, "t", Role::kOutput);
  };
  const Value first = slice(x, axis::kModel, 0, half).step(words("first_of_pairs", R"(\tilde{t}_{i,2j-1})"));
  const Value second = slice(x, axis::kModel, half, 2 * half).step(words("second_of_pairs", R"(\tilde{t}_{i,2j})"));
  return maximum(first, second).step(words("maxout", R"(t_{ij} = \max\{\tilde{t}_{i,2j-1}, \tilde{t}_{i,2j}\})"));
}

Value handed_over(Value state) {
  return rename(state, axis::kKey, axis::kQuery)
      .step({"state", "encode", "read", "The encoder's last state is handed over",
             "What was read becomes where the writing starts.", "h_T", "h", Role::kNone});
}

}  // namespace attn
