// Words of a memory that are written and read at once, as attention without a softmax.
#ifndef CORE_ATTENTION_MEMORY_PAIRS_H_
#define CORE_ATTENTION_MEMORY_PAIRS_H_

#include <string>

#include "core/attention/memory.h"

namespace attn {

// Words that are written and read together: all of them, or one chunk.
struct Part {
  Memory memory;
  Value state = {};  // what was there before [head, feature, channel]; none: nothing
  Value since = {};  // what is left of it at each word [head, query(, feature)]; none: all
  std::string suffix = {};
};

struct Read {
  Value z;        // [head, query, channel]
  Value k;        // [head, key, feature]
  Value written;  // [head, key, channel]
  Value decays;   // [head, query, key(, feature)]; none without a decay
};

// The steps of all pairs of these words; the result's id is `result`.
Read read_part(const Part& part, const char* result);

}  // namespace attn

#endif  // CORE_ATTENTION_MEMORY_PAIRS_H_
