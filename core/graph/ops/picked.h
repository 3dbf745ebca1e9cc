// Which entry a number of the record means, where numbers choose.
#ifndef CORE_GRAPH_OPS_PICKED_H_
#define CORE_GRAPH_OPS_PICKED_H_

#include <algorithm>
#include <cstdint>

namespace attn {

// Ids are checked where they come in; a stray one reads the nearest entry rather than foreign memory.
template <class T>
int64_t picked(int64_t entries, T id) {
  const T last = static_cast<T>(entries - 1);
  return id > T(0) ? static_cast<int64_t>(std::min(id, last)) : 0;  // NaN too
}

}  // namespace attn

#endif  // CORE_GRAPH_OPS_PICKED_H_
