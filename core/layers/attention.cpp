#include "core/layers/attention.h"

#include "core/attention/pipeline.h"
#include "core/layers/so_far.h"

namespace attn {
namespace {

// Hands a mechanism's weights to the recorder, in the scope that is open.
class RecordedWeights final : public WeightSource {
 public:
  explicit RecordedWeights(Recorder& recorder) : recorder_(recorder) {}
  Value weight(const Shape& shape, Init init, StepText text) override {
    const std::string name = text.id;
    return recorder_.parameter(name, shape, {init}, std::move(text));
  }

 private:
  Recorder& recorder_;
};

const std::vector<ParamSpec>& multi_head_specs() {
  static const std::vector<ParamSpec> specs = [] {
    std::vector<ParamSpec> list = {shared::heads(4), shared::head_width()};
    append(&list, shared::mask());
    return list;
  }();
  return specs;
}

bool can_be_causal(const Params& params) {
  for (const ParamSpec& spec : params.specs()) {
    if (spec.id != "mask") continue;
    for (const Choice& choice : spec.choices) {
      if (choice.value == "causal") return true;
    }
  }
  return false;
}

// The last tensor of stage `normalise` is what a mechanism calls its weights.
Value weights_since(Graph& graph, int first) {
  for (int i = static_cast<int>(graph.nodes().size()) - 1; i >= first; --i) {
    if (graph.node(i).text.stage == "normalise" && graph.node(i).shape.find(axis::kKey) >= 0) return {&graph, i};
  }
  return {};
}

// A tensor with the batch axis taken off one of its entries, or put on: the same numbers.
Value entry(Value x, int64_t i) { return reduce_sum(slice(x, axis::kBatch, i, i + 1), axis::kBatch); }
Value append(Value all, Value one) {
  const Value with_axis = repeat(one, axis::kBatch, 1);
  return all.valid() ? concat(all, with_axis, axis::kBatch) : with_axis;
}

// [..., query, channel] or [head, ..., query, channel] with `model` as its last axis.
Value as_model(Value output) {
  if (output.shape().dims().back().axis == axis::kModel && output.shape().find(axis::kHead) < 0) return output;
  std::vector<std::string_view> order;
  for (const Dim& dim : output.shape().dims()) {
    if (dim.axis != axis::kHead) order.push_back(dim.axis);
  }
  const bool heads = output.shape().find(axis::kHead) >= 0;
  if (heads) order.insert(order.end() - 1, axis::kHead);
  return rearrange(output, std::move(order), heads ? 2 : 1, axis::kModel);
}

// Queries of these words, keys and values of all so far: [head, batch, key, channel].
Projected projected_so_far(Recorder& r, Setting& setting, const Pipeline& pipeline) {
  if (setting.has_source()) {
    // The source is the same in every call.
    const auto once = [&](const char* name, auto project) {
      const std::string id = r.graph().scope() + '/' + name;
      const Value known = r.carried(id, {});
      const Value value = known.valid() ? known : project();
      r.carry_unchanged(id, value);
      return value;
    };
    Projected in, all;
    const auto project = [&] { return all.k.valid() ? all : all = pipeline.project(setting, pipeline); };
    in.k = once("source_keys", [&] { return project().k; });
    in.v = once("source_values", [&] { return project().v; });
    in.q = all.q.valid() ? all.q : project_q(setting, pipeline).q;
    return in;
  }
  Projected in = pipeline.project(setting, pipeline);
  const int64_t now = in.k.shape().size(axis::kKey);
  in.k = so_far(r, "keys", in.k, axis::kKey), in.v = so_far(r, "values", in.v, axis::kKey);
  setting.set_read_before(in.k.shape().size(axis::kKey) - now);
  return in;
}

Value multi_head(Recorder& r, Setting& setting, bool goes_on) {
  const Pipeline pipeline = multi_head_pipeline(setting);
  return goes_on ? attend(setting, pipeline, projected_so_far(r, setting, pipeline)) : attend(setting, pipeline);
}

}  // namespace

Attended attention_layer(Recorder& r, std::string_view name, Value x, Value source, const AttentionLayer& layer) {
  const Scope scope(r, name);
  const int64_t width = x.shape().columns();
  const bool own = !layer.mechanism.build || (layer.causal && !can_be_causal(*layer.mechanism.params));
  Params params = own ? Params(multi_head_specs()) : *layer.mechanism.params;
  const auto set = [&](Status status) {
    if (!status.ok()) r.graph().fail(std::move(status));
  };
  if (own || params.has("heads")) set(params.set_number("heads", static_cast<double>(layer.heads)));
  if (params.has("head_width")) {
    const int64_t heads = params.has("heads") ? layer.heads : 1;
    set(params.set_number("head_width", static_cast<double>(std::max<int64_t>(width / heads, 1))));
  }
  if (layer.causal) set(params.set_choice("mask", "causal"));

  RecordedWeights weights(r);
  const auto attend_to = [&](Value asks, Value is_read) -> Attended {
    Setting setting(r.graph(), params, r.draw_seed());
    setting.take_weights_from(&weights);
    setting.set_x(asks);
    if (is_read.node() != asks.node()) setting.set_source(is_read);
    const int first = static_cast<int>(r.graph().nodes().size());
    const Value output = as_model(own ? multi_head(r, setting, layer.goes_on) : layer.mechanism.build(setting));
    if (output.shape().size(axis::kQuery) != asks.shape().size(axis::kQuery)) {
      r.graph().fail(
          invalid_input("mechanism", "one with a result for the whole text", "one with a result for every row"));
    }
    return {output, weights_since(r.graph(), first)};
  };
  const int batch = x.shape().find(axis::kBatch);
  if (own || layer.mechanism.batched || batch < 0) return attend_to(x, source);
  Attended all;
  for (int64_t i = 0; i < x.shape()[batch].size; ++i) {
    const Value asks = entry(x, i);
    const Attended one = attend_to(asks, source.node() == x.node() ? asks : entry(source, i));
    all.output = append(all.output, one.output);
    if (one.weights.valid()) all.weights = append(all.weights, one.weights);
  }
  return all;
}

}  // namespace attn
