// Where a gradient comes from, read off the same ops that computed it: a number moves the loss through every cell that
// was made from it, each by its own slope times what that cell moves the loss by.
#ifndef CORE_GRAPH_GRADIENT_TERMS_H_
#define CORE_GRAPH_GRADIENT_TERMS_H_

#include <cstdint>
#include <vector>

#include "core/graph/evaluation.h"

namespace attn {

struct GradientTerm {
  int node = 0;        // that was made from the number ...
  int64_t flat = 0;    // ... and its cell
  float slope = 0;     // d(cell) / d(number)
  float upstream = 0;  // d(loss) / d(cell)
};

// The terms whose products add up to d(loss)/d(cell `flat` of `node`), in the order of the record; `gradients` are
// those of an evaluation of this graph (Evaluation::gradients). A slope of 0 is left out.
std::vector<GradientTerm> gradient_terms(const Graph& graph, const Evaluation<float>& values,
                                         const std::vector<std::vector<float>>& gradients, int node, int64_t flat);

}  // namespace attn

#endif  // CORE_GRAPH_GRADIENT_TERMS_H_
