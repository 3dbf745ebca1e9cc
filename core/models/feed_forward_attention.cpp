// Raffel & Ellis 2015, "Feed-Forward Networks with Attention Can Solve Some Long-Term Memory Problems": no recurrence
// at all. Each step is looked at by itself, and a weighted mean over time makes one vector of them.
#include "core/attention/frame_text.h"
#include "core/attention/pipeline.h"
#include "core/kernels/math.h"
#include "core/layers/linear.h"
#include "core/layers/model.h"

namespace attn::models {
namespace {

// N(0, 1 / fan in), biases from 0 (section 2.1)
Linear layer(Value x, int64_t width, std::string_view to) {
  const double fan_in = static_cast<double>(x.shape().columns());
  return {.width = width, .to = to, .weight = Start::normal(1 / kernels::square_root(fan_in))};
}

// c = sum_t alpha_t h_t: h [batch, key, model] -> [batch, model]. The paper's a(h) has one output, the query here.
Value attend(Recorder& r, Value h, Prediction* prediction) {
  const FrameText score{"score", "scores", "Each step says how much it matters"};
  const Value energies = linear_layer(r, "score", h, layer(h, 1, axis::kQuery));  // [batch, key, query]
  const Value scores =
      rearrange(map(energies, Function::kTanh), {axis::kBatch, axis::kQuery, axis::kKey})
          .step(score.step("scores", "e", Role::kWeights, R"(\a{e_t} = \tanh(w \cdot \k{h_t} + b))",
                           "One learned vector meets every step: it knows nothing of the other steps."));
  const FrameText share{"normalise", "softmax", "Softmax turns scores into weights"};
  const Value pattern = softmax(scores).step(
      share.step("pattern", "A", Role::kWeights, R"(\a{\alpha_t} = \operatorname{softmax}_t(\a{e_t}))",
                 "Shares over the whole of time, padding included, that add up to 1."));
  prediction->attention = {pattern};
  const FrameText combine{"combine", "context", "A weighted mean over time"};
  const Value context = matmul(pattern, h, axis::kKey);  // [batch, query, model]
  return rearrange(context, {axis::kBatch, axis::kQuery, axis::kModel}, 2, axis::kModel)
      .step(combine.step("context", "c", Role::kOutput, R"(\z{c} = \sum_t \a{\alpha_t}\,\v{h_t})",
                         "However long the sequence, what stands far away is as near as what stands close by."));
}

// c = (1/T) sum_t h_t: [batch, key, model] -> [batch, model]
Value average(Value h) {
  const FrameText combine{"combine", "context", "The mean over time"};
  return reduce_mean(h, axis::kKey)
      .step(combine.step("context", "c", Role::kOutput, R"(\z{c} = \frac{1}{T}\sum_t \v{h_t})",
                         "Every step counts alike, so that a few that matter drown among many."));
}

// source: [batch, time, feature]
Prediction predict(Recorder& r, Value source) {
  const int64_t width = r.params().integer("width");
  Prediction prediction;
  // h_t = LReLU(W_xh x_t + b_xh): [batch, key, model]
  const FrameText states{"state", "states", "Each step is looked at by itself"};
  const Value x = rename(source, axis::kTime, axis::kKey);
  const Value h =
      map(linear_layer(r, "hidden", x, layer(x, width, axis::kModel)), Function::kLeakyRelu)
          .step(states.step("states", "H", Role::kKey, R"(\k{h_t} = \operatorname{LReLU}(W_{xh} x_t + b_{xh}))",
                            "One layer, the same for every step; no step knows its neighbours."));
  const Value context = r.params().choice("pooling") == "mean" ? average(h) : attend(r, h, &prediction);
  // s = LReLU(W_cs c + b_cs): [batch, feature]
  const FrameText out{"output", "output", "Two layers make the answer"};
  const Value s =
      map(linear_layer(r, "mixed", context, layer(context, width, axis::kFeature)), Function::kLeakyRelu)
          .step(out.step("mixed", "s", Role::kOutput, R"(\z{s} = \operatorname{LReLU}(W_{cs}\,\z{c} + b_{cs}))",
                         "A layer on what was collected."));
  // y = LReLU(w_sy s + b_sy): [batch, one]
  prediction.output =
      map(linear_layer(r, "answer", s, layer(s, 1, axis::kOne)), Function::kLeakyRelu)
          .step(out.step("logits", "y", Role::kOutput, R"(y = \operatorname{LReLU}(w_{sy}\,\z{s} + b_{sy}))",
                         "One number: the answer."));
  return prediction;
}

}  // namespace

Model feed_forward_attention() {
  Model model;
  EntryText& text = model.text;
  text.name = "Feed-forward attention";
  text.family = "without recurrence";
  text.summary = "Every step is looked at by itself; a weighted mean over time is all the memory there is.";
  text.latex =
      R"(\z{c} = \sum_t \a{\alpha_t}\,\v{h_t}, \quad \a{\alpha} = \operatorname{softmax}(\tanh(w \cdot \k{h_t} + b)))";
  text.params = {
      shared::choice("pooling", "Pooling", "How the steps become one vector.",
                     {{"attention", "Attention", "A mean weighed by what each step says of itself."},
                      {"mean", "Mean", "Every step counts alike: the paper's comparison."}}),
      shared::whole_number("width", "Width", "Units of the hidden layers; the paper has 100.", 100, 1, 1024)};
  model.takes = TaskKind::kNumbers;
  // Section 2.1: the best of four rates, of which this is one; no clipping.
  model.training = {{"batch", "100"}, {"optimizer", "adam"}, {"rate", "0.003"}, {"clip", "0"}};
  model.predict = predict;
  return model;
}

EntryDocs feed_forward_attention_docs() {
  EntryDocs docs;
  docs.papers = {{"Feed-Forward Networks with Attention Can Solve Some Long-Term Memory Problems", "Raffel, Ellis",
                  2015, "https://arxiv.org/abs/1512.08756"}};
  docs.differs =
      "The paper tries the rates 0.0003, 0.001, 0.003 and 0.01 and reports the best; here it is yours to choose. As in "
      "its code, padding behind shorter sequences is read like everything else.";
  docs.cost = {R"(n\,D\,(d + 2) + D^2)", R"(4\,n\,(2D + 3))"};
  return docs;
}

}  // namespace attn::models
