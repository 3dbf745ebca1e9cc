// The angles of rotary positions (Su et al. 2021) as two tables, for mechanisms that turn queries and keys.
#ifndef CORE_ATTENTION_ROTARY_TABLES_H_
#define CORE_ATTENTION_ROTARY_TABLES_H_

#include "core/graph/graph.h"
#include "core/graph/ops/ops.h"

namespace attn {

struct RotaryTables {
  Value cosines;  // [time, channel]
  Value sines;    // the same; with a minus for the first channel of a pair, as `rotate` wants it
};

// Place p turns pair c of `turned` channels by (first + p) base^(-2c / turned). `text` is that of the steps around.
RotaryTables rotary_tables(Graph& graph, int64_t places, int64_t turned, Pairs pairs, double base, double first,
                           const StepText& text);

}  // namespace attn

#endif  // CORE_ATTENTION_ROTARY_TABLES_H_
