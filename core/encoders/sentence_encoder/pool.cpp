// From the vectors of a text to the one that stands for it.
#include <utility>
#include <vector>

#include "core/encoders/sentence_encoder/encoder.h"
#include "core/encoders/sentence_encoder/words.h"
#include "core/graph/ops/ops.h"
#include "core/kernels/math.h"

namespace attn::encoders {

// tanh(W mean + b), scaled to length 1.
Value SentenceEncoder::record_pool(Graph& graph, Value mean) const {
  const Value w = weight(graph, "pool", {{axis::kFeature, kModel}, {axis::kModel, kModel}}, name("w_s", "W_S"), true);
  const Value b = weight(graph, "pool_bias", {{axis::kFeature, kModel}}, name("b_s", "b_S"));
  const char* const dense_title = "One more learned matrix";
  const Value turned = dot(w, mean).step(step("turned", "dense", "dense", dense_title,
                                              "Each new channel is the dot product of the average with a learned row.",
                                              R"(W_S m)", "s"));
  const Value dense = add(turned, b).step(
      step("dense", "dense", "dense", dense_title, "A learned bias is added to each channel.", R"(W_S m + b_S)", "s"));
  const Value bent = map(dense, Function::kTanh)
                         .step(step("bent", "tanh", "tanh", "No channel may shout",
                                    "tanh keeps every channel between −1 and 1.", R"(\tanh(W_S m + b_S))", "s"));
  // x / |x| is rms norm with gain 1/sqrt(n): x / sqrt(mean(x^2)) / sqrt(n). The original guards |x|^2 with 1e-12.
  const float gain = 1.0F / kernels::square_root(static_cast<float>(kModel));
  const Value gains = graph.leaf({{axis::kFeature, kModel}}, std::vector<float>(static_cast<size_t>(kModel), gain),
                                 Origin::kFixed, name("unit", "g"));
  return rms_norm(bent, gains, 1e-12 / static_cast<double>(kModel))
      .step(step("sentence", "unit", "length 1", "One vector for the whole sentence",
                 "Scaled to length 1, so that the dot product of two sentences is the cosine of their angle.",
                 R"(s = \frac{\tanh(W_S m + b_S)}{\lVert\tanh(W_S m + b_S)\rVert})", "s"));
}

}  // namespace attn::encoders
