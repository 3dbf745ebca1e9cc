#include "core/api/compute.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "core/graph/ops/ops.h"

namespace attn::api {
namespace {

// Records of more steps than this are not written by hand, and each costs a kilobyte.
constexpr size_t kMostSteps = 100'000;

constexpr std::string_view kAxes[] = {axis::kBatch, axis::kHead,   axis::kQuery,   axis::kKey,    axis::kChannel,
                                      axis::kModel, axis::kTime,   axis::kFeature, axis::kLatent, axis::kPiece,
                                      axis::kRound, axis::kBucket, axis::kOne};

constexpr std::pair<std::string_view, Function> kFunctions[] = {{"exp", Function::kExp},
                                                                {"log", Function::kLog},
                                                                {"tanh", Function::kTanh},
                                                                {"sigmoid", Function::kSigmoid},
                                                                {"relu", Function::kRelu},
                                                                {"silu", Function::kSilu},
                                                                {"elu", Function::kElu},
                                                                {"gelu", Function::kGelu},
                                                                {"gelu_tanh", Function::kGeluTanh},
                                                                {"square_root", Function::kSquareRoot},
                                                                {"elu_plus_one", Function::kEluPlusOne},
                                                                {"softplus", Function::kSoftplus},
                                                                {"log_sigmoid", Function::kLogSigmoid},
                                                                {"floor", Function::kFloor},
                                                                {"positive", Function::kPositive},
                                                                {"absolute", Function::kAbsolute},
                                                                {"leaky_relu", Function::kLeakyRelu},
                                                                {"reciprocal", Function::kReciprocal}};

using Json = rapidjson::Value;

// One step as it was asked for, its inputs found, and the first thing that was wrong.
class Step {
 public:
  Step(const Json& json, size_t number, const std::map<std::string, Value>& known)
      : json_(json), where_("steps[" + std::to_string(number) + "]") {
    if (!json.IsObject()) {
      note("", "something else", "an object");
      return;
    }
    op_ = text("op");
    output_ = text("output");
    if (status_.ok() && known.contains(output_)) note(".output", '"' + output_ + '"', "a name that is not taken");
    find_inputs(known);
  }

  const Status& status() const { return status_; }
  const std::string& output() const { return output_; }
  const std::string& op() const { return op_; }
  size_t inputs() const { return inputs_.size(); }
  Value input(size_t i) const { return inputs_[i]; }

  void note(const std::string& field, std::string got, std::string takes) {
    if (status_.ok()) status_ = invalid_input(where_ + field, std::move(got), std::move(takes));
  }
  // Puts the step's place before the name of what an op refused.
  Status at_this_step(const Status& of_graph) const {
    Status status = of_graph;
    status.argument = where_ + " (" + op_ + "): " + status.argument;
    return status;
  }

  bool has(const char* field) const { return find(field) != nullptr; }
  std::string text(const char* field) {
    const Json* value = find(field);
    if (value && value->IsString()) return value->GetString();
    note(std::string(".") + field, value ? "something else" : "nothing", "a text");
    return {};
  }
  double number(const char* field) {
    const Json* value = find(field);
    if (value && value->IsNumber()) return value->GetDouble();
    note(std::string(".") + field, value ? "something else" : "nothing", "a number");
    return 0;
  }
  int64_t integer(const char* field) {
    int64_t out = 0;
    if (!has(field)) return note(std::string(".") + field, "nothing", "a whole number"), 0;
    const Status status = read_integer(json_, field, 0, 0, Band::kUnbounded, &out);
    if (!status.ok()) note(std::string(".") + field, status.got, status.takes);
    return out;
  }
  std::string_view axis(const char* field) { return known_axis(field, text(field)); }
  std::vector<std::string_view> axes(const char* field) {
    std::vector<std::string_view> out;
    const Json* value = find(field);
    if (!value || !value->IsArray()) return note(std::string(".") + field, "something else", "a list of axes"), out;
    for (const Json& name : value->GetArray())
      out.push_back(known_axis(field, name.IsString() ? name.GetString() : ""));
    return out;
  }

 private:
  void find_inputs(const std::map<std::string, Value>& known) {
    const Json* names = find("inputs");
    if (!names || !names->IsArray()) {
      note(".inputs", "something else", "a list of names");
      return;
    }
    for (const Json& name : names->GetArray()) {
      const auto found = name.IsString() ? known.find(name.GetString()) : known.end();
      if (found == known.end()) {
        note(".inputs", name.IsString() ? '"' + std::string(name.GetString()) + '"' : "something else",
             "names of tensors or earlier steps");
        return;
      }
      inputs_.push_back(found->second);
    }
  }

  const Json* find(const char* field) const {
    const auto found = json_.FindMember(field);
    return found == json_.MemberEnd() ? nullptr : &found->value;
  }
  std::string_view known_axis(const char* field, std::string_view name) {
    const auto* found = std::find(std::begin(kAxes), std::end(kAxes), name);
    if (found != std::end(kAxes)) return *found;
    note(std::string(".") + field, '"' + std::string(name) + '"', "the name of an axis");
    return axis::kOne;
  }

  const Json& json_;
  std::string where_;
  std::string op_;
  std::string output_;
  std::vector<Value> inputs_;
  Status status_;
};

struct OpEntry {
  std::string_view name;
  size_t inputs;
  Value (*record)(Step&);
  size_t more = 0;  // inputs that may follow
};

constexpr OpEntry kOps[] = {
    {"matmul", 2,
     [](Step& s) { return matmul(s.input(0), s.input(1), s.axis("over"), s.has("rows_as") ? s.axis("rows_as") : ""); }},
    {"linear", 3,
     [](Step& s) {
       return linear(s.input(0), s.input(1), s.input(2), s.axis("over"), s.has("rows_as") ? s.axis("rows_as") : "");
     }},
    {"dot", 2, [](Step& s) { return dot(s.input(0), s.input(1)); }},
    {"add", 2, [](Step& s) { return add(s.input(0), s.input(1)); }},
    {"multiply", 2, [](Step& s) { return multiply(s.input(0), s.input(1)); }},
    {"divide", 2, [](Step& s) { return divide(s.input(0), s.input(1)); }},
    {"maximum", 2, [](Step& s) { return maximum(s.input(0), s.input(1)); }},
    {"scale", 1, [](Step& s) { return scale(s.input(0), s.number("factor")); }},
    {"mask", 2, [](Step& s) { return mask(s.input(0), s.input(1)); }},
    {"softmax", 1, [](Step& s) { return softmax(s.input(0)); }},
    {"sparsemax", 1, [](Step& s) { return sparsemax(s.input(0)); }},
    {"entmax15", 1, [](Step& s) { return entmax15(s.input(0)); }},
    {"top_k", 1,
     [](Step& s) {
       const std::string ties = s.text("ties");
       if (ties != "all" && ties != "first") s.note(".ties", '"' + ties + '"', "all or first");
       return top_k(s.input(0), s.integer("take"), ties == "all" ? Ties::kAll : Ties::kFirst);
     }},
    {"map", 1,
     [](Step& s) {
       const std::string name = s.text("function");
       const auto* found = std::find_if(std::begin(kFunctions), std::end(kFunctions),
                                        [&](const auto& function) { return function.first == name; });
       if (found != std::end(kFunctions)) return map(s.input(0), found->second);
       s.note(".function", '"' + name + '"', "the name of a function, like tanh");
       return s.input(0);
     }},
    {"layer_norm", 3, [](Step& s) { return layer_norm(s.input(0), s.input(1), s.input(2), s.number("epsilon")); }},
    {"rms_norm", 2, [](Step& s) { return rms_norm(s.input(0), s.input(1), s.number("epsilon")); }},
    {"reduce_sum", 1, [](Step& s) { return reduce_sum(s.input(0), s.axis("over")); }},
    {"reduce_mean", 1, [](Step& s) { return reduce_mean(s.input(0), s.axis("over")); }},
    {"reduce_max", 1, [](Step& s) { return reduce_max(s.input(0), s.axis("over")); }},
    {"cumulative_sum", 1, [](Step& s) { return cumulative_sum(s.input(0), s.axis("along")); }},
    {"segment_sum", 1, [](Step& s) { return segment_sum(s.input(0), s.axis("along"), s.axis("from")); }},
    {"state_scan", 2,
     [](Step& s) {
       return state_scan(s.input(0), s.input(1), s.inputs() > 2 ? s.input(2) : Value(),
                         s.inputs() > 3 ? s.input(3) : Value());
     },
     2},
    {"unit_lower_solve", 2, [](Step& s) { return unit_lower_solve(s.input(0), s.input(1)); }},
    {"rearrange", 1,
     [](Step& s) {
       const bool merges = s.has("merged");
       return rearrange(s.input(0), s.axes("order"), merges ? static_cast<int>(s.integer("merged")) : 1,
                        merges ? s.axis("name") : "");
     }},
    {"rename", 1, [](Step& s) { return rename(s.input(0), s.axis("from"), s.axis("to")); }},
    {"gather", 2, [](Step& s) { return gather(s.input(0), s.input(1)); }},
    {"concat", 2, [](Step& s) { return concat(s.input(0), s.input(1), s.axis("along")); }},
    {"slice", 1, [](Step& s) { return slice(s.input(0), s.axis("along"), s.integer("begin"), s.integer("end")); }},
};

std::string op_names() {
  std::string names;
  for (const OpEntry& entry : kOps) names += (names.empty() ? "" : ", ") + std::string(entry.name);
  return names;
}

Status record_step(Step& step, Graph* graph, std::map<std::string, Value>* known) {
  const auto* entry =
      std::find_if(std::begin(kOps), std::end(kOps), [&](const OpEntry& e) { return e.name == step.op(); });
  if (step.status().ok() && entry == std::end(kOps)) step.note(".op", '"' + step.op() + '"', op_names());
  if (step.status().ok() && (step.inputs() < entry->inputs || step.inputs() > entry->inputs + entry->more)) {
    const std::string most = entry->more > 0 ? " to " + std::to_string(entry->inputs + entry->more) : "";
    step.note(".inputs", std::to_string(step.inputs()), std::to_string(entry->inputs) + most);
  }
  if (!step.status().ok()) return step.status();
  const Value value = entry->record(step);
  if (!step.status().ok()) return step.status();
  if (!graph->status().ok()) return step.at_this_step(graph->status());
  known->emplace(step.output(), value);
  return {};
}

// The axes that the request names for a tensor.
Status read_shape(const Json* axes, const std::string& name, const onnx::Sizes& sizes, Shape* out) {
  const std::string argument = "tensors." + name + ".axes";
  const Json* names = nullptr;
  if (axes && axes->IsObject() && axes->HasMember(name.c_str())) names = &(*axes)[name.c_str()];
  if (!names || !names->IsArray() || names->Size() != sizes.size())
    return invalid_input(argument, "something else", std::to_string(sizes.size()) + " names of axes");
  std::vector<Dim> dims;
  for (rapidjson::SizeType i = 0; i < names->Size(); ++i) {
    const std::string_view wanted = (*names)[i].IsString() ? (*names)[i].GetString() : "";
    const auto* found = std::find(std::begin(kAxes), std::end(kAxes), wanted);
    const bool twice = std::any_of(dims.begin(), dims.end(), [&](const Dim& dim) { return dim.axis == wanted; });
    if (found == std::end(kAxes) || twice)
      return invalid_input(argument, '"' + std::string(wanted) + '"', "names of axes, each once");
    dims.push_back({*found, sizes[i]});
  }
  *out = Shape(std::move(dims));
  return {};
}

}  // namespace

Status record_steps(NumericRequest& request, Graph* graph, std::vector<ComputeOutput>* outputs) {
  std::map<std::string, Value> known;
  for (const std::string& name : request.tensors()) {
    const onnx::Input input = request.input(name.c_str(), ("tensors." + name).c_str(), onnx::Beside::kMinusInfinity);
    if (!request.status().ok()) return request.status();
    Shape shape;
    if (Status s = read_shape(request.option("axes"), name, input.sizes, &shape); !s.ok()) return s;
    StepText text;
    text.id = name;
    known.emplace(name, graph->leaf(shape, {input.data, input.data + shape.count()}, Origin::kGiven, std::move(text)));
  }
  const Json* steps = request.option("steps");
  if (!steps || !steps->IsArray() || steps->Size() > kMostSteps)
    return invalid_input("steps", "something else", "a list of at most " + std::to_string(kMostSteps) + " steps");
  for (rapidjson::SizeType i = 0; i < steps->Size(); ++i) {
    Step step((*steps)[i], i, known);
    if (Status s = record_step(step, graph, &known); !s.ok()) return s;
  }
  const Json* wanted = request.option("outputs");
  if (!wanted || !wanted->IsArray() || wanted->Empty())
    return invalid_input("outputs", "something else", "a list of names");
  for (const Json& name : wanted->GetArray()) {
    const auto found = name.IsString() ? known.find(name.GetString()) : known.end();
    if (found == known.end()) return invalid_input("outputs", "a name that no step has", "names of steps");
    outputs->push_back({found->first, found->second});
  }
  return {};
}

}  // namespace attn::api
