// Grouped-query attention: Ainslie et al. 2023, "GQA: Training Generalized Multi-Query Transformer Models from
// Multi-Head Checkpoints", section 2.2: heads share keys and values in groups.
#include <algorithm>

#include "core/attention/pipeline.h"
#include "core/graph/ops/ops.h"

namespace attn::variants {
namespace {

// Keys or values of the groups: [head, key, channel]. Where somebody brings a matrix for every head, a group takes the
// mean of what those of its heads make: the paper's section 2.1.
Value for_groups(Setting& setting, const Pipeline& pipeline, int64_t groups, const char* name, StepText text,
                 const StepText& sharing) {
  const int64_t heads = pipeline.heads, width = pipeline.head_width;
  const Shape each = {
      {axis::kHead, heads}, {axis::kModel, setting.source().shape().columns()}, {axis::kChannel, width}};
  if (groups == heads || !setting.offered(std::string("w_") + name, each))
    return project_one(setting, groups, width, name, axis::kKey, std::move(text));
  StepText of_heads = text, parts = sharing;
  of_heads.id += "_of_heads";
  parts.id = text.id + "_parts", parts.stage = text.stage, parts.label = text.label;
  parts.note = "The part that each head has in the mean of its group.";
  text.note = "The heads' trained matrices are not thrown away: a group has the mean of what those of its heads make.";
  const Value all = project_one(setting, heads, width, name, axis::kKey, std::move(of_heads));
  const auto part = [=](const Index& at) {
    int64_t size = 0;
    for (int64_t h = 0; h < heads; ++h) size += h * groups / heads == at[1] ? 1 : 0;
    return at[0] * groups / heads == at[1] ? 1.0 / static_cast<double>(size) : 0.0;
  };
  const Value means = rule_table(setting.graph(), {{axis::kHead, heads}, {axis::kFeature, groups}}, part,
                                 "One part for each head of the group.")
                          .step(std::move(parts));
  return mix_heads(all, means).step(std::move(text));
}

// q for each head; k and v for each group, then spread over its heads: head h reads group floor(h G / H).
Projected project(Setting& setting, const Pipeline& pipeline) {
  const int64_t heads = pipeline.heads, groups = std::min(setting.params().integer("groups"), heads);
  StepText q = projection_text("q", "Q", "q", Role::kQuery), k = projection_text("k", "K", "k", Role::kKey),
           v = projection_text("v", "V", "v", Role::kValue);
  for (StepText* text : {&q, &k, &v}) {
    text->title = "Heads share keys and values in groups";
    text->note = "Every head asks through a matrix of its own; keys and values are made once for each group.";
  }
  StepText shared_k = k, shared_v = v;
  for (StepText* text : {&shared_k, &shared_v}) {
    text->stage = "share", text->label = "share";
    text->note = "The heads of a group read the same keys and values; in memory they stand only once.";
  }
  shared_k.id = "shared_k", shared_k.latex = R"(\k{K^h} = \k{K^{\lfloor hG/H \rfloor}})";
  shared_v.id = "shared_v", shared_v.latex = R"(\v{V^h} = \v{V^{\lfloor hG/H \rfloor}})";
  const Value asked = project_one(setting, heads, pipeline.head_width, "q", axis::kQuery, std::move(q));
  const Value keys = for_groups(setting, pipeline, groups, "k", std::move(k), shared_k);
  const Value values = for_groups(setting, pipeline, groups, "v", std::move(v), shared_v);
  return {asked, repeat(keys, axis::kHead, heads).step(std::move(shared_k)),
          repeat(values, axis::kHead, heads).step(std::move(shared_v))};
}

}  // namespace

Variant grouped_query() {
  EntryText text;
  text.name = "Grouped-query";
  text.family = "heads";
  text.summary = "Heads share keys and values in groups: between a head's own and one for all.";
  text.latex =
      R"(\z{O} = [\z{Z^1};\dots;\z{Z^H}]\,\z{W_O}, \quad \z{Z^h} = \operatorname{softmax}\!\left(\frac{\q{Q^h}\k{K^{g(h)\top}}}{\sqrt{d}}\right)\v{V^{g(h)}}, \quad g(h) = \lfloor hG/H \rfloor)";
  text.params = {shared::temperature()};
  append(&text.params, shared::mask());
  text.params.push_back(shared::whole_number(
      "groups", "Groups", "How many keys and values there are; no more than heads are used.", 2, 1, 16));
  append(&text.params, shared::weights({shared::heads(4), shared::head_width()}));
  text.takes_source = true;
  return {text,
          [](Setting& setting) {
            Pipeline pipeline = multi_head_pipeline(setting);
            pipeline.project = project;
            return attend(setting, pipeline);
          },
          /*whole_layer=*/true};
}

EntryDocs grouped_query_docs() {
  EntryDocs docs;
  docs.papers = {{"GQA: Training Generalized Multi-Query Transformer Models from Multi-Head Checkpoints",
                  "Ainslie, Lee-Thorp, de Jong, Zemlyanskiy, Lebrón, Sanghai", 2023,
                  "https://arxiv.org/abs/2305.13245"}};
  docs.differs =
      "The paper makes a group's keys from the mean of trained heads' matrices; here they are drawn from the seed. "
      "Groups need not divide the heads: some then serve one head more.";
  docs.laws = {shared::rows_sum_to_one(),
               shared::order_blind(),
               shared::causal_mask_hides_the_future(),
               {LawKind::kEquals, "As many groups as heads is multi-head attention.", {{"groups", "16"}}, "multi_head"},
               {LawKind::kEquals, "One group is multi-query attention.", {{"groups", "1"}}, "multi_query"}};
  docs.slots = shared::slots_but({{"project", "a matrix for q in each head, for k and v in each group"},
                                  {"output", "heads side by side, mixed by a learned matrix"}});
  docs.cost = {R"(2\,H\,n\,m\,d)", R"(4\,H\,n\,m \quad\text{and for decoding}\; 8\,G\,m\,d)"};
  docs.used_by = {{"Llama 2 70B", 2023, "https://arxiv.org/abs/2307.09288"},
                  {"Mistral 7B", 2023, "https://arxiv.org/abs/2310.06825"},
                  {"Llama 3", 2024, "https://arxiv.org/abs/2407.21783"},
                  {"Qwen2", 2024, "https://arxiv.org/abs/2407.10671"},
                  {"Gemma 2", 2024, "https://arxiv.org/abs/2408.00118"},
                  {"gpt-oss", 2025, "https://arxiv.org/abs/2508.10925"}};
  return docs;
}

}  // namespace attn::variants
