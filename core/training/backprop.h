// One pass forward and one back over a record, in memory that the next pass uses again.
#ifndef CORE_TRAINING_BACKPROP_H_
#define CORE_TRAINING_BACKPROP_H_

#include <cstdint>
#include <map>
#include <vector>

#include "core/graph/evaluation.h"
#include "core/training/parameters.h"

namespace attn {

// Which nodes of a record are parameters.
using ParameterNodes = std::map<int, Parameter*>;

class Backprop {
 public:
  // Computes the record and adds d(loss)/d(parameter) to every parameter's `gradient`; `loss` is a node of one cell. Of
  // the numbers on the way, those of `keep` stay readable through `kept` until the next run.
  Status run(const Graph& graph, const ParameterNodes& parameters, int loss, const std::vector<int>& keep = {});

  float loss() const { return loss_; }
  const std::vector<float>& kept(int node) const { return kept_.at(node); }
  // Memory held between steps.
  int64_t bytes() const;

 private:
  void backward(const Graph& graph, const Evaluation<float>& values, const ParameterNodes& parameters, int loss);
  std::vector<float> take(int64_t cells);  // zeros
  void give_back(std::vector<float> buffer) { free_.emplace(buffer.capacity(), std::move(buffer)); }

  float loss_ = 0;
  std::map<int, std::vector<float>> kept_;
  std::vector<float> arena_;
  std::multimap<size_t, std::vector<float>> free_;  // by capacity
};

}  // namespace attn

#endif  // CORE_TRAINING_BACKPROP_H_
