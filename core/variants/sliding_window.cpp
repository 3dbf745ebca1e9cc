// Sliding-window attention: each word reads a fixed number of neighbours. Beltagy, Peters & Cohan 2020, "Longformer",
// section 3.1; causal as in Mistral 7B (Jiang et al. 2023): i - w < j <= i.
#include "core/attention/pipeline.h"

namespace attn::variants {
namespace {

// M_ij = 1 where i - w < j <= i, or |i - j| < w to both sides.
Value mask_far(Setting& setting, Value scores) {
  const int64_t w = setting.params().integer("window");
  if (setting.params().choice("sides") == "both") {
    return mask_by_rule(setting, scores, [w](int64_t i, int64_t j) { return j - i < w && i - j < w; },
                        {"A word reads its neighbours",
                         "A word reads itself and its nearest neighbours, as many to each side as the window says.",
                         R"(\a{S_{ij}} \leftarrow -\infty \quad\text{where}\; |i - j| \ge w)"});
  }
  return mask_by_rule(setting, scores, [w](int64_t i, int64_t j) { return j <= i && i - j < w; },
                      {"A word reads the last few words",
                       "The window holds a word and those right before it; what lies farther back is out of sight.",
                       R"(\a{S_{ij}} \leftarrow -\infty \quad\text{where}\; j > i \;\text{or}\; j \le i - w)"});
}

}  // namespace

Variant sliding_window() {
  EntryText text;
  text.name = "Sliding window";
  text.family = "sparse";
  text.summary = "A word reads only its last few neighbours, so that the cost grows with the text and not its square.";
  text.latex =
      R"(\z{z_i} = \sum_{i-w < j \le i} \a{A_{ij}}\,\v{v_j}, \quad \a{A_{ij}} = \frac{\exp(\q{q_i}\cdot\k{k_j}/\sqrt{d})}{\sum_{i-w < m \le i}\exp(\q{q_i}\cdot\k{k_m}/\sqrt{d})})";
  text.params = {
      shared::temperature(),
      shared::whole_number("window", "Window", "How many words a word reads to a side, itself counted.", 4, 1, 256),
      shared::choice("sides", "Sides", "Where the window lies.",
                     {{"past", "Past", "A word reads itself and what stands right before it."},
                      {"both", "Both", "A word reads neighbours on both sides."}})};
  append(&text.params, shared::weights({shared::head_width()}));
  return {text, [](Setting& setting) {
            Pipeline pipeline = scaled_dot_product_pipeline(setting);
            pipeline.mask = mask_far;
            return attend(setting, pipeline);
          }};
}

EntryDocs sliding_window_docs() {
  EntryDocs docs;
  docs.papers = {
      {"Longformer: The Long-Document Transformer", "Beltagy, Peters, Cohan", 2020, "https://arxiv.org/abs/2004.05150"},
      {"Mistral 7B", "Jiang et al.", 2023, "https://arxiv.org/abs/2310.06825"}};
  docs.differs =
      "Longformer's window reaches to both sides, Mistral's only back; both are offered. All pairs are scored here and "
      "those outside the window masked, where a fast program never computes them. Longformer's dilated windows are "
      "left out.";
  docs.laws = {shared::rows_sum_to_one(),
               {LawKind::kNoFutureLeak, "No word's result depends on later words."},
               {LawKind::kEquals, "A window as long as the text is causal attention.", {{"window", "256"}}, "causal"},
               {LawKind::kEquals,
                "A window as long as the text, to both sides, is attention without a mask.",
                {{"window", "256"}, {"sides", "both"}},
                "scaled_dot_product"}};
  docs.slots = shared::slots_but({{"mask", "i − w < j ≤ i: the last w words"}});
  docs.cost = {R"(2\,n\,w\,d)", R"(4\,n\,w)"};
  docs.used_by = {{"Mistral 7B", 2023, "https://arxiv.org/abs/2310.06825"},
                  {"Gemma 2", 2024, "https://arxiv.org/abs/2408.00118"},
                  {"Gemma 3", 2025, "https://arxiv.org/abs/2503.19786"},
                  {"gpt-oss", 2025, "https://arxiv.org/abs/2508.10925"}};
  return docs;
}

}  // namespace attn::variants
