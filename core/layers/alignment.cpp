#include "core/layers/alignment.h"

#include "core/graph/ops/ops.h"

namespace attn {
namespace {

StepText side_text(const char* id, const char* symbol, Role role, const char* latex) {
  const char* note = role == Role::kKey
                         ? "What is read is brought, once, to where it can meet whoever asks."
                         : "The decoder's state asks; where the score has a matrix for it, turned by that first.";
  return {id, "project", "Q K V", "Who asks and what is read are brought together", note, latex, symbol, role};
}

// concat's W_a over both words side by side.
Value concat_matrix(Recorder& r, const Alignment& a) {
  return r.parameter("w_a", {{axis::kModel, a.asks + a.reads}, {axis::kFeature, a.hidden}}, a.matrix);
}

}  // namespace

Value alignment_keys(Recorder& r, std::string_view name, Value annotations, const Alignment& a) {
  const Scope scope(r, name);
  const auto product = [&](Value w, const char* latex) {
    return matmul(annotations, w, axis::kModel).step(side_text("k", "K", Role::kKey, latex));
  };
  if (a.score == "additive") {
    const Value u = r.parameter("u_a", {{axis::kModel, a.reads}, {axis::kFeature, a.hidden}}, a.matrix);
    return product(u, R"(\k{k_j} = \k{U_a}\,h_j)");
  }
  if (a.score == "concat")
    return product(block_that_is_read(concat_matrix(r, a), a.asks), R"(\k{k_j} = \k{W_a^{\bar h}}\,\bar{h}_j)");
  if (a.score == "general") {
    const Value w = r.parameter("w_a", {{axis::kChannel, a.asks}, {axis::kModel, a.reads}}, a.matrix);
    return product(w, R"(\k{k_j} = \k{W_a}\,\bar{h}_j)");
  }
  if (a.score == "location") {
    const Value w = r.parameter("w_a", {{axis::kKey, a.places}, {axis::kChannel, a.asks}}, a.matrix);
    return rows_of_places(w, annotations.shape().size(axis::kKey));
  }
  return rename(annotations, axis::kModel, axis::kChannel)
      .step(side_text("k", "K", Role::kKey, R"(\k{k_j} = \bar{h}_j)"));
}

Asking::Asking(Recorder& r, std::string_view name, const Alignment& a) : alignment_(a) {
  const Scope scope(r, name);
  if (a.score == "additive") {
    matrix_ = r.parameter("w_a", {{axis::kModel, a.asks}, {axis::kFeature, a.hidden}}, a.matrix);
  } else if (a.score == "concat") {
    matrix_ = block_that_asks(concat_matrix(r, a), a.asks);
  }
  if (matrix_.valid()) vector_ = r.parameter("v_a", {{axis::kFeature, a.hidden}}, a.vector);
}

Value Asking::scores(Value states, Value keys) const {
  if (matrix_.valid()) {
    const Value q =
        matmul(states, matrix_, axis::kModel).step(side_text("q", "Q", Role::kQuery, R"(\q{q_i} = \q{W_a}\,s_i)"));
    return network_score(q, keys, vector_);
  }
  const Value q =
      rename(states, axis::kModel, axis::kChannel).step(side_text("q", "Q", Role::kQuery, R"(\q{q_i} = h_i)"));
  const Value scores = matmul(q, keys, axis::kChannel)
                           .step({"scores", "score", "scores", "Every query meets every key",
                                  "A score is the dot product of one query with one key: large where they point the "
                                  "same way.",
                                  R"(\a{S_{ij}} = \q{q_i}\cdot\k{k_j})", "S", Role::kWeights});
  return alignment_.score == "location" ? mask_places(scores, alignment_.places) : scores;
}

Value alignment_weights(Recorder& r, Value scores) {
  Setting setting(r.graph(), r.params(), /*seed=*/0);  // has no say in it
  return softmax_rows(setting, scores);
}

Value alignment_context(Value weights, Value annotations) {
  return matmul(weights, annotations, axis::kKey)
      .step({"context", "combine", "weighted sum", "What was read becomes the context",
             "The annotations are added up, each as strongly as its weight says.",
             R"(\z{c_i} = \sum_j \a{\alpha_{ij}}\,\v{h_j})", "c", Role::kOutput});
}

}  // namespace attn
