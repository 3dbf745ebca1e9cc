// Global and local attention: a window, some words that read all and are read by all, and random connections.
// Longformer (Beltagy, Peters & Cohan 2020, section 3.1) and BigBird (Zaheer et al. 2020, section 2), with blocks as in
// their programs.
#include <algorithm>
#include <cstdlib>
#include <set>

#include "core/attention/pipeline.h"
#include "core/graph/ops/ops.h"
#include "core/tensor/random.h"

namespace attn::variants {
namespace {

struct Reach {
  int64_t block, sides, globals, random;  // all but the first in blocks
  int64_t own(int64_t place) const { return place / block; }
  bool nearby(int64_t i, int64_t j) const { return std::abs(own(i) - own(j)) <= sides; }
  bool global(int64_t place) const { return own(place) < globals; }
};

Reach reach_of(const Params& params) {
  return {params.integer("block"), params.integer("window"), params.integer("globals"), params.integer("random_keys")};
}

// The key blocks that each query block reads by chance: those with the smallest random numbers among the blocks that it
// does not read anyhow.
std::vector<std::set<int64_t>> random_blocks(uint64_t seed, int64_t tokens, const Reach& reach) {
  const int64_t blocks = (tokens + reach.block - 1) / reach.block;
  std::vector<std::set<int64_t>> chosen(static_cast<size_t>(blocks));
  for (int64_t i = reach.globals; i < blocks; ++i) {
    std::vector<std::pair<float, int64_t>> others;
    for (int64_t j = reach.globals; j < blocks; ++j) {
      if (std::abs(i - j) > reach.sides)
        others.push_back({uniform(seed, stream_of("random_keys"), static_cast<uint64_t>(i * blocks + j)), j});
    }
    std::sort(others.begin(), others.end());
    for (size_t r = 0; r < others.size() && static_cast<int64_t>(r) < reach.random; ++r)
      chosen[static_cast<size_t>(i)].insert(others[r].second);
  }
  return chosen;
}

// M_ij = 1 where j is near i, either is global, or chance connects them.
Value mask_but_some(Setting& setting, Value scores) {
  const Reach reach = reach_of(setting.params());
  const auto chosen = random_blocks(setting.seed(), scores.shape().size(axis::kQuery), reach);
  const auto allowed = [reach, chosen](int64_t i, int64_t j) {
    return reach.nearby(i, j) || reach.global(i) || reach.global(j) ||
           chosen[static_cast<size_t>(reach.own(i))].contains(reach.own(j));
  };
  return mask_by_rule(
      setting, scores, allowed,
      {"Neighbours, a few that see all, and chance",
       "A word reads its neighbours, the global words and a few words drawn by chance; global words read everything.",
       R"(\a{S_{ij}} \leftarrow -\infty \quad\text{unless}\; |i - j| \le w,\; i \le g,\; j \le g \;\text{or}\; j \in R_i)"});
}

// How many rows of the record are those of global words.
int64_t global_rows(const Setting& setting) {
  const Reach reach = reach_of(setting.params());
  return std::min(reach.globals * reach.block, setting.tokens());
}

bool own_projections(const Setting& setting) {
  return setting.params().choice("global_weights") == "own" && global_rows(setting) > 0;
}

Projected project_global(Setting& setting, const Pipeline& pipeline) {
  setting.set_pass("_global");
  const Projected in = project_qkv(setting, pipeline);
  setting.set_pass("");
  return in;
}

// Rows [0, g) of `global` followed by the others' rows of `local`.
Value rows_of_both(Value global, Value local, int64_t g, const StepText& text) {
  StepText first = text, rest = text;
  first.id += "_of_globals", rest.id += "_of_others";
  const Value head = slice(global, axis::kQuery, 0, g).step(std::move(first));
  const Value others = slice(local, axis::kQuery, g, local.shape().size(axis::kQuery)).step(std::move(rest));
  return concat(head, others, axis::kQuery).step(text);
}

// Longformer: global words ask, and are answered, through projections of their own.
Value attend_twice(Setting& setting, Pipeline pipeline) {
  const int64_t g = global_rows(setting);
  if (g == setting.tokens()) {
    pipeline.project = project_global;
    return attend(setting, pipeline);
  }
  const Projected local = project_qkv(setting, pipeline), global = project_global(setting, pipeline);
  const Value local_scores = dot_product_score(setting, local), global_scores = dot_product_score(setting, global);
  const StepText scores_text = {
      "joined_scores",
      "score",
      "scores",
      "Global words score with matrices of their own",
      "The rows of the global words come from their own projections, all others from the first.",
      R"(\a{S_{ij}} = \q{q^g_i}\cdot\k{k^g_j} \;\text{where}\; i \le g)",
      "S",
      Role::kWeights};
  Value scores = rows_of_both(global_scores, local_scores, g, scores_text);
  scores = mask_but_some(setting, scale_by_width(setting, local, scores));
  const Value weights = softmax_rows(setting, scores);
  const StepText z_text = {"joined_z",
                           "combine",
                           "weighted sum",
                           "Each word collects what it reads",
                           "Global words collect the values of their own projection.",
                           R"(\z{z_i} = \sum_j \a{A_{ij}}\,\v{v^g_j} \;\text{where}\; i \le g)",
                           "Z",
                           Role::kOutput};
  // One after the other: compilers are free to begin with either of two arguments, and steps would change places.
  const Value others = weighted_sum(setting, local, weights), globals = weighted_sum(setting, global, weights);
  const Value combined = rows_of_both(globals, others, g, z_text);
  return pipeline.output ? pipeline.output(setting, combined) : combined;
}

}  // namespace

Variant global_local() {
  EntryText text;
  text.name = "Global and local";
  text.family = "sparse";
  text.summary =
      "A window for what is near, a few global words that connect everything, and some connections drawn by chance.";
  text.latex = R"(\z{z_i} = \sum_{j \in W_i \cup G \cup R_i} \a{A_{ij}}\,\v{v_j}, \quad W_i = \{j : |i-j| \le w\})";
  text.params = {
      shared::temperature(),
      shared::whole_number("window", "Window", "How many neighbours (or blocks of them) a word reads on each side.", 1,
                           0, 128),
      shared::whole_number("globals", "Global", "How many of the first words (or blocks) read all and are read by all.",
                           1, 0, 16),
      shared::whole_number("random_keys", "Random", "How many further words (or blocks) each reads by chance.", 1, 0,
                           16),
      shared::whole_number("block", "Block",
                           "Words that move together: 1 as in the papers' text, more in their programs.", 1, 1, 64),
      shared::choice("global_weights", "Global weights", "Through which projections global words ask and are answered.",
                     {{"shared", "Shared", "The same as all others, as in BigBird."},
                      {"own", "Own", "Projections of their own, as in Longformer."}})};
  append(&text.params, shared::weights({shared::head_width()}));
  return {text, [](Setting& setting) {
            Pipeline pipeline = scaled_dot_product_pipeline(setting);
            pipeline.mask = mask_but_some;
            return own_projections(setting) ? attend_twice(setting, pipeline) : attend(setting, pipeline);
          }};
}

EntryDocs global_local_docs() {
  EntryDocs docs;
  docs.papers = {
      {"Longformer: The Long-Document Transformer", "Beltagy, Peters, Cohan", 2020, "https://arxiv.org/abs/2004.05150"},
      {"Big Bird: Transformers for Longer Sequences",
       "Zaheer, Guruganesh, Dubey, Ainslie, Alberti, Ontanon, Pham, Ravula, Wang, Yang, Ahmed", 2020,
       "https://arxiv.org/abs/2007.14062"}};
  docs.differs =
      "Longformer has no random connections, but projections of their own for global words; BigBird the reverse: both "
      "can be set. Global are the first words, as in BigBird's internal construction, where Longformer lets the task "
      "choose. Random blocks are drawn among those not read anyhow. All pairs are scored here and the others masked.";
  docs.laws = {shared::rows_sum_to_one(),
               {LawKind::kEquals,
                "A window as wide as the text is attention without a mask.",
                {{"window", "128"}},
                "scaled_dot_product"},
               {LawKind::kEquals, "So is a text of global words alone.", {{"block", "64"}}, "scaled_dot_product"},
               {LawKind::kEquals,
                "Without global words and chance it is a sliding window to both sides.",
                {{"window", "2"}, {"globals", "0"}, {"random_keys", "0"}},
                "sliding_window",
                {{"window", "3"}, {"sides", "both"}}}};
  docs.slots = shared::slots_but({{"project", "learned matrices make q, k and v, perhaps others for global words"},
                                  {"mask", "neighbours, global words, and some drawn by chance"}});
  docs.cost = {R"(2\,n\,(2w + 1 + 2g + r)\,d)", R"(4\,n\,(2w + 1 + 2g + r))"};
  docs.used_by = {{"PRIMERA", 2021, "https://arxiv.org/abs/2110.08499"},
                  {"Clinical-Longformer", 2022, "https://arxiv.org/abs/2201.11838"}};
  return docs;
}

}  // namespace attn::variants
