// One layer: attention, then a feed-forward block, each beside a path that goes around it.
#include <string>

#include "core/attention/pipeline.h"
#include "core/encoders/sentence_encoder/encoder.h"
#include "core/encoders/sentence_encoder/words.h"
#include "core/graph/ops/ops.h"

namespace attn::encoders {

Value SentenceEncoder::record_layer(Graph& graph, const Params& params, int layer, Value x) const {
  graph.set_scope(layer_scope(layer));
  const std::string at = layer_scope(layer) + "/";
  Setting setting(graph, params, /*seed=*/1);  // never drawn from: every weight is trained
  setting.set_x(norm(graph, at + "norm", x, layer_input_text()));
  offer_weights(setting, layer, 0);
  Pipeline pipeline;
  pipeline.heads = kHeads;
  pipeline.head_width = head_width(layer);
  pipeline.output = project_output;
  const Value out = attend(setting, pipeline);

  // Layer 1 widens 256 to 512, so its residual path is a learned projection; layer 2's is the vector itself.
  const char* const add_title = "What was read is added to what was there";
  if (layer == 1) {
    const Value w =
        weight(graph, at + "w_r", {{axis::kModel, kEmbedding}, {axis::kFeature, kModel}}, name("w_r", "W_R"), true);
    const Value b = weight(graph, at + "b_r", {{axis::kFeature, kModel}}, name("b_r", "b_R"));
    const Value wide =
        linear(x, w, b, axis::kModel)
            .step(step("wide", "residual", "add", add_title,
                       "A learned matrix widens the vector from 256 to 512 channels.", R"(x_i W_R + b_R)", "R"));
    x = rename(wide, axis::kFeature, axis::kModel)
            .step(step("residual", "residual", "add", add_title, "The widened vector goes around the attention.",
                       R"(r_i)", "R"));
  }
  const Value middle = add(out, x).step(step("middle", "residual", "add", add_title,
                                             "The attention's output is added to the vector that went around it.",
                                             R"(y_i = o_i + r_i)", "Y"));

  // y + W2 relu(W1 norm(y) + b1) + b2
  const char* const label = "feed forward";
  const char* const title = "Every word thinks for itself";
  const Value normed = norm(graph, at + "ffn", middle,
                            step("ffn_x", "feed_forward", label, title, "Layer norm again.", R"(\hat{y}_i)", "Y"));
  const Value w_1 =
      weight(graph, at + "w_1", {{axis::kModel, kModel}, {axis::kFeature, kFeedForward}}, name("w_1", "W_1"), true);
  const Value b_1 = weight(graph, at + "b_1", {{axis::kFeature, kFeedForward}}, name("b_1", "b_1"));
  const Value hidden =
      linear(normed, w_1, b_1, axis::kModel)
          .step(step("hidden", "feed_forward", label, title, "1536 features are measured in each vector.",
                     R"(h_i = \hat{y}_i W_1 + b_1)", "H"));
  const Value active = map(hidden, Function::kRelu)
                           .step(step("active", "feed_forward", label, title, "Negative features are cut to zero.",
                                      R"(\max(h_i, 0))", "H"));
  const Value w_2 =
      weight(graph, at + "w_2", {{axis::kFeature, kFeedForward}, {axis::kModel, kModel}}, name("w_2", "W_2"), true);
  const Value b_2 = weight(graph, at + "b_2", {{axis::kModel, kModel}}, name("b_2", "b_2"));
  const Value mixed = linear(active, w_2, b_2, axis::kFeature)
                          .step(step("ffn_out", "feed_forward", label, title,
                                     "What was found is written back as a vector.", R"(\max(h_i, 0) W_2 + b_2)", "F"));
  return add(mixed, middle)
      .step(step("layer_out", "feed_forward", label, title, "Added to the vector that went around: the layer's output.",
                 R"(x_i \leftarrow y_i + f_i)", "X"));
}

}  // namespace attn::encoders
