// Sliced decomposed vector quantisation: Kaiser et al. 2018, "Fast Decoding in Sequence Models using Discrete Latent
// Variables".
#include "core/graph/ops/ops.h"
#include "core/layers/decomposed.h"

namespace attn::discretizers {
namespace {

// Block i of x: its channels [i D / n_d, (i + 1) D / n_d).
Value slice_of(Recorder&, Value x, int64_t block, int64_t blocks) {
  const int64_t width = x.shape().columns() / blocks;
  return slice(x, axis::kModel, block * width, (block + 1) * width)
      .step({"slice", "quantise", "slice", "The vector is cut", "Each block has channels of its own.",
             R"(x^i = x_{iD/n_d,\,\dots,\,(i+1)D/n_d - 1})", "X", Role::kNone});
}

Discrete quantise(Recorder& r, Value x) { return quantise_in_blocks(r, x, slice_of); }

}  // namespace

Discretizer dvq_sliced() {
  EntryText text;
  text.name = "DVQ, sliced";
  text.family = "codebooks";
  text.summary = "The vector is cut into slices, each with a small codebook of its own: few vectors make many codes.";
  text.latex =
      R"(\z{z} = [e^1_{k_1};\, e^2_{k_2};\, \dots], \quad k_i = \operatorname{argmin}_j \lVert x^i - e^i_j \rVert^2)";
  text.params = decomposed_params();
  return {text, decomposed_sizes, quantise, look_up_in_blocks};
}

EntryDocs dvq_sliced_docs() {
  EntryDocs docs;
  docs.papers = {shared::fast_decoding_2018(), shared::vq_vae_2017()};
  docs.differs =
      "Counts of the moving averages start at 1 unless told otherwise. Reviving dead codes is not in the paper and "
      "off unless asked for. The width of a vector must be a multiple of the number of slices.";
  return docs;
}

}  // namespace attn::discretizers
