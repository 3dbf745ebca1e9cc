#include "core/graph/graph.h"

namespace attn {

StepText::StepText(const char* id, const char* stage, const char* label, const char* title, const char* note,
                   const char* latex, const char* symbol, Role role)
    : id(id), stage(stage), label(label), title(title), note(note), latex(latex), symbol(symbol), role(role) {}

const Shape& Value::shape() const { return graph_->node(node_).shape; }

Value Value::step(StepText text) const {
  graph_->set_text(node_, std::move(text));
  return *this;
}

Value Graph::append(Node node) {
  node.scope = scope_;
  StepText text = std::move(node.text);
  node.text = {};
  nodes_.push_back(std::move(node));
  const int index = static_cast<int>(nodes_.size()) - 1;
  set_text(index, std::move(text));
  return {this, index};
}

// Ids are unique within a scope: the second `q` becomes `q_2`. Unnamed tensors are called after their op.
void Graph::set_text(int index, StepText text) {
  Node& node = nodes_[static_cast<size_t>(index)];
  if (text.id.empty()) text.id = node.op ? std::string(node.op->name()) : "leaf";
  names_.erase(name(index));
  const std::string wanted = text.id;
  node.text = std::move(text);
  const auto first = names_.find(name(index));
  if (first == names_.end()) {
    names_[name(index)] = 2;
    return;
  }
  do {
    node.text.id = wanted + '_' + std::to_string(first->second++);
  } while (!names_.emplace(name(index), 2).second);
}

Value Graph::leaf(Shape shape, std::vector<float> values, Origin origin, StepText text) {
  return shared_leaf(std::move(shape), std::make_shared<const std::vector<float>>(std::move(values)), origin,
                     std::move(text));
}

Value Graph::shared_leaf(Shape shape, std::shared_ptr<const std::vector<float>> values, Origin origin, StepText text,
                         bool table) {
  Node node;
  if (static_cast<int64_t>(values->size()) != shape.count()) {
    fail(invalid_input(text.id, std::to_string(values->size()) + " numbers", shape.text()));
    values = std::make_shared<const std::vector<float>>(static_cast<size_t>(shape.count()));
  }
  node.shape = std::move(shape);
  node.values = std::move(values);
  node.origin = origin;
  node.table = table;
  node.text = std::move(text);
  return append(std::move(node));
}

Value Graph::apply(std::unique_ptr<Op> op, const std::vector<Value>& inputs) {
  Node node;
  std::vector<Shape> shapes;
  for (const Value& input : inputs) {
    node.inputs.push_back(input.node());
    shapes.push_back(input.shape());
  }
  Status status = op->infer(shapes, &node.shape);
  if (!status.ok()) {
    fail(std::move(status));
    return leaf({{axis::kOne, 1}}, {0.0F}, Origin::kFixed, {});
  }
  node.op = std::move(op);
  return append(std::move(node));
}

std::string Graph::name(int index) const {
  const Node& at = node(index);
  return at.scope.empty() ? at.text.id : at.scope + '/' + at.text.id;
}

int Graph::find(std::string_view wanted) const {
  for (size_t i = 0; i < nodes_.size(); ++i) {
    if (name(static_cast<int>(i)) == wanted) return static_cast<int>(i);
  }
  return -1;
}

std::vector<Shape> Graph::input_shapes(const Node& node) const {
  std::vector<Shape> shapes;
  for (const int input : node.inputs) shapes.push_back(nodes_[static_cast<size_t>(input)].shape);
  return shapes;
}

}  // namespace attn
