// Codes in several blocks, each with a small codebook: what sliced and projected vector quantisation share (Kaiser et
// al. 2018, "Decomposed Vector Quantization").
#ifndef CORE_LAYERS_DECOMPOSED_H_
#define CORE_LAYERS_DECOMPOSED_H_

#include "core/layers/codebook.h"

namespace attn {

// Those of a codebook, and the number of blocks. `bits` are shared out evenly: 2^(bits / blocks) entries a block.
std::vector<ParamSpec> decomposed_params();
CodeSizes decomposed_sizes(const Params& params);

// Block `block` of `blocks` of x [..., model]: [..., model / blocks].
using BlockOf = Value (*)(Recorder& recorder, Value x, int64_t block, int64_t blocks);

// The codes' vectors side by side, straight through to x.
Discrete quantise_in_blocks(Recorder& recorder, Value x, BlockOf block_of);
Value look_up_in_blocks(Recorder& recorder, const std::vector<Value>& codes, int64_t width);

}  // namespace attn

#endif  // CORE_LAYERS_DECOMPOSED_H_
