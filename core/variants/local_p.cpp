// Local attention with a predicted centre: Luong, Pham & Manning 2015, section 3.2, "local-p", equations 9 and 10. The
// weights are not divided by their sum again after the Gaussian.
#include <algorithm>

#include "core/attention/alignment.h"
#include "core/attention/window.h"

namespace attn::variants {
namespace {

// p_t, (S - 1) sigmoid(...) where places count from 0: [query].
Value centre_of(Setting& setting, double length) {
  const int64_t width = setting.width();
  StepText matrix_text, vector_text;
  matrix_text.id = "w_p", matrix_text.symbol = "W_p", matrix_text.role = vector_text.role = Role::kQuery;
  vector_text.id = "v_p", vector_text.symbol = "v_p";
  const Value w = setting.weight({{axis::kModel, width}, {axis::kFeature, width}}, std::move(matrix_text));
  const Value v = setting.weight({{axis::kFeature, width}}, std::move(vector_text));
  return predicted_centre(setting.x(), w, v, length);
}

Value build(Setting& setting) {
  const Params& params = setting.params();
  const Pipeline pipeline = alignment_pipeline(setting, params.choice("score"));
  const bool code = params.choice("form") == "code", on_scores = params.choice("bell") == "scores";
  const int64_t reach = params.integer("reach");
  // Padding is no part of the text whose length S is.
  const int64_t padding = params.choice("mask") == "padding" ? params.integer("padding") : 0;
  const int64_t length = std::max<int64_t>(setting.source().shape().size(axis::kQuery) - padding, 1);
  const Projected in = pipeline.project(setting, pipeline);

  // d_ij = s_j - p_i, s from 1 (the code's 1 + ... at both ends is the same as counting from 0).
  const Value centre = centre_of(setting, static_cast<double>(code ? length - 1 : length));
  const Value positions = key_positions(setting, code ? 0 : 1);
  const Value distance = distances(centre, positions);
  const Value gaussian = bell(distance, static_cast<double>(reach));
  // The code's window lies around the whole place below p, while the Gaussian knows p itself.
  const Value from_window =
      code ? distances(map(centre, Function::kFloor).step(centre_text("whole_centre", "p", R"(\lfloor\q{p_t}\rfloor)")),
                       positions)
           : distance;

  Value scores = pipeline.modify(setting, in, pipeline.score(setting, in));
  if (on_scores) {
    StepText text = bell_text("bell_scores", "S", R"(\a{S_{ij}} \leftarrow \a{S_{ij}}\,\a{G_{ij}})");
    text.stage = "scale", text.label = "scale", text.title = "Scores shrink away from the centre";
    scores = multiply(scores, gaussian).step(std::move(text));
  }
  scores = mask_by_choice(setting, apply_mask(scores, window_of(from_window, reach)));
  Value weights = softmax_rows(setting, scores);
  if (!on_scores) {
    StepText align = setting.graph().node(weights.node()).text;
    align.id = "align", align.title = "Softmax inside the window, then the bell";
    weights = weights.step(align);
    StepText text = align;
    text.id = "pattern", text.latex = R"(\a{A_{ij}} \leftarrow \a{A_{ij}}\,\a{G_{ij}})";
    text.note =
        "The shares inside the window are multiplied by the bell and not divided by their sum again: they add up to "
        "less than 1.";
    weights = multiply(weights, gaussian).step(std::move(text));
  }
  const Value combined = pipeline.combine(setting, in, weights);
  return pipeline.output ? pipeline.output(setting, combined) : combined;
}

}  // namespace

Variant local_p() {
  EntryText text;
  text.name = "Local, predictive";
  text.family = "local";
  text.summary = "A word predicts the place to look at and reads a window there, under a bell that favours the middle.";
  text.latex =
      R"(\a{a_t(s)} = \operatorname{align}(\q{h_t}, \k{\bar{h}_s})\,\exp\!\left(-\frac{(s-\q{p_t})^2}{2\sigma^2}\right), \quad \q{p_t} = S\,\sigma(\q{v_p}\cdot\tanh(\q{W_p h_t})))";
  text.params = shared::alignment({"dot", "general", "concat"}, "general");
  // 64: past the end of any example
  text.params.push_back(shared::whole_number(
      "reach", "Reach", "Words on either side of the centre; the bell is half as wide.", 2, 1, 64));
  text.params.push_back(shared::choice(
      "bell", "Bell on", "What the bell around the centre multiplies.",
      {{"weights", "Weights", "The weights, after the softmax: the paper's way; they add up to less than 1."},
       {"scores", "Scores", "The scores, before the softmax: an option of the code; rows add up to 1."}}));
  text.params.push_back(
      shared::paper_or_code("The centre is S·σ(…), the window reaches from it on both sides.",
                            "The centre is 1 + (S − 1)·σ(…); the window lies around the whole place below it."));
  text.params.push_back(shared::temperature());
  append(&text.params, shared::mask());
  text.params.push_back(shared::attentional());
  text.takes_source = true;
  return {text, build};
}

EntryDocs local_p_docs() {
  EntryDocs docs;
  docs.papers = {shared::luong_2015()};
  docs.differs =
      "The paper asks with a decoder's states and reads an encoder's; here words of one text do both unless another "
      "text is given to read. Weights are seeded, not trained. The paper's windows reach 10 words; here the default is "
      "smaller, for shorter texts. A gradient reaches the centre through the bell alone, as in the code. All pairs are "
      "scored here, and those outside the window masked.";
  docs.laws = {
      {LawKind::kRowsSumToAtMostOne, "The bell takes weight away: a row adds up to 1 at most."},
      {LawKind::kRowsSumToOne, "With the bell on the scores the weights of a row add up to 1.", {{"bell", "scores"}}}};
  docs.slots = shared::slots_but({{"project", "as the score needs"},
                                  {"position", "a network predicts the centre"},
                                  {"score", "dot, general or concat"},
                                  {"modify", "none, or times the bell"},
                                  {"mask", "a window around the centre, then as chosen"},
                                  {"normalise", "softmax times the bell, or softmax"},
                                  {"output", "none, or tanh(W_c [c; h])"}});
  docs.cost = {R"(2\,n\,(2D + 1)\,d)", R"(4\,n\,(2D + 1))"};
  return docs;
}

}  // namespace attn::variants
