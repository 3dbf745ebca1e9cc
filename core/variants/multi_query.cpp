// Multi-query attention: Shazeer 2019, "Fast Transformer Decoding: One Write-Head is All You Need": many heads ask, all
// read the same keys and values.
#include "core/attention/pipeline.h"
#include "core/graph/ops/ops.h"

namespace attn::variants {
namespace {

// Keys or values for all heads: [key, channel]. Where somebody brings a matrix for every head, the mean of what they
// make, as Ainslie et al. 2023 turn trained multi-head attention into multi-query attention.
Value one_for_all(Setting& setting, const Pipeline& pipeline, const char* name, StepText text) {
  const int64_t heads = pipeline.heads, width = pipeline.head_width;
  const Shape each = {
      {axis::kHead, heads}, {axis::kModel, setting.source().shape().columns()}, {axis::kChannel, width}};
  if (!setting.offered(std::string("w_") + name, each))
    return project_one(setting, 0, width, name, axis::kKey, std::move(text));
  StepText of_heads = text;
  of_heads.id += "_of_heads";
  text.note = "The heads' trained matrices are not thrown away: all heads share the mean of what they make.";
  const Value all = project_one(setting, heads, width, name, axis::kKey, std::move(of_heads));
  return reduce_mean(all, axis::kHead).step(std::move(text));
}

// q [head, query, channel]; k and v [key, channel], without heads.
Projected project(Setting& setting, const Pipeline& pipeline) {
  StepText q = projection_text("q", "Q", "q", Role::kQuery), k = projection_text("k", "K", "k", Role::kKey),
           v = projection_text("v", "V", "v", Role::kValue);
  for (StepText* text : {&q, &k, &v}) {
    text->title = "Many ask, one answers";
    text->note = "Every head asks through a matrix of its own; keys and values are made once, for all heads.";
  }
  const Value asked = project_one(setting, pipeline.heads, pipeline.head_width, "q", axis::kQuery, std::move(q));
  const Value keys = one_for_all(setting, pipeline, "k", std::move(k));
  return {asked, keys, one_for_all(setting, pipeline, "v", std::move(v))};
}

}  // namespace

Variant multi_query() {
  EntryText text;
  text.name = "Multi-query";
  text.family = "heads";
  text.summary = "Many heads ask, but keys and values are made once for all: a decoder has far less to remember.";
  text.latex =
      R"(\z{O} = [\z{Z^1};\dots;\z{Z^H}]\,\z{W_O}, \quad \z{Z^h} = \operatorname{softmax}\!\left(\frac{\q{Q^h}\k{K^\top}}{\sqrt{d}}\right)\v{V})";
  text.params = {shared::temperature(), shared::scale()};
  append(&text.params, shared::mask());
  append(&text.params, shared::weights({shared::heads(4), shared::head_width()}));
  text.takes_source = true;
  return {text,
          [](Setting& setting) {
            Pipeline pipeline = multi_head_pipeline(setting);
            pipeline.project = project;
            return attend(setting, pipeline);
          },
          /*whole_layer=*/true, /*batched=*/false};
}

EntryDocs multi_query_docs() {
  EntryDocs docs;
  docs.papers = {{"Fast Transformer Decoding: One Write-Head is All You Need", "Shazeer", 2019,
                  "https://arxiv.org/abs/1911.02150"}};
  docs.differs =
      "The paper's code does not scale scores, all that came after it does: the parameter offers both. Where a trained "
      "layer has keys and "
      "values for each head, their mean is taken, as Ainslie et al. 2023 do.";
  docs.laws = {shared::rows_sum_to_one(),
               shared::order_blind(),
               shared::causal_mask_hides_the_future(),
               {LawKind::kEquals,
                "With a single head it is multi-head attention.",
                {{"heads", "1"}},
                "multi_head",
                {{"heads", "1"}}}};
  docs.slots = shared::slots_but({{"project", "a matrix for q in each head, one for k and one for v"},
                                  {"modify", "divided by √d, or not"},
                                  {"output", "heads side by side, mixed by a learned matrix"}});
  docs.cost = {R"(2\,H\,n\,m\,d)", R"(4\,H\,n\,m \quad\text{and for decoding}\; 8\,m\,d)"};
  docs.used_by = {{"PaLM", 2022, "https://arxiv.org/abs/2204.02311"},
                  {"Falcon-7B", 2023, "https://huggingface.co/tiiuae/falcon-7b"},
                  {"StarCoder", 2023, "https://arxiv.org/abs/2305.06161"},
                  {"AlphaCode", 2022, "https://arxiv.org/abs/2203.07814"},
                  {"Gemma 2B", 2024, "https://arxiv.org/abs/2403.08295"}};
  return docs;
}

}  // namespace attn::variants
