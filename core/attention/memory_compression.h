// One key and one value for several words, by a strided convolution: Liu et al. 2018, "Generating Wikipedia by
// Summarizing Long Sequences", section 4.2.4, and what its code does otherwise.
#ifndef CORE_ATTENTION_MEMORY_COMPRESSION_H_
#define CORE_ATTENTION_MEMORY_COMPRESSION_H_

#include <vector>

#include "core/attention/pipeline.h"

namespace attn {

// Fills the slots `project` and `mask`, by the parameters `form`, `factor` and `mask`.
void compress_memory(const Setting& setting, Pipeline* pipeline);

namespace shared {
std::vector<ParamSpec> memory_compression();
}  // namespace shared

}  // namespace attn

#endif  // CORE_ATTENTION_MEMORY_COMPRESSION_H_
