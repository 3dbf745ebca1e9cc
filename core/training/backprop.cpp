#include "core/training/backprop.h"

#include <limits>

namespace attn {
namespace {

// Every value on the way is needed on the way back, so nothing is computed twice; 1.5 GB leaves a 2 GB WASM memory room
// for weights, moments and data.
constexpr EvaluationLimits kTrainingLimits = {std::numeric_limits<int64_t>::max(), int64_t{1536} << 20};

// Do any of the node's numbers come from parameters?
std::vector<bool> reached(const Graph& graph, const ParameterNodes& parameters) {
  std::vector<bool> reached(graph.nodes().size());
  for (size_t i = 0; i < reached.size(); ++i) {
    reached[i] = parameters.contains(static_cast<int>(i));
    for (const int input : graph.nodes()[i].inputs) reached[i] = reached[i] || reached[static_cast<size_t>(input)];
  }
  return reached;
}

}  // namespace

Status Backprop::run(const Graph& graph, const ParameterNodes& parameters, int loss, const std::vector<int>& keep) {
  if (!graph.status().ok()) return graph.status();
  Evaluation<float> values(graph, kTrainingLimits);
  values.adopt_arena(std::move(arena_));
  const Status status = values.run();
  if (status.ok()) {
    loss_ = values.data(loss)[0];
    kept_.clear();
    for (const int node : keep) {
      kept_[node].assign(values.data(node), values.data(node) + graph.node(node).shape.count());
    }
    backward(graph, values, parameters, loss);
  }
  arena_ = values.release_arena();
  return status;
}

void Backprop::backward(const Graph& graph, const Evaluation<float>& values, const ParameterNodes& parameters,
                        int loss) {
  const std::vector<bool> wanted = reached(graph, parameters);
  std::vector<std::vector<float>> gradients(graph.nodes().size());
  gradients[static_cast<size_t>(loss)] = take(1);
  gradients[static_cast<size_t>(loss)][0] = 1.0F;
  for (int i = loss; i >= 0; --i) {
    std::vector<float>& gradient = gradients[static_cast<size_t>(i)];
    const Node& node = graph.node(i);
    if (gradient.empty()) continue;
    if (node.op) {
      const std::vector<Shape> shapes = graph.input_shapes(node);
      std::vector<TensorRows<const float>> inputs;
      std::vector<float*> into;
      std::vector<std::vector<float>> unwanted;  // what would flow to masks, ids and data
      for (size_t j = 0; j < node.inputs.size(); ++j) {
        const int input = node.inputs[j];
        inputs.push_back({&shapes[j], values.data(input), {0, shapes[j].rows()}});
        std::vector<float>& grows = gradients[static_cast<size_t>(input)];
        if (const auto parameter = parameters.find(input); parameter != parameters.end()) {
          into.push_back(parameter->second->gradient.data());
        } else if (!wanted[static_cast<size_t>(input)]) {
          unwanted.push_back(take(shapes[j].count()));
          into.push_back(unwanted.back().data());
        } else {
          if (grows.empty()) grows = take(shapes[j].count());
          into.push_back(grows.data());
        }
      }
      node.op->backward(
          {Inputs<float>(inputs), {&node.shape, values.data(i), {0, node.shape.rows()}}, gradient.data(), into});
      for (std::vector<float>& buffer : unwanted) give_back(std::move(buffer));
    }
    give_back(std::move(gradient));
    gradient = {};
  }
}

std::vector<float> Backprop::take(int64_t cells) {
  const size_t size = static_cast<size_t>(cells);
  const auto fits = free_.lower_bound(size);
  // A buffer of twice the size or more would be missed by somebody who needs it.
  if (fits == free_.end() || fits->first >= 2 * size) return std::vector<float>(size);
  std::vector<float> buffer = std::move(fits->second);
  free_.erase(fits);
  buffer.assign(size, 0.0F);
  return buffer;
}

int64_t Backprop::bytes() const {
  size_t cells = arena_.capacity();
  for (const auto& [capacity, buffer] : free_) cells += capacity;
  return static_cast<int64_t>(cells * sizeof(float));
}

}  // namespace attn
