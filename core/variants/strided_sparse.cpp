// Sparse Transformer: Child, Gray, Radford & Sutskever 2019, "Generating Long Sequences with Sparse Transformers",
// section 4: two factors, one near and one that carries summaries from afar, so that two steps reach every word.
#include "core/attention/pipeline.h"

namespace attn::variants {
namespace {

enum class Factor { kNear, kFar, kBoth };

// Strided: near {max(0, i - l), ..., i}, far {j : (i - j) mod l = 0}; for images, whose rows are l long.
MaskText strided_words(Factor factor) {
  if (factor == Factor::kNear) {
    return {"The near factor reads the last words", "A word reads itself and the stride's worth of words before it.",
            R"(\a{S_{ij}} \leftarrow -\infty \quad\text{unless}\; i - l \le j \le i)"};
  }
  if (factor == Factor::kFar) {
    return {"The far factor reads every l-th word", "A word reads back in steps as long as the stride.",
            R"(\a{S_{ij}} \leftarrow -\infty \quad\text{unless}\; j \le i,\; (i - j) \bmod l = 0)"};
  }
  return {"Last words, and every l-th before",
          "A word reads the last words and, farther back, every word at a multiple of the stride.",
          R"(\a{S_{ij}} \leftarrow -\infty \quad\text{unless}\; i - l \le j \le i \;\text{or}\; (i - j) \bmod l = 0)"};
}

// Fixed: near {j : floor(j / l) = floor(i / l)}, far {j : j mod l >= l - c}; for text.
MaskText fixed_words(Factor factor) {
  if (factor == Factor::kNear) {
    return {
        "The near factor reads the own block", "The text is cut into blocks; a word reads its own up to itself.",
        R"(\a{S_{ij}} \leftarrow -\infty \quad\text{unless}\; j \le i,\; \lfloor j/l \rfloor = \lfloor i/l \rfloor)"};
  }
  if (factor == Factor::kFar) {
    return {"The far factor reads summaries", "A word reads the last words of every block so far: they sum it up.",
            R"(\a{S_{ij}} \leftarrow -\infty \quad\text{unless}\; j \le i,\; j \bmod l \ge l - c)"};
  }
  return {
      "The own block, and summaries of earlier ones",
      "A word reads its own block up to itself, and the last words of every earlier block, which sum that block up.",
      R"(\a{S_{ij}} \leftarrow -\infty \quad\text{unless}\; \lfloor j/l \rfloor = \lfloor i/l \rfloor \;\text{or}\; j \bmod l \ge l - c)"};
}

// M_ij = 1 where j <= i lies in the factor, or in either of both.
Value mask_factors(Setting& setting, Value scores) {
  const Params& params = setting.params();
  const int64_t l = params.integer("stride"), c = params.integer("summary");
  const bool fixed = params.choice("pattern") == "fixed";
  const std::string_view reads = params.choice("reads");
  const Factor factor = reads == "near" ? Factor::kNear : reads == "far" ? Factor::kFar : Factor::kBoth;
  // OpenAI's code counts the word itself among the l.
  const int64_t reach = params.choice("near_width") == "code" ? l - 1 : l;
  const auto allowed = [=](int64_t i, int64_t j) {
    const bool near = fixed ? i / l == j / l : i - j <= reach;
    const bool far = fixed ? j % l >= l - c : (i - j) % l == 0;
    return j <= i && (factor == Factor::kNear ? near : factor == Factor::kFar ? far : near || far);
  };
  return mask_by_rule(setting, scores, allowed, fixed ? fixed_words(factor) : strided_words(factor));
}

}  // namespace

Variant strided_sparse() {
  EntryText text;
  text.name = "Strided sparse";
  text.family = "sparse";
  text.summary =
      "A word reads its neighbourhood and a sparse trail through everything before it: two such steps reach every "
      "word.";
  text.latex =
      R"(\z{z_i} = \sum_{j \in N_i \cup F_i} \a{A_{ij}}\,\v{v_j}, \quad N_i = \{i-l, \dots, i\}, \; F_i = \{j \le i : (i-j) \bmod l = 0\})";
  text.params = {
      shared::temperature(),
      shared::choice("pattern", "Pattern", "What the far factor reads.",
                     {{"strided", "Strided", "Every l-th word back from here: made for images with rows of length l."},
                      {"fixed", "Fixed", "The last words of every block of l: made for text."}}),
      shared::whole_number("stride", "Stride", "The l of the paper: near the square root of the text's length.", 4, 1,
                           256),
      shared::when(
          "pattern", "fixed",
          shared::whole_number("summary", "Summary", "How many words at the end of a block stand for it.", 1, 1, 32)),
      shared::choice("reads", "Reads", "Which factors a word reads.",
                     {{"both", "Both", "Their union."},
                      {"near", "Near", "The first factor alone."},
                      {"far", "Far", "The second factor alone."}}),
      shared::when("pattern", "strided",
                   shared::choice("near_width", "Near width", "How far the near factor of the strided pattern reaches.",
                                  {{"paper", "Paper", "Itself and l words before."},
                                   {"code", "Code", "Itself and l − 1 words before."}}))};
  append(&text.params, shared::weights({shared::head_width()}));
  return {text, [](Setting& setting) {
            Pipeline pipeline = scaled_dot_product_pipeline(setting);
            pipeline.mask = mask_factors;
            return attend(setting, pipeline);
          }};
}

EntryDocs strided_sparse_docs() {
  EntryDocs docs;
  docs.papers = {{"Generating Long Sequences with Sparse Transformers", "Child, Gray, Radford, Sutskever", 2019,
                  "https://arxiv.org/abs/1904.10509"}};
  docs.differs =
      "One head reads the union of both factors, the paper's second way of combining them; its first, a factor a "
      "layer, is each factor by itself, and its third gives heads of their own to each. The paper's near factor holds "
      "the word and l more, OpenAI's code the word and l − 1. All pairs are scored here and the others masked.";
  docs.laws = {
      shared::rows_sum_to_one(),
      {LawKind::kRowsSumToAtMostOne,
       "Reading block summaries alone, words before the first summary read nothing.",
       {{"pattern", "fixed"}, {"reads", "far"}}},
      {LawKind::kNoFutureLeak, "No word's result depends on later words."},
      {LawKind::kNoFutureLeak, "Nor under the fixed pattern.", {{"pattern", "fixed"}}},
      {LawKind::kEquals, "A stride of 1 reads every word before: causal attention.", {{"stride", "1"}}, "causal"},
      {LawKind::kEquals, "So does a stride as long as the text.", {{"stride", "256"}}, "causal"},
      {LawKind::kEquals,
       "And so do blocks summed up by all their words.",
       {{"pattern", "fixed"}, {"stride", "4"}, {"summary", "4"}},
       "causal"},
      {LawKind::kEquals,
       "The near factor of the code is a sliding window.",
       {{"reads", "near"}, {"near_width", "code"}, {"stride", "4"}},
       "sliding_window",
       {{"window", "4"}}}};
  docs.slots = shared::slots_but({{"mask", "the last l words, and every l-th before or the last c of each block"}});
  docs.cost = {R"(2\,n\,(l + \tfrac{n}{l})\,d)", R"(4\,n\,(l + \tfrac{n}{l}))"};
  docs.used_by = {{"GPT-3", 2020, "https://arxiv.org/abs/2005.14165"}};
  return docs;
}

}  // namespace attn::variants
