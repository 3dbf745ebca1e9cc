// The ONNX calls as requests: names and options to the plain calls of core/attention/onnx_*.h.
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/api/api.h"
#include "core/api/compute.h"
#include "core/api/numeric_request.h"
#include "core/api/session.h"
#include "core/attention/onnx_attention.h"
#include "core/attention/onnx_linear_attention.h"
#include "core/attention/onnx_rotary_embedding.h"
#include "core/attention/onnx_values.h"
#include "core/graph/evaluation.h"
#include "core/tensor/memory.h"

namespace attn::api {
namespace {

using Floats = std::vector<float>;

// Results stay readable until the next call; their memory is used again, so that a warm call allocates nothing large.
struct Result {
  std::string name;
  onnx::Sizes sizes;
  std::vector<std::string> axes;  // where they have names
  Floats values;
};

std::vector<Result>& results() {
  static std::vector<Result> kept;
  return kept;
}

// Heads beyond any use; keeps products of sizes within 64 bits.
constexpr int64_t kMostHeads = int64_t{1} << 20;

// Room for the results, or a status: an allocation that fails inside the core would end the page.
Status make_room(std::vector<std::pair<const char*, const onnx::Sizes*>> wanted) {
  int64_t cells = 0;
  for (const auto& [name, sizes] : wanted) cells += onnx::count(*sizes);
  Status too_large = {ErrorKind::kTooLarge, "results", std::to_string(cells) + " cells",
                      std::to_string(onnx::kMostCells) + " cells at most, and the memory for them"};
  if (cells > onnx::kMostCells) return too_large;
  std::vector<Result>& kept = results();
  kept.resize(wanted.size());
  for (size_t i = 0; i < wanted.size(); ++i) {
    Result& result = kept[i];
    result.name = wanted[i].first;
    result.sizes = *wanted[i].second;
    result.axes.clear();
    const size_t needed = static_cast<size_t>(onnx::count(result.sizes));
    // Memory that a much larger call left behind goes back; 1 Mi cells (4 MB) are not worth the trouble.
    if (result.values.capacity() > (size_t{1} << 20) && result.values.capacity() / 4 > needed)
      Floats().swap(result.values);
    if (result.values.capacity() < needed) {
      if (!memory_for(static_cast<int64_t>(needed * sizeof(float)))) return too_large;
    }
    result.values.resize(needed);
  }
  return {};
}

float* values_of(std::string_view name) {
  for (Result& result : results())
    if (result.name == name) return result.values.data();
  return nullptr;
}

// Did finite numbers give others?
bool overflowed(std::string_view name, onnx::Beside beside = onnx::Beside::kNothing) {
  for (const Result& result : results()) {
    if (result.name != name) continue;
    return onnx::find_odd(result.values.data(), static_cast<int64_t>(result.values.size()), beside) >= 0;
  }
  return false;
}

// "q, k, decay": those that were given.
std::string given(std::initializer_list<std::pair<const char*, bool>> arguments) {
  std::string names;
  for (const auto& [name, is_given] : arguments)
    if (is_given) names += (names.empty() ? "" : ", ") + std::string(name);
  return names;
}

Status check_attention(const onnx::AttentionCall& call, int64_t keys) {
  using onnx::Beside, onnx::Scores;
  // A row without keys is NaN where that was asked for; then no other NaN can be told from it.
  const Beside weights = call.masked_rows == kernels::MaskedRow::kNan ? Beside::kNan : Beside::kNothing;
  const Beside scores = call.scores == Scores::kWeights  ? weights
                        : call.scores == Scores::kMasked ? Beside::kMinusInfinity
                                                         : Beside::kNothing;
  const bool odd_y = overflowed("y", weights), odd_scores = overflowed("qk_matmul", scores);
  if (!odd_y && !odd_scores) return {};
  // Values are to blame where the sum of as many of them as there are keys may be too large.
  const auto too_large = [keys](const onnx::Input& values) {
    const float most = std::numeric_limits<float>::max() / static_cast<float>(std::max<int64_t>(keys, 1));
    const int64_t count = values.given() ? onnx::count(values.sizes) : 0;
    return std::any_of(values.data, values.data + count, [most](float v) { return !(std::fabs(v) <= most); });
  };
  if (!odd_scores && (too_large(call.v) || too_large(call.past_value)))
    return onnx::overflow(given({{"v", true}, {"pastValue", call.past_value.given()}}));
  return onnx::overflow(given({{"q", true},
                               {"k", true},
                               {"pastKey", call.past_key.given()},
                               {"scale", call.scale.has_value()},
                               {"mask", call.mask.given() && !call.mask_is_bool}}));
}

Status run_attention(NumericRequest& request) {
  onnx::AttentionCall call;
  onnx::Sizes lengths;
  call.q = request.input("q");
  call.k = request.input("k");
  call.v = request.input("v");
  call.mask_is_bool = request.choice("mask_kind", {"added", "bool"}, 0) == 1;
  call.mask = call.mask_is_bool ? request.numbers("mask") : request.input("mask", "mask", onnx::Beside::kMinusInfinity);
  call.past_key = request.input("past_key", "pastKey");
  call.past_value = request.input("past_value", "pastValue");
  call.real_keys = request.wholes("nonpad_kv_seqlen", &lengths);
  call.causal = request.flag("causal");
  call.q_heads = request.integer("q_heads", 0, 0, kMostHeads);
  call.kv_heads = request.integer("kv_heads", 0, 0, kMostHeads);
  call.scale = request.number("scale");
  call.softcap = request.number("softcap").value_or(0.0F);
  call.scores = static_cast<onnx::Scores>(request.integer("qk_matmul_output", -1, -1, 3));
  constexpr kernels::MaskedRow kPolicies[] = {kernels::MaskedRow::kZero, kernels::MaskedRow::kNan,
                                              kernels::MaskedRow::kUniform};
  call.masked_rows = kPolicies[request.choice("masked_rows", {"zero", "nan", "uniform"}, 0)];
  const bool present = request.flag("present");
  if (!request.status().ok()) return request.status();

  onnx::AttentionShapes shapes;
  if (Status s = onnx::attention_shapes(call, &shapes); !s.ok()) return s;
  std::vector<std::pair<const char*, const onnx::Sizes*>> wanted = {{"y", &shapes.y}};
  if (present || call.past_key.given()) {
    wanted.emplace_back("present_key", &shapes.present_key);
    wanted.emplace_back("present_value", &shapes.present_value);
  }
  if (call.scores != onnx::Scores::kNone) wanted.emplace_back("qk_matmul", &shapes.scores);
  if (Status s = make_room(wanted); !s.ok()) return s;
  if (onnx::attention(call, values_of("y"), values_of("present_key"), values_of("present_value"),
                      values_of("qk_matmul"))) {
    return check_attention(call, shapes.scores.back());
  }
  return {ErrorKind::kTooLarge, "q, k, v", "more than there is memory for", "fewer queries, or other traces disposed"};
}

Status run_rotary_embedding(NumericRequest& request) {
  onnx::RotaryCall call;
  call.x = request.input("x");
  call.cos = request.input("cos");
  call.sin = request.input("sin");
  call.position_ids = request.wholes("position_ids", &call.position_sizes);
  call.interleaved = request.flag("interleaved");
  call.heads = request.integer("heads", 0, 0, kMostHeads);
  call.rotary_width = request.integer("rotary_dim", 0, 0, kMostHeads);
  if (!request.status().ok()) return request.status();

  if (Status s = onnx::check_rotary_embedding(call); !s.ok()) return s;
  if (Status s = make_room({{"y", &call.x.sizes}}); !s.ok()) return s;
  onnx::rotary_embedding(call, values_of("y"));
  return overflowed("y") ? onnx::overflow("x, cos, sin") : Status{};
}

Status run_linear_attention(NumericRequest& request) {
  onnx::LinearCall call;
  call.q = request.input("q");
  call.k = request.input("k");
  call.v = request.input("v");
  call.past_state = request.input("past_state", "pastState");
  call.decay = request.input("decay", "decay", onnx::Beside::kMinusInfinity);  // the logarithm of 0: all is forgotten
  call.beta = request.input("beta");
  call.erase_gate = request.input("erase_gate", "eraseGate");
  call.q_heads = request.integer("q_heads", 0, 0, kMostHeads);
  call.kv_heads = request.integer("kv_heads", 0, 0, kMostHeads);
  call.rule = static_cast<onnx::Rule>(request.choice("rule", {"linear", "gated", "delta", "gated_delta"}, 3));
  call.scale = request.number("scale").value_or(0.0F);
  if (!request.status().ok()) return request.status();

  onnx::LinearShapes shapes;
  if (Status s = onnx::linear_attention_shapes(call, &shapes); !s.ok()) return s;
  if (Status s = make_room({{"y", &shapes.y}, {"present_state", &shapes.state}}); !s.ok()) return s;
  onnx::linear_attention(call, values_of("y"), values_of("present_state"));
  if (!overflowed("y") && !overflowed("present_state")) return {};
  return onnx::overflow(given({{"q", true},
                               {"k", true},
                               {"v", true},
                               {"pastState", call.past_state.given()},
                               {"decay", call.decay.given()},
                               {"beta", call.beta.given()},
                               {"eraseGate", call.erase_gate.given()},
                               {"scale", call.scale != 0.0F}}));
}

Status run_compute(NumericRequest& request) {
  Graph graph;
  std::vector<ComputeOutput> outputs;
  if (!request.status().ok()) return request.status();
  if (Status s = record_steps(request, &graph, &outputs); !s.ok()) return s;
  Evaluation<float> values(graph);
  if (Status s = values.run(); !s.ok()) return s;
  std::vector<onnx::Sizes> sizes;
  for (const ComputeOutput& output : outputs) {
    sizes.emplace_back();
    for (const Dim& dim : output.value.shape().dims()) sizes.back().push_back(dim.size);
  }
  std::vector<std::pair<const char*, const onnx::Sizes*>> wanted;
  for (size_t i = 0; i < outputs.size(); ++i) wanted.emplace_back(outputs[i].name.c_str(), &sizes[i]);
  if (Status s = make_room(wanted); !s.ok()) return s;
  for (const ComputeOutput& output : outputs) {
    for (Result& result : results()) {
      if (result.name != output.name) continue;
      for (const Dim& dim : output.value.shape().dims()) result.axes.emplace_back(dim.axis);
    }
    values.rows(output.value.node(), {0, output.value.shape().rows()}, values_of(output.name));
    if (overflowed(output.name, onnx::Beside::kMinusInfinity)) return onnx::overflow(output.name);
  }
  return {};
}

Status run_op(NumericRequest& request) {
  if (!request.status().ok()) return request.status();
  if (request.op() == "attention") return run_attention(request);
  if (request.op() == "rotary_embedding") return run_rotary_embedding(request);
  if (request.op() == "linear_attention") return run_linear_attention(request);
  if (request.op() == "compute") return run_compute(request);
  return invalid_input("op", "\"" + request.op() + "\"", "attention, rotary_embedding, linear_attention, compute");
}

}  // namespace

std::string numeric(std::string_view text) {
  NumericRequest request(text);
  if (const Status status = run_op(request); !status.ok()) return failure(status);
  Answer json;
  json.key("outputs").begin_object();
  for (const Result& result : results()) {
    json.key(result.name).begin_object();
    json.field("shape", result.sizes).field("buffer", address(result.values.data()));
    if (!result.axes.empty()) {
      json.key("axes").begin_array();
      for (const std::string& axis : result.axes) json.text(axis);
      json.end_array();
    }
    json.end_object();
  }
  json.end_object();
  return json.close();
}

}  // namespace attn::api
