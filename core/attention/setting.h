// What a mechanism is built on: the record it writes to, its parameters, the tokens' vectors, and weights that are
// given, trained or seeded, whichever comes first.
#ifndef CORE_ATTENTION_SETTING_H_
#define CORE_ATTENTION_SETTING_H_

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/attention/initial.h"
#include "core/attention/params.h"
#include "core/graph/graph.h"

namespace attn {

// A tensor somebody brought along: sizes, numbers, and where they come from.
struct Offer {
  std::vector<int64_t> sizes;
  std::shared_ptr<const std::vector<float>> values;
  Origin origin = Origin::kGiven;
};

// Who keeps the weights of a model that learns: asked for each weight by the mechanism's own name for it.
class WeightSource {
 public:
  virtual ~WeightSource() = default;
  virtual Value weight(const Shape& shape, Init init, StepText text) = 0;
};

class Setting {
 public:
  Setting(Graph& graph, const Params& params, uint64_t seed) : graph_(graph), params_(params), seed_(seed) {}

  Graph& graph() { return graph_; }
  const Params& params() const { return params_; }
  // Of everything drawn by chance.
  uint64_t seed() const { return seed_; }

  // The tokens' vectors [query, model].
  Value x() const { return x_; }
  void set_x(Value x) { x_ = x; }
  // The vectors that are read, [query, model] like x: another text's where one came along, else x itself. Mechanisms
  // name their rows keys.
  Value source() const { return source_.valid() ? source_ : x_; }
  void set_source(Value source) { source_ = source; }
  bool has_source() const { return source_.valid(); }
  // How many words stand before the first of x among those that are read: calls before have read them.
  int64_t read_before() const { return read_before_; }
  void set_read_before(int64_t words) { read_before_ = words; }
  int64_t tokens() const { return x_.shape().size(axis::kQuery); }
  int64_t width() const { return x_.shape().size(axis::kModel); }
  // The width that the result should have: x's own, unless a trained layer widens.
  int64_t output_width() const { return output_width_ > 0 ? output_width_ : width(); }
  void set_output_width(int64_t width) { output_width_ = width; }

  // Given tensors must fit: another shape is an error. Trained ones are used where they fit.
  void offer(std::string name, Offer offer) { offers_[std::move(name)] = std::move(offer); }
  bool offered(std::string_view name, const Shape& shape) const;
  // The sizes of an offered weight; empty if nobody brings it.
  std::vector<int64_t> offered_sizes(std::string_view name) const;
  // Leaves trained weights aside: everything not given is seeded.
  void forget_trained();

  // Where drawn weights are remembered between runs; without it each run draws anew.
  void remember_in(DrawnWeights* drawn) { drawn_ = drawn; }
  // From now on weights come from there. What a mechanism draws for chance's sake it still draws itself.
  void take_weights_from(WeightSource* source) { source_of_weights_ = source; }
  // From now on weights are called otherwise, "w_q" for example "w_q_columns": a second pass has weights of its own.
  void set_pass(std::string suffix) { pass_ = std::move(suffix); }

  // The weight called text.id: offered, or drawn by seed and name alone.
  Value weight(const Shape& shape, StepText text, Init init = Init::kGlorot);
  // The numbers of a given tensor that is no weight (which sentence a word stands in); null if nobody gives it.
  const std::vector<float>* given(std::string_view name, const Shape& shape);
  // Was any weight seeded? The page says so.
  bool seeded() const { return seeded_; }
  // An error for a given tensor that the mechanism has no use for.
  Status check_taken() const;

 private:
  const Offer* fitting(std::string_view name, const Shape& shape) const;

  Graph& graph_;
  const Params& params_;
  uint64_t seed_;
  Value x_;
  Value source_;
  int64_t output_width_ = 0;
  int64_t read_before_ = 0;
  std::map<std::string, Offer, std::less<>> offers_;
  std::set<std::string> taken_;
  DrawnWeights* drawn_ = nullptr;
  WeightSource* source_of_weights_ = nullptr;
  std::string pass_;
  bool seeded_ = false;
};

}  // namespace attn

#endif  // CORE_ATTENTION_SETTING_H_
