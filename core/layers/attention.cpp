#include "core/layers/attention.h"

#include "core/attention/pipeline.h"

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
  Setting setting(r.graph(), params, r.draw_seed());
  setting.take_weights_from(&weights);
  setting.set_x(x);
  if (source.node() != x.node()) setting.set_source(source);
  const int first = static_cast<int>(r.graph().nodes().size());
  Value output = own ? attend(setting, multi_head_pipeline(setting)) : layer.mechanism.build(setting);
  if (output.shape().dims().back().axis != axis::kModel) {
    // One head without a matrix of its own at the end: its channels are the model's.
    std::vector<std::string_view> order;
    for (const Dim& dim : output.shape().dims()) order.push_back(dim.axis);
    const int head = output.shape().find(axis::kHead);
    if (head >= 0) {
      order.erase(order.begin() + head);
      order.insert(order.end() - 1, axis::kHead);
    }
    output = rearrange(output, order, head >= 0 ? 2 : 1, axis::kModel);
  }
  return {output, weights_since(r.graph(), first)};
}

}  // namespace attn
