// A record written as a list of ops: the vocabulary that mechanisms are made of, open to anybody.
//
//   {"op": "compute", "shapes": {"x": [2, 3], "w": [3, 4]},
//    "options": {"axes": {"x": ["query", "model"], "w": ["model", "channel"]},
//                "steps": [{"op": "matmul", "inputs": ["x", "w"], "over": "model", "output": "q"}, ...],
//                "outputs": ["q"]}}
#ifndef CORE_API_COMPUTE_H_
#define CORE_API_COMPUTE_H_

#include <string>
#include <vector>

#include "core/api/numeric_request.h"
#include "core/graph/graph.h"

namespace attn::api {

// Names under which the outputs were asked for, and where they stand in the record.
struct ComputeOutput {
  std::string name;
  Value value;
};

// Records the request's steps. Errors name the step.
Status record_steps(NumericRequest& request, Graph* graph, std::vector<ComputeOutput>* outputs);

}  // namespace attn::api

#endif  // CORE_API_COMPUTE_H_
