// The delta rule: Schlag, Irie & Schmidhuber 2021, "Linear Transformers Are Secretly Fast Weight Programmers"; Yang,
// Wang, Zhang, Shen & Kim 2024, "Parallelizing Linear Transformers with the Delta Rule over Sequence Length". A word
// first takes away what the memory holds for its key, then writes: the memory corrects itself instead of piling up.
#include "core/attention/frame_text.h"
#include "core/attention/memory.h"
#include "core/attention/memory_inputs.h"
#include "core/graph/ops/ops.h"

namespace attn::variants {
namespace {

// Queries or keys as the memory wants them: bounded, so that erasing never overshoots.
Value prepared(Setting& setting, Value x, const char* id, const char* symbol, const char* macro, Role role) {
  const FrameText frame{"feature", "features", "Queries and keys are bounded"};
  const std::string name = std::string("\\") + macro + "{" + id + "}";
  const auto text = [&](const char* suffix, const std::string& latex, const char* note) {
    return frame.step(std::string(id) + suffix, symbol, role, latex, note);
  };
  if (setting.params().choice("keys") == "sum") {
    const Value positive = map(x, Function::kEluPlusOne)
                               .step(text("_positive", "\\operatorname{elu}(" + name + ") + 1", "Never negative."));
    const Value sum = reduce_sum(positive, axis::kFeature)
                          .step(text("_sum", "\\textstyle\\sum_c \\phi_c(" + name + ")", "All features, added up."));
    return divide(positive, sum)
        .step(text("_phi", "\\phi(" + name + ") / \\textstyle\\sum_c \\phi_c(" + name + ")",
                   "Divided by their sum, so that features are shares."));
  }
  return silu_unit(x, id, symbol, macro, role);
}

Value build(Setting& setting) {
  const Pipeline pipeline = scaled_dot_product_pipeline(setting);
  Projected in = project_in_time(setting, pipeline);
  in.q = prepared(setting, in.q, "q", "Q", "q", Role::kQuery);
  in.k = prepared(setting, in.k, "k", "K", "k", Role::kKey);
  if (setting.params().choice("keys") == "l2") in.q = scale_queries(in.q);
  const Value z = remember(setting, with_delta_rule(setting, pipeline, in));
  return pipeline.output ? pipeline.output(setting, z) : z;
}

}  // namespace

Variant delta_rule() {
  EntryText text;
  text.name = "Delta rule";
  text.family = "recurrent";
  text.summary =
      "A memory that corrects itself: before a word writes under its key, it takes away what stood there before.";
  text.latex =
      R"(S_t = (I - \beta_t\,\k{k_t}\k{k_t}^\top)\,S_{t-1} + \beta_t\,\k{k_t}\,\v{v_t}^\top, \quad \z{z_t} = S_t^\top \q{q_t})";
  text.params = shared::forms_of_memory();
  text.params.push_back(shared::choice(
      "keys", "Keys", "How queries and keys are kept in bounds.",
      {{"l2", "SiLU, length 1", "As in the paper of 2024."}, {"sum", "elu + 1, sum 1", "As in the paper of 2021."}}));
  append(&text.params, shared::weights({shared::head_width()}));
  return {text, build};
}

EntryDocs delta_rule_docs() {
  EntryDocs docs;
  docs.papers = {{"Linear Transformers Are Secretly Fast Weight Programmers", "Schlag, Irie, Schmidhuber", 2021,
                  "https://arxiv.org/abs/2102.11174"},
                 {"Parallelizing Linear Transformers with the Delta Rule over Sequence Length",
                  "Yang, Wang, Zhang, Shen, Kim", 2024, "https://arxiv.org/abs/2406.06484"}};
  docs.differs =
      "One head, without the second paper's short convolutions and output norm. In the parallel form all words are one "
      "chunk of its chunked form (WY representation): one triangular system. The first paper's feature map is elu + 1 "
      "here; it also proposes one of its own (DPFP).";
  docs.laws = shared::laws_of_memory("delta_rule");
  docs.laws.push_back({LawKind::kEquals,
                       "So it does with keys that add up to 1.",
                       {{"form", "recurrent"}, {"keys", "sum"}},
                       "delta_rule",
                       {{"keys", "sum"}}});
  docs.slots = {{"project", "learned matrices make q, k and v"},
                {"feature", "q and k brought to length 1 or sum 1"},
                {"gate", "β: how much a word overwrites"},
                {"score", "dot product of q and k"},
                {"mask", "causal, as a memory is"},
                {"normalise", "none"},
                {"combine", "weighted sum of what was written, or the memory read by q"}};
  docs.cost = {R"(3\,n\,d^2)", R"(4\,d^2)"};
  return docs;
}

}  // namespace attn::variants
