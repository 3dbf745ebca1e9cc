// The meaning of `Explanation.form` (web/engine/types.ts), in double: recomputes a value from its source cells alone.
#ifndef TESTS_CORE_GRAPH_EXPLANATION_FORMULA_H_
#define TESTS_CORE_GRAPH_EXPLANATION_FORMULA_H_

#include <gtest/gtest.h>

#include "core/graph/op.h"

namespace attn::test {

// Do the sources give the value, and the facts and terms that stand beside it?
testing::AssertionResult adds_up(const Explanation& explanation);

}  // namespace attn::test

#endif  // TESTS_CORE_GRAPH_EXPLANATION_FORMULA_H_
