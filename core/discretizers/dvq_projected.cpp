// Projected decomposed vector quantisation: Kaiser et al. 2018, "Fast Decoding in Sequence Models using Discrete Latent
// Variables".
#include "core/graph/ops/ops.h"
#include "core/layers/decomposed.h"

namespace attn::discretizers {
namespace {

// Block i of x: x pi_i with a matrix [D, D / n_d] that is drawn once and never learned.
Value projection_of(Recorder& r, Value x, int64_t block, int64_t blocks) {
  const int64_t width = x.shape().columns();
  const std::string name = "projection_" + std::to_string(block + 1);
  const Value pi = r.running(name, {{axis::kModel, width}, {axis::kFeature, width / blocks}}, Start::glorot(),
                             named("projection", "\\pi"));
  return rename(matmul(x, pi, axis::kModel), axis::kFeature, axis::kModel)
      .step({"projected", "quantise", "projection", "Turned before it is cut",
             "A fixed random matrix mixes all channels into the block.", R"(x^i = x\,\pi^i)", "X", Role::kNone});
}

Discrete quantise(Recorder& r, Value x) { return quantise_in_blocks(r, x, projection_of); }

}  // namespace

Discretizer dvq_projected() {
  EntryText text;
  text.name = "DVQ, projected";
  text.family = "codebooks";
  text.summary = "As sliced, but every block sees the whole vector through a fixed random matrix.";
  text.latex =
      R"(\z{z} = [e^1_{k_1};\, e^2_{k_2};\, \dots], \quad k_i = \operatorname{argmin}_j \lVert x\,\pi^i - e^i_j \rVert^2)";
  text.params = decomposed_params();
  return {text, decomposed_sizes, quantise, look_up_in_blocks};
}

EntryDocs dvq_projected_docs() {
  EntryDocs docs;
  docs.papers = {shared::fast_decoding_2018(), shared::vq_vae_2017()};
  docs.differs =
      "The straight-through step stands in the space of the vector itself, not of its projections. Commitment pulls "
      "each projection to its code. Counts of the moving averages start at 1 unless told otherwise. Reviving dead "
      "codes is not in the paper and off unless asked for.";
  return docs;
}

}  // namespace attn::discretizers
