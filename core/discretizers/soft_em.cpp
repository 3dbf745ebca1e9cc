// Soft EM: Roy et al. 2018, "Theory and Experiments on Vector Quantized Autoencoders".
#include "core/attention/pipeline.h"
#include "core/graph/ops/ops.h"
#include "core/layers/codebook.h"

namespace attn::discretizers {
namespace {

// Where a few draws from softmax(-d) fall: the mean of their masks [..., code].
Value drawn(Recorder& r, Value distances) {
  const int64_t samples = r.discretization().params->integer("samples");
  const Value chances = softmax(scale(distances, -1))
                            .step({"chances", "quantise", "chances", "Near codes are likelier",
                                   "The expectation step: how likely each code made the vector.",
                                   R"(p_j \propto \exp(-\lVert x - e_j \rVert^2))", "P", Role::kWeights});
  Value sum;
  for (int64_t i = 0; i < samples; ++i) {
    const Value one = choose_by_draw(chances, r.draws(chances.shape().without(chances.shape().rank() - 1)));
    sum = sum.valid() ? add(sum, one) : one;
  }
  return scale(sum, 1 / static_cast<double>(samples))
      .step({"chosen", "quantise", "draws", "A few codes are drawn",
             "Each draw takes one code; the vector is shared out among those that were drawn.",
             R"(\tfrac1m \textstyle\sum_s [k_s = j], \quad k_s \sim p)", "k", Role::kNone});
}

Discrete quantise(Recorder& r, Value x) {
  const Assigned assigned = assign_codes(r, "book", x, code_sizes(r).entries, drawn);
  Discrete out;
  out.vectors =
      straight_through(assigned.picked, x)
          .step({"quantised", "quantise", "straight through", "Forwards the mean of codes, backwards the vector",
                 "The decoder's gradient goes to the encoder as if nothing had been replaced.",
                 R"(\z{z} = x + \operatorname{sg}(\tfrac1m \textstyle\sum_s e_{k_s} - x))", "Z", Role::kOutput});
  // One code has to be named where several were drawn: the one that was drawn most often.
  out.codes = {code_number(choose_largest(assigned.shares))};
  out.shares = {assigned.shares};
  out.penalty = assigned.penalty;
  return out;
}

}  // namespace

Discretizer soft_em() {
  EntryText text;
  text.name = "Soft EM";
  text.family = "codebooks";
  text.summary = "While it learns, a vector is shared out among a few codes drawn by their nearness; then the nearest.";
  text.latex =
      R"(\z{z} = \tfrac1m \sum_{s=1}^m e_{k_s}, \quad k_s \sim \operatorname{softmax}(-\lVert x - e_j \rVert^2))";
  text.params = codebook_params(8);
  text.params.push_back(
      shared::whole_number("samples", "Draws m", "So many codes are drawn for each vector.", 10, 1, 50));
  return {text, one_book_sizes, quantise, look_up_in_book};
}

EntryDocs soft_em_docs() {
  EntryDocs docs;
  docs.papers = {{"Theory and Experiments on Vector Quantized Autoencoders", "Roy, Vaswani, Neelakantan, Parmar", 2018,
                  "https://arxiv.org/abs/1805.11063"},
                 shared::vq_vae_2017()};
  docs.differs =
      "A latent predictor learns the code that was drawn most often, where the paper gives it the average of the "
      "draws as a target. Counts of the moving averages start at 1 unless told otherwise.";
  return docs;
}

}  // namespace attn::discretizers
