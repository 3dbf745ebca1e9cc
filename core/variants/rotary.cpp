// Rotary positions: Su et al. 2021, "RoFormer: Enhanced Transformer with Rotary Position Embedding", section 3.2.2:
// queries and keys are turned by angles that grow with the place, so that a dot product sees only the distance.
#include "core/attention/pipeline.h"
#include "core/attention/rotary_tables.h"
#include "core/graph/ops/ops.h"

namespace attn::variants {
namespace {

StepText words(const char* id, const char* symbol, Role role, const char* latex) {
  return {id,
          "position",
          "rotate",
          "Queries and keys turn with their place",
          "Channels are taken in pairs, and each pair is turned by an angle: fast pairs tell near places apart, slow "
          "ones far places.",
          latex,
          symbol,
          role};
}

// q_i <- R_i q_i, k_j <- R_j k_j
Projected project(Setting& setting, const Pipeline& pipeline) {
  Projected in = project_qkv(setting, pipeline);
  const Params& params = setting.params();
  // Pairs have two channels: an odd one out is left alone.
  const auto turned = 2 * static_cast<int64_t>(params.number("part") * static_cast<double>(pipeline.head_width) / 2);
  if (turned == 0) return in;
  const Pairs pairs = params.choice("layout") == "halves" ? Pairs::kHalves : Pairs::kNeighbours;
  const RotaryTables turn = rotary_tables(setting.graph(), setting.tokens(), turned, pairs, params.number("base"),
                                          params.number("offset"), words("", "", Role::kNone, ""));
  in.q = rotate(in.q, turn.cosines, turn.sines, pairs)
             .step(words("q_turned", "Q", Role::kQuery, R"(\q{q_i} \leftarrow R_{\Theta,i}\,\q{q_i})"));
  in.k = rotate(in.k, turn.cosines, turn.sines, pairs)
             .step(words("k_turned", "K", Role::kKey, R"(\k{k_j} \leftarrow R_{\Theta,j}\,\k{k_j})"));
  return in;
}

}  // namespace

Variant rotary() {
  EntryText text;
  text.name = "Rotary";
  text.family = "positions";
  text.summary =
      "Queries and keys are turned by angles that grow with their place; what is left of two places is their distance.";
  text.latex =
      R"(\a{S_{ij}} = \frac{(R_{\Theta,i}\,\q{q_i})\cdot(R_{\Theta,j}\,\k{k_j})}{\sqrt{d}} = \frac{\q{q_i^\top}\,R_{\Theta,j-i}\,\k{k_j}}{\sqrt{d}}, \quad \theta_c = b^{-2c/d})";
  // 10: all pairs fast; 1e6: what models for long texts have.
  ParamSpec base = shared::number("base", "Base", "The slowest pair turns once in about 6 times this many words.",
                                  10000, 10, 1e6, 10);
  base.logarithmic = true;
  text.params = {
      shared::temperature(),
      shared::choice("layout", "Pairs", "Which channels turn together.",
                     {{"interleaved", "Neighbours", "Channels 2i and 2i + 1, as in the paper and GPT-J."},
                      {"halves", "Halves", "Channels i and i + d/2, as in GPT-NeoX."}}),
      base, shared::number("part", "Part", "The share of channels that turn; the others know no place.", 1, 0, 1, 0.25),
      shared::whole_number("offset", "First place", "The place of the first word: moving all moves nothing.", 0, 0,
                           1000)};
  append(&text.params, shared::mask());
  append(&text.params, shared::weights({shared::head_width()}));
  return {text, [](Setting& setting) {
            Pipeline pipeline = scaled_dot_product_pipeline(setting);
            pipeline.project = project;
            return attend(setting, pipeline);
          }};
}

EntryDocs rotary_docs() {
  EntryDocs docs;
  docs.papers = {{"RoFormer: Enhanced Transformer with Rotary Position Embedding", "Su, Lu, Pan, Murtadha, Wen, Liu",
                  2021, "https://arxiv.org/abs/2104.09864"}};
  docs.differs =
      "The paper pairs neighbouring channels, as does GPT-J; GPT-NeoX and LLaMA in its common form pair the two halves "
      "of a head. Both are offered, and both are the same up to an order of the channels.";
  docs.laws = {
      shared::rows_sum_to_one(),
      shared::causal_mask_hides_the_future(),
      {LawKind::kEquals, "Turning no channel is scaled dot-product attention.", {{"part", "0"}}, "scaled_dot_product"},
      {LawKind::kEquals,
       "Only distances count: the same text farther on gives the same result.",
       {{"offset", "100"}},
       "rotary"}};
  docs.slots = shared::slots_but({{"position", "q and k are turned by angles that grow with the place"}});
  docs.cost = {R"(2\,n\,m\,d)", R"(4\,n\,m)"};
  docs.used_by = {{"LLaMA", 2023, "https://arxiv.org/abs/2302.13971"},
                  {"PaLM", 2022, "https://arxiv.org/abs/2204.02311"},
                  {"GPT-NeoX-20B", 2022, "https://arxiv.org/abs/2204.06745"},
                  {"GPT-J", 2021, "https://huggingface.co/EleutherAI/gpt-j-6b"},
                  {"Gemma", 2024, "https://arxiv.org/abs/2403.08295"},
                  {"ModernBERT", 2024, "https://arxiv.org/abs/2412.13663"}};
  return docs;
}

}  // namespace attn::variants
