// The record of a computation: leaves, and ops applied to them, in order. It knows no scalar and holds no results;
// `Evaluation` computes it in float (page) or double (gradient checks).
#ifndef CORE_GRAPH_GRAPH_H_
#define CORE_GRAPH_GRAPH_H_

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/graph/op.h"
#include "core/tensor/shape.h"
#include "core/tensor/status.h"

namespace attn {

// What a tensor is in the three-stage picture; decides its one colour on the page.
enum class Role { kNone, kQuery, kKey, kValue, kWeights, kOutput };

// Where a leaf's numbers come from.
enum class Origin { kGiven, kTrained, kSeeded, kFixed };

// What a step says about itself. Consecutive steps of one scope and stage make one frame of the stepper.
struct StepText {
  StepText() = default;
  // Takes literals as pointers: a caller then holds no strings, which would be most of a mechanism's compiled size.
  StepText(const char* id, const char* stage, const char* label, const char* title, const char* note, const char* latex,
           const char* symbol, Role role);

  std::string id;      // q k v scores scaled_scores masked_scores pattern z out ...
  std::string stage;   // embed project score scale mask normalise combine output ...
  std::string label;   // short, for the rail
  std::string title;   // headline of the frame
  std::string note;    // one plain sentence
  std::string latex;   // roles marked by \q{} \k{} \v{} \a{} \z{}
  std::string symbol;  // Q, K, S, A, ...
  Role role = Role::kNone;
};

struct Node {
  std::unique_ptr<Op> op;   // null for a leaf
  std::vector<int> inputs;  // earlier nodes
  Shape shape;
  std::string scope;  // block of a deeper model, or empty
  StepText text;
  // Leaves only.
  std::shared_ptr<const std::vector<float>> values;
  Origin origin = Origin::kFixed;
  bool table = false;  // too bulky to show whole (an embedding table): reached cell by cell
};

class Graph;

// A tensor of the record, as mechanisms write with it.
class Value {
 public:
  Value() = default;
  Value(Graph* graph, int node) : graph_(graph), node_(node) {}

  int node() const { return node_; }
  bool valid() const { return graph_ != nullptr; }
  Graph& graph() const { return *graph_; }
  const Shape& shape() const;
  // Says what this tensor is; returns itself so that a line reads `q = matmul(x, w_q).step({...})`.
  Value step(StepText text) const;

 private:
  Graph* graph_ = nullptr;
  int node_ = -1;
};

class Graph {
 public:
  Graph() = default;
  Graph(const Graph&) = delete;  // Values point at it
  Graph& operator=(const Graph&) = delete;

  Value leaf(Shape shape, std::vector<float> values, Origin origin, StepText text);
  // A leaf shared with its owner (a model's weights), not copied.
  Value shared_leaf(Shape shape, std::shared_ptr<const std::vector<float>> values, Origin origin, StepText text,
                    bool table = false);
  // Records an op. On wrong shapes the first error stays in `status` and a harmless value comes back, so that
  // mechanisms need no checks of their own.
  Value apply(std::unique_ptr<Op> op, const std::vector<Value>& inputs);

  void set_scope(std::string scope) { scope_ = std::move(scope); }
  const std::string& scope() const { return scope_; }

  const std::vector<Node>& nodes() const { return nodes_; }
  Node& node(int i) { return nodes_[static_cast<size_t>(i)]; }
  const Node& node(int i) const { return nodes_[static_cast<size_t>(i)]; }
  // "layer_1/q": unique, because ids are made unique within their scope.
  std::string name(int node) const;
  int find(std::string_view name) const;  // -1 if absent
  std::vector<Shape> input_shapes(const Node& node) const;

  const Status& status() const { return status_; }
  // The first error stays.
  void fail(Status status) {
    if (status_.ok()) status_ = std::move(status);
  }

 private:
  friend class Value;
  Value append(Node node);
  void set_text(int node, StepText text);

  std::vector<Node> nodes_;
  // Names in use, each with the number that its next namesake tries first: thousands of nodes may be called alike.
  std::map<std::string, int> names_;
  std::string scope_;
  Status status_;
};

}  // namespace attn

#endif  // CORE_GRAPH_GRAPH_H_
