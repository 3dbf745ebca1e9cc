// Texts cut into blocks that attend by themselves: Liu et al. 2018, "Generating Wikipedia by Summarizing Long
// Sequences", section 4.2.3.
#ifndef CORE_ATTENTION_LOCAL_BLOCKS_H_
#define CORE_ATTENTION_LOCAL_BLOCKS_H_

#include <vector>

#include "core/attention/pipeline.h"

namespace attn {

// M_ij = 1 where j <= i stands in i's block or, as in Tensor2Tensor, in the block before; a pipeline's mask. By the
// parameters `block` and `reads`.
Value mask_other_blocks(Setting& setting, Value scores);

namespace shared {
std::vector<ParamSpec> local_blocks();
}  // namespace shared

}  // namespace attn

#endif  // CORE_ATTENTION_LOCAL_BLOCKS_H_
