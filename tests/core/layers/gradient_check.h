// Gradients of a record's parameters against central differences, in double.
#ifndef TESTS_CORE_LAYERS_GRADIENT_CHECK_H_
#define TESTS_CORE_LAYERS_GRADIENT_CHECK_H_

#include <cstdint>
#include <functional>

#include "core/graph/graph.h"
#include "core/layers/recorder.h"
#include "core/training/backprop.h"

namespace attn::test {

// Moves every parameter by at most `by`: what starts at 0 would hide what hangs on it.
void shake(const Parameters& parameters, double by, uint64_t seed);

// d(loss)/d(parameter) in at most so many cells of each parameter, and along one direction in all of them at once.
// `loss` is of shape [one]. Where an op hands on another function's gradient on purpose nothing is checked.
void check_gradients(const Graph& graph, const ParameterNodes& parameters, Value loss, size_t cells_of_each);

// Every cell of every parameter of a layer, through the sum of its outputs, each times a fixed random number.
void check_layer(const std::function<std::vector<Value>(Recorder&)>& layer);

}  // namespace attn::test

#endif  // TESTS_CORE_LAYERS_GRADIENT_CHECK_H_
