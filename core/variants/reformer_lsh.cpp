// Reformer: Kitaev, Kaiser & Levskaya 2020, section 2, LSH attention. Queries and keys are the same vectors; a word
// reads only those that fall into its bucket in at least one round of hashing. The hash is angular: the vector is
// turned at random, and the axis it then points along most, forwards or backwards, is its bucket (Andoni et al. 2015).
#include "core/attention/frame_text.h"
#include "core/attention/pipeline.h"
#include "core/attention/unit_length.h"
#include "core/graph/ops/ops.h"

namespace attn::variants {
namespace {

// The paper's penalty of a word for itself: it reads itself where there is nobody else.
constexpr double kSelf = -1e5;

// q = x W, k = q / |q|, v = x V
Projected project(Setting& setting, const Pipeline& pipeline) {
  const FrameText words{"project", "QK V", "One vector asks and answers"};
  const Value q = project_one(setting, pipeline.heads, pipeline.head_width, "q", axis::kQuery,
                              words.step("q", "Q", Role::kQuery, R"(\q{Q} = X\,\q{W_Q})",
                                         "One learned matrix makes what a word looks for and what it offers."));
  const Value v =
      project_one(setting, pipeline.heads, pipeline.head_width, "v", axis::kKey,
                  words.step("v", "V", Role::kValue, R"(\v{V} = X\,\v{W_V})", "Another makes what it passes on."));
  const Value unit = unit_length(q, words.step("q_unit", "K", Role::kKey, R"(\q{q} / |\q{q}|)",
                                               "Brought to length 1, so that no word is read for being long."));
  const Value k =
      rename(unit, axis::kQuery, axis::kKey)
          .step(words.step("k", "K", Role::kKey, R"(\k{k_j} = \q{q_j} / |\q{q_j}|)", "The same vectors, as keys."));
  return {q, k, v};
}

// h(x) = arg max [x R; -x R], in every round with another R: a mask [head, query, key] of pairs that share a bucket.
Value share_bucket(Setting& setting, Value q, Value scores) {
  const FrameText hash{"bucket", "buckets", "Words fall into buckets"};
  const int64_t half = (setting.params().integer("buckets") + 1) / 2, rounds = setting.params().integer("rounds");
  const Value r = setting.weight({{axis::kRound, rounds}, {axis::kChannel, q.shape().columns()}, {axis::kBucket, half}},
                                 leaf_text("rotations", "R", Role::kNone), Init::kNormal);
  const Value forwards =
      matmul(q, r, axis::kChannel)
          .step(hash.step("turned", "QR", Role::kQuery, R"(\q{q}\,R_r)", "Turned at random, in each round otherwise."));
  const Value backwards =
      scale(forwards, -1.0)
          .step(hash.step("turned_back", "QR", Role::kQuery, R"(-\q{q}\,R_r)", "And the opposite way."));
  const Value directions = concat(forwards, backwards, axis::kBucket)
                               .step(hash.step("directions", "QR", Role::kQuery, R"([\q{q}\,R_r;\, -\q{q}\,R_r])",
                                               "How far the vector reaches along every direction."));
  const Value hit =
      top_k(directions, 1, Ties::kFirst)
          .step(hash.step("hits", "B", Role::kQuery, R"(h_r(\q{q}) = \arg\max\,[\q{q}\,R_r;\, -\q{q}\,R_r])",
                          "The farthest is the word's bucket in this round: near vectors are likely to "
                          "share it."));
  const Value own = rearrange(hit, {axis::kHead, axis::kQuery, axis::kRound, axis::kBucket}, 2, axis::kBucket)
                        .step(hash.step("buckets", "B", Role::kQuery, R"(B_i = [e_{h_1(i)}; \dots; e_{h_R(i)}])",
                                        "A row for each word, with one mark in the buckets of each round."));
  const Value others =
      rename(own, axis::kQuery, axis::kKey)
          .step(hash.step("key_buckets", "B", Role::kKey, R"(B_j)", "The same, for the words that are read."));
  const FrameText meet{"meet", "meetings", "Who shares a bucket with whom"};
  const Value meetings = matmul(own, others, axis::kBucket)
                             .step(meet.step("meetings", "N", Role::kWeights, R"(N_{ij} = B_i\cdot B_j)",
                                             "In how many rounds two words share a bucket."));
  const Value apart = within(meetings, 0, "Words that share no bucket are apart.")
                          .step(meet.step("apart", "M", Role::kWeights, R"(1 \;\text{if}\; N_{ij} = 0)",
                                          "1 where two words never share a bucket."));
  const Value allowed = within(apart, 0, "A word reads only those it shares a bucket with.")
                            .step(meet.step("bucket_mask", "M", Role::kWeights,
                                            R"(M_{ij} = 1 \;\text{if}\; N_{ij} > 0)", "Sharing one bucket is enough."));
  return mask(scores, allowed)
      .step(meet.step("bucket_scores", "S", Role::kWeights,
                      R"(\a{S_{ij}} \leftarrow -\infty \quad\text{where}\; N_{ij} = 0)",
                      "Scores of words that never meet become −∞; the real thing does not compute them at all."));
}

Value build(Setting& setting) {
  const Pipeline pipeline = scaled_dot_product_pipeline(setting);
  const Projected in = project(setting, pipeline);
  Value scores = scale_by_width(setting, in, dot_product_score(setting, in));
  scores = share_bucket(setting, in.q, scores);
  const FrameText self{"self", "self", "Nobody reads itself without need"};
  const int64_t words = setting.tokens();
  const Value penalty = rule_table(
                            setting.graph(), {{axis::kQuery, words}, {axis::kKey, words}},
                            [](const Index& at) { return at[0] == at[1] ? kSelf : 0.0; },
                            "A hundred thousand is taken off where a word would read itself.")
                            .step(self.step("self_penalty", "B", Role::kWeights, R"(-10^5 \;\text{if}\; i = j)",
                                            "A word's own key is always the nearest, so it would read nothing else."));
  scores = add(scores, penalty)
               .step(self.step("other_scores", "S", Role::kWeights, R"(\a{S_{ii}} \leftarrow \a{S_{ii}} - 10^5)",
                               "It reads itself only where there is nobody else in its buckets."));
  scores = mask_by_choice(setting, scores);
  const Value z = weighted_sum(setting, in, softmax_rows(setting, scores));
  return pipeline.output ? pipeline.output(setting, z) : z;
}

}  // namespace

Variant reformer_lsh() {
  EntryText text;
  text.name = "Reformer, LSH";
  text.family = "sparse";
  text.summary =
      "A word reads only words whose vectors point nearly the same way: random turns sort them into buckets, and "
      "whoever shares none is never looked at.";
  text.latex =
      R"(\z{z_i} = \sum_{j \in P_i} \operatorname{softmax}_{j \in P_i}\!\left(\frac{\q{q_i}\cdot\k{k_j}}{\sqrt{d}}\right)\v{v_j}, \quad P_i = \bigcup_r \{j : h_r(\q{q_i}) = h_r(\q{q_j})\}, \quad \k{k_j} = \frac{\q{q_j}}{|\q{q_j}|})";
  // 64: the paper's for a thousand words
  ParamSpec buckets = shared::whole_number("buckets", "Buckets",
                                           "Into how many buckets a round sorts; odd numbers get one more.", 4, 2, 64);
  buckets.step = 2;
  text.params = {
      buckets,
      // 8: the most of the paper's
      shared::whole_number("rounds", "Rounds", "How often words are sorted; meeting once is enough.", 2, 1, 8),
      shared::temperature()};
  append(&text.params, shared::mask());
  append(&text.params, shared::weights({shared::head_width()}));
  return {text, build, /*whole_layer=*/false, /*batched=*/false};
}

EntryDocs reformer_lsh_docs() {
  EntryDocs docs;
  docs.papers = {
      {"Reformer: The Efficient Transformer", "Kitaev, Kaiser, Levskaya", 2020, "https://arxiv.org/abs/2001.04451"},
      {"Practical and Optimal LSH for Angular Distance", "Andoni, Indyk, Laarhoven, Razenshteyn, Schmidt", 2015,
       "https://arxiv.org/abs/1509.02897"}};
  docs.differs =
      "Buckets are read whole. The paper sorts words by bucket and cuts the line into chunks of equal length, so that "
      "a large bucket is read in part; that is how it is made fast. The rounds together give the same weights as its "
      "sum "
      "over rounds, in which words that meet often are counted once.";
  docs.laws = {shared::rows_sum_to_one(), shared::order_blind(), shared::causal_mask_hides_the_future()};
  docs.slots = shared::slots_but({{"project", "one learned matrix makes q and, brought to length 1, k; another v"},
                                  {"mask", "only words that share a bucket, itself last; then as chosen"}});
  docs.cost = {R"(2\,n\,c\,R\,d)", R"(4\,n\,c\,R)"};
  return docs;
}

}  // namespace attn::variants
