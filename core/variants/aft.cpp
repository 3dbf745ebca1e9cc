// Attention-free transformer: Zhai, Talbott, Srivastava, Huang, Goh, Zhang & Susskind 2021. No query meets a key: every
// channel has its own softmax over the words, of the key's channel plus a learned number for the pair of places; the
// query gates what comes out. The paper reads it as attention with as many heads as channels.
#include <algorithm>
#include <cstdlib>

#include "core/attention/frame_text.h"
#include "core/attention/pipeline.h"
#include "core/graph/ops/ops.h"

namespace attn::variants {
namespace {

// [head 1, rows, channel] -> [head, rows]: every channel a head
Value channels_as_heads(Value x, std::string_view rows, const FrameText& frame, const char* id, const char* symbol,
                        Role role) {
  const Value columns =
      rearrange(x, {axis::kChannel, rows, axis::kHead}, 2, rows)
          .step(frame.step(std::string(id) + "_columns", symbol, role, R"(X^\top)", "A row for each channel."));
  return rename(columns, axis::kChannel, axis::kHead)
      .step(frame.step(std::string(id) + "_c", symbol, role, R"(x_{c,i})", "Every channel is a head of its own."));
}

// w_ij [query, key]: learned (here seeded), the same within a window and 0 beyond it, or 0 everywhere.
Value pair_bias(Setting& setting, int64_t queries, int64_t keys) {
  const FrameText frame{"position", "position", "Pairs of places have their say"};
  const std::string_view kind = setting.params().choice("kind");
  const Shape pairs = {{axis::kQuery, queries}, {axis::kKey, keys}};
  const char* const latex = R"(w_{ij})";
  if (kind == "simple") {
    return rule_table(
               setting.graph(), pairs, [](const Index&) { return 0.0; }, "Places do not count.")
        .step(frame.step("w", "w", Role::kWeights, R"(w_{ij} = 0)", "Places do not count: every word reads the same."));
  }
  const Value w = setting.weight(pairs, leaf_text("w_pairs", "w", Role::kWeights), Init::kNormal);
  const int64_t window = kind == "local" ? setting.params().integer("window") : std::max(queries, keys);
  const Value near =
      rule_table(
          setting.graph(), pairs, [=](const Index& at) { return std::abs(at[0] - at[1]) < window ? 1.0 : 0.0; },
          "1 within the window, 0 beyond it.")
          .step(frame.step("window", "M", Role::kWeights, R"(|i - j| < s)", "Places that have a say."));
  return multiply(w, near).step(
      frame.step("w", "w", Role::kWeights, latex,
                 "A learned number for each pair of places, the same for all channels; beyond "
                 "the window it is 0, and words are read all the same."));
}

Value build(Setting& setting) {
  const Pipeline pipeline = scaled_dot_product_pipeline(setting);
  const Projected in = project_qkv(setting, pipeline);
  const FrameText split{"channels", "channels", "Every channel attends by itself"};
  const Value q = channels_as_heads(in.q, axis::kQuery, split, "q", "Q", Role::kQuery);
  const Value k = channels_as_heads(in.k, axis::kKey, split, "k", "K", Role::kKey);
  const Value v = channels_as_heads(in.v, axis::kKey, split, "v", "V", Role::kValue);
  const Value w = pair_bias(setting, q.shape().columns(), k.shape().columns());
  const FrameText score{"score", "scores", "Keys score themselves"};
  const char* const latex = R"(\a{S^c_{ij}} = \k{k_{j,c}} + w_{ij})";
  const Value sums =
      add(k, w).step(score.step("sums", "S", Role::kWeights, latex, "The key's channel plus the pair's number."));
  Value scores = rearrange(sums, {axis::kHead, axis::kQuery, axis::kKey})
                     .step(score.step("scores", "S", Role::kWeights, latex,
                                      "One table of scores for each channel: no query has been asked."));
  scores = mask_by_choice(setting, scores);
  const Value pattern = softmax_rows(setting, scores);
  const FrameText combine{"combine", "weighted sum", "Each channel collects what it reads"};
  const Value read = dot(pattern, v)
                         .step(combine.step("read", "Z", Role::kOutput, R"(\sum_j \a{A^c_{ij}}\,\v{v_{j,c}})",
                                            "The channel's values, each as strongly as its weight says."));
  const Value open = map(q, Function::kSigmoid)
                         .step(combine.step("gate", "G", Role::kQuery, R"(\sigma(\q{q_{i,c}}))",
                                            "The query's only part: it opens or shuts its channel."));
  const Value gated =
      multiply(open, read)
          .step(combine.step("gated", "Z", Role::kOutput, R"(\sigma(\q{q_{i,c}})\sum_j \a{A^c_{ij}}\,\v{v_{j,c}})",
                             "What comes through the gate."));
  return rearrange(gated, {axis::kQuery, axis::kHead}, 1, axis::kChannel)
      .step(combine.step(
          "z", "Z", Role::kOutput,
          R"(\z{Z} = \sigma(\q{Q}) \odot \frac{\sum_j e^{\k{k_j} + w_{ij}} \odot \v{v_j}}{\sum_j e^{\k{k_j} + w_{ij}}})",
          "The channels side by side again."));
}

}  // namespace

Variant aft() {
  EntryText text;
  text.name = "Attention-free";
  text.family = "element-wise";
  text.summary =
      "No query ever meets a key: each channel weighs the words by its own key and the places alone, and the query "
      "only opens the gate.";
  text.latex =
      R"(\z{z_i} = \sigma(\q{q_i}) \odot \frac{\sum_j \exp(\k{k_j} + w_{ij}) \odot \v{v_j}}{\sum_j \exp(\k{k_j} + w_{ij})})";
  text.params = {shared::choice("kind", "Kind", "What the places of a pair may say.",
                                {{"full", "Full", "A number for each pair of places."},
                                 {"local", "Local", "Numbers within a window; beyond it they are 0."},
                                 {"simple", "Simple", "No numbers: places do not count."}}),
                 shared::when("kind", "local",
                              shared::whole_number("window", "Window",
                                                   "Pairs nearer than this have a number of their own.", 3, 1, 64))};
  append(&text.params, shared::mask());
  append(&text.params, shared::weights({shared::head_width()}));
  text.takes_source = true;
  return {text, build, /*whole_layer=*/false, /*batched=*/false};
}

EntryDocs aft_docs() {
  EntryDocs docs;
  docs.papers = {{"An Attention Free Transformer", "Zhai, Talbott, Srivastava, Huang, Goh, Zhang, Susskind", 2021,
                  "https://arxiv.org/abs/2105.14103"}};
  docs.differs =
      "The paper multiplies exponentials of w and of keys, which costs no table per channel; the tables are formed "
      "here to be seen. Its pair numbers are products of two narrow matrices; here they are drawn one by one.";
  docs.laws = {shared::rows_sum_to_one(),
               {LawKind::kOrderBlind,
                "Where places do not count, reordering the words reorders the result and changes nothing else.",
                {{"kind", "simple"}}},
               shared::causal_mask_hides_the_future()};
  docs.slots = shared::slots_but({{"position", "a learned number for each pair of places"},
                                  {"score", "the key's own channel"},
                                  {"modify", "none"},
                                  {"normalise", "softmax in every channel"},
                                  {"combine", "weighted sum of v in every channel, gated by q"}});
  docs.cost = {R"(n\,m\,d + n\,d)", R"(4\,n\,m\,d)"};
  return docs;
}

}  // namespace attn::variants
