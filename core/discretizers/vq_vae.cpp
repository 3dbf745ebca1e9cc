// VQ-VAE: van den Oord, Vinyals & Kavukcuoglu 2017, "Neural Discrete Representation Learning".
#include "core/graph/ops/ops.h"
#include "core/layers/codebook.h"

namespace attn::discretizers {
namespace {

Discrete quantise(Recorder& r, Value x) {
  const Assigned nearest = assign_codes(r, "book", x, code_sizes(r).entries);
  Discrete out;
  // x + sg(e_k - x)
  out.vectors = straight_through(nearest.picked, x)
                    .step({"quantised", "quantise", "straight through", "Forwards the code, backwards the vector",
                           "The decoder's gradient goes to the encoder as if nothing had been replaced.",
                           R"(\z{z} = x + \operatorname{sg}(e_k - x))", "Z", Role::kOutput});
  out.codes = {code_number(nearest.shares)};
  out.shares = {nearest.shares};
  out.penalty = nearest.penalty;
  return out;
}

}  // namespace

Discretizer vq_vae() {
  EntryText text;
  text.name = "VQ-VAE";
  text.family = "codebooks";
  text.summary = "Each vector is replaced by the nearest of a table of learned vectors; its number is the code.";
  text.latex = R"(k = \operatorname{argmin}_j \lVert x - e_j \rVert^2, \quad \z{z} = x + \operatorname{sg}(e_k - x))";
  text.params = codebook_params(8);
  return {text, one_book_sizes, quantise, look_up_in_book};
}

EntryDocs vq_vae_docs() {
  EntryDocs docs;
  docs.papers = {shared::vq_vae_2017(), shared::fast_decoding_2018()};
  docs.differs =
      "Moving averages are kept of sums and of counts, as in the first paper's appendix; Kaiser et al. write the "
      "average of a mean. Counts are smoothed and start at 1, or at 0 as in the reference code, which blows up the "
      "codes that are not taken at once. The loss is a mean over all numbers, where the paper writes a sum. Reviving "
      "dead codes is not in the paper and off unless it is asked for.";
  return docs;
}

}  // namespace attn::discretizers
