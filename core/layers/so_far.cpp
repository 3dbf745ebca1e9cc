#include "core/layers/so_far.h"

#include <string>

#include "core/graph/ops/ops.h"

namespace attn {

Value so_far(Recorder& r, std::string_view name, Value now, std::string_view along) {
  const std::string id = r.graph().scope() + '/' + std::string(name);
  const Value before = r.carried(id, {});
  const Value all = before.valid() ? concat(before, now, along) : now;
  if (!r.training()) r.carry(id, all, along);
  return all;
}

}  // namespace attn
