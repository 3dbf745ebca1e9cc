// How many numbers a record multiplies or divides, read off its shapes. Additions, comparisons and functions such as
// exp are not counted, as in the papers' own counts. The same counts stand in web/site/cost/multiplications.ts, for
// traces.
#ifndef CORE_GRAPH_MULTIPLICATIONS_H_
#define CORE_GRAPH_MULTIPLICATIONS_H_

#include "core/graph/graph.h"

namespace attn {

double multiplications(const Graph& graph);

}  // namespace attn

#endif  // CORE_GRAPH_MULTIPLICATIONS_H_
