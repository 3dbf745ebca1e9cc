// What layers and models write with: the record, the parameters by name, the task's sizes, and chance that repeats.
#ifndef CORE_LAYERS_RECORDER_H_
#define CORE_LAYERS_RECORDER_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/attention/params.h"
#include "core/attention/setting.h"
#include "core/graph/graph.h"
#include "core/training/backprop.h"
#include "core/training/parameters.h"
#include "core/training/task.h"

namespace attn {

// An attention mechanism of the catalogue with its parameters, where a model is to use another than its own.
struct Mechanism {
  Value (*build)(Setting& setting) = nullptr;
  const Params* params = nullptr;
  bool batched = true;
};

struct Discretizer;  // core/layers/discretizer.h

// How a model that makes vectors discrete does it, with its parameters.
struct Discretization {
  const Discretizer* discretizer = nullptr;
  const Params* params = nullptr;
};

class Recorder {
 public:
  // What all records of a run have in common. `step` and `seed` decide every draw; only training has dropout.
  struct Context {
    Parameters* parameters = nullptr;
    const Params* params = nullptr;  // the model's
    TaskSizes sizes = {};
    Mechanism mechanism = {};
    Discretization discretization = {};
    uint64_t seed = 1;
    int64_t step = 0;
    int64_t steps = 0;  // of the whole run
    bool training = false;
    bool tables = true;          // parameters are too bulky to be shown whole
    bool draws_choices = false;  // where a model chooses, it draws as in training, not the likeliest
  };

  Recorder(Graph& graph, const Context& context) : graph_(graph), context_(context) {}

  Graph& graph() { return graph_; }
  const Params& params() const { return *context_.params; }
  const TaskSizes& sizes() const { return context_.sizes; }
  const Mechanism& mechanism() const { return context_.mechanism; }
  const Discretization& discretization() const { return context_.discretization; }
  bool training() const { return context_.training; }
  bool draws_choices() const { return context_.training || context_.draws_choices; }
  // How much of the run is behind: what is annealed goes by it. 1 where nothing is trained.
  double progress() const;

  // The parameter "<scope>/<name>", one leaf a record however often it is asked for.
  Value parameter(std::string_view name, const Shape& shape, Start start, StepText text = {});

  // Numbers that follow what is measured instead of being learned: after each step they become
  // keep * themselves + (1 - keep) * measured. Kept with the parameters, without a gradient.
  Value running(std::string_view name, const Shape& shape, Start start, StepText text = {});
  void follow(Value running, Value measured, double keep);
  // Of those: the nodes to keep through Backprop::run, and what is done after it.
  std::vector<int> measured() const;
  void settle(const Backprop& backprop) const;

  // Each number is 0 with chance `rate`, the others grow by 1 / (1 - rate) (Srivastava et al. 2014); only in training.
  // Masks differ from call to call and from step to step, and repeat with the seed.
  Value dropout(Value x, double rate);
  // Numbers from [0, 1), others at each step and call; and numbers of another kind (kNormal, kGumbel).
  Value draws(const Shape& shape);
  Value noise(const Shape& shape, Init kind);
  // A seed of its own for whoever draws by himself: differs by scope and step.
  uint64_t draw_seed();

  // What goes on from one decoding call to the next: a recurrent state, keys read so far. `carried` is what the call
  // before left under this name, else `first`; `carry` leaves something. `along`: the axis on which it has a place for
  // every piece so far, where it has one, so that the last pieces can be taken back by cutting it.
  Value carried(const std::string& name, Value first);
  void carry(const std::string& name, Value value, std::string_view along = {}) {
    left_[name] = value;
    if (!along.empty()) places_[name] = along;
  }
  // Leaves what is the same in all calls.
  void carry_unchanged(const std::string& name, Value value) { left_[name] = value, places_[name] = {}; }
  // Puts in what an earlier call left; reads what this one leaves.
  void give(const std::string& name, Value value) { given_[name] = value; }
  const std::map<std::string, Value>& left() const { return left_; }
  // Of those, by name, the axes of places; empty for what is the same in all calls.
  const std::map<std::string, std::string>& places() const { return places_; }

  // What stands beside the text all the while and is no part of it: the small picture that a larger one is made of.
  // Not valid where a task has no such thing.
  Value beside() const { return beside_; }
  void put_beside(Value value) { beside_ = value; }

  const ParameterNodes& parameter_nodes() const { return nodes_; }

 private:
  struct Running {
    Parameter* parameter;
    int measured;
    double keep;
  };
  Value leaf_of(Parameter& parameter, const std::string& full, StepText text);

  Graph& graph_;
  Context context_;
  std::map<int, Parameter*> running_;  // by node
  std::vector<Running> followed_;
  std::map<std::string, Value> leaves_;
  ParameterNodes nodes_;
  std::map<std::string, Value> given_, left_;
  std::map<std::string, std::string> places_;
  uint64_t drawn_ = 0;
  Value beside_;
};

// Everything recorded while it lives stands in the scope "<outer>/<name>".
class Scope {
 public:
  Scope(Recorder& recorder, std::string_view name);
  ~Scope() { graph_.set_scope(outer_); }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

 private:
  Graph& graph_;
  std::string outer_;
};

// A name for a tensor that is no step of its own.
inline StepText named(const char* id, const char* symbol) {
  StepText text;
  text.id = id, text.symbol = symbol;
  return text;
}

}  // namespace attn

#endif  // CORE_LAYERS_RECORDER_H_
