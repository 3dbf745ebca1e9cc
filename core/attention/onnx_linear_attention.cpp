#include "core/attention/onnx_linear_attention.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/kernels/math.h"
#include "core/kernels/threads.h"
#include "core/tensor/number_text.h"

namespace attn::onnx {
namespace {

bool gates(Rule rule) { return rule == Rule::kGated || rule == Rule::kGatedDelta; }
bool corrects(Rule rule) { return rule == Rule::kDelta || rule == Rule::kGatedDelta; }

struct Plan {
  HeadView q, k, v, y;
};

// An input that the rule either needs or has no place for.
Status check_presence(const char* argument, const Input& input, bool needed) {
  if (input.given() == needed) return {};
  return invalid_input(argument, needed ? "none" : text(input.sizes),
                       needed ? "a tensor, which this rule needs" : "nothing: this rule does not use it");
}

Status check_gate(const char* argument, const Input& input, const Plan& p, int64_t first, int64_t second) {
  const Sizes start = {p.q.batch, p.q.rows};
  const bool fits = input.rank() == 3 && input.sizes[0] == start[0] && input.sizes[1] == start[1] &&
                    (input.sizes[2] == first || input.sizes[2] == second);
  if (fits) return {};
  const Sizes one = {start[0], start[1], first}, other = {start[0], start[1], second};
  return bad_shape(argument, input.sizes, first == second ? text(one) : text(one) + " or " + text(other));
}

Status check_optional(const LinearCall& call, const Plan& p) {
  if (Status s = check_presence("decay", call.decay, gates(call.rule)); !s.ok()) return s;
  if (Status s = check_presence("beta", call.beta, corrects(call.rule)); !s.ok()) return s;
  const int64_t heads = p.k.heads;
  if (call.decay.given())
    if (Status s = check_gate("decay", call.decay, p, heads, heads * p.k.width); !s.ok()) return s;
  if (call.beta.given())
    if (Status s = check_gate("beta", call.beta, p, heads, 1); !s.ok()) return s;
  if (!call.erase_gate.given()) return {};
  if (!corrects(call.rule)) return check_presence("eraseGate", call.erase_gate, false);
  return check_gate("eraseGate", call.erase_gate, p, heads * p.k.width, heads * p.k.width);
}

Status make_plan(const LinearCall& call, Plan* plan, LinearShapes* shapes) {
  Plan& p = *plan;
  if (call.kv_heads <= 0) return invalid_input("kvHeads", std::to_string(call.kv_heads), "at least 1");
  if (call.q_heads <= 0 || call.q_heads % call.kv_heads != 0)
    return invalid_input("qHeads", std::to_string(call.q_heads), "a multiple of " + std::to_string(call.kv_heads));
  if (call.q.rank() != 3) return bad_shape("q", call.q.sizes, "[batch, token, head * width]");
  if (call.k.rank() != 3) return bad_shape("k", call.k.sizes, "[batch, token, head * width]");
  if (call.v.rank() != 3) return bad_shape("v", call.v.sizes, "[batch, token, head * width]");
  if (Status s = view_heads("q", call.q, call.q_heads, &p.q); !s.ok()) return s;
  if (Status s = view_heads("k", call.k, call.kv_heads, &p.k); !s.ok()) return s;
  if (Status s = view_heads("v", call.v, call.kv_heads, &p.v); !s.ok()) return s;
  const Sizes keys = {p.q.batch, p.q.rows, p.k.heads * p.q.width};
  if (p.q.width == 0) return bad_shape("q", call.q.sizes, "a head width of at least 1");
  if (Status s = check_sizes("k", call.k.sizes, keys); !s.ok()) return s;
  if (Status s = check_sizes("v", call.v.sizes, {p.q.batch, p.q.rows, p.v.heads * p.v.width}); !s.ok()) return s;
  if (!std::isfinite(call.scale)) return invalid_input("scale", number_text(call.scale), "a finite number");

  p.y = packed_heads(p.q.batch, p.q.heads, p.q.rows, p.v.width);
  shapes->y = {p.q.batch, p.q.rows, p.q.heads * p.v.width};
  shapes->state = {p.q.batch, p.k.heads, p.k.width, p.v.width};
  if (Status s = check_size("y", shapes->y); !s.ok()) return s;
  if (Status s = check_size("presentState", shapes->state); !s.ok()) return s;
  if (call.past_state.given())
    if (Status s = check_sizes("pastState", call.past_state.sizes, shapes->state); !s.ok()) return s;
  return check_optional(call, p);
}

// Every token of one key head, with the query heads that read its state.
void run_head(const LinearCall& call, const Plan& p, int64_t b, int64_t h, float* y, float* state) {
  const int64_t width = p.k.width, value_width = p.v.width, group = p.q.heads / p.k.heads;
  const float scale = call.scale == 0.0F ? 1.0F / kernels::square_root(static_cast<float>(width)) : call.scale;
  std::vector<float> written(static_cast<size_t>(value_width));
  const auto row = [&](const Input& input, const HeadView& view, int64_t head, int64_t t) {
    return input.data + view.offset(b, head) + t * view.row_stride;
  };

  for (int64_t t = 0; t < p.q.rows; ++t) {
    const float* key = row(call.k, p.k, h, t);
    const float* value = row(call.v, p.v, h, t);
    const int64_t at = b * p.q.rows + t;

    if (gates(call.rule)) {  // state[c, m] *= exp(decay[c])
      const int64_t last = call.decay.sizes[2];
      const bool by_head = last == p.k.heads;
      const float* decay = call.decay.data + at * last + (by_head ? h : h * width);
      for (int64_t c = 0; c < width; ++c) {
        const float factor = kernels::exp(decay[by_head ? 0 : c]);
        for (int64_t m = 0; m < value_width; ++m) state[c * value_width + m] *= factor;
      }
    }

    std::copy_n(value, value_width, written.begin());
    if (corrects(call.rule)) {  // written = beta * (value - state^T key)
      const float* erase = call.erase_gate.given() ? call.erase_gate.data + (at * p.k.heads + h) * width : nullptr;
      std::vector<float> held(static_cast<size_t>(value_width), 0.0F);
      for (int64_t c = 0; c < width; ++c) {
        const float reads = erase ? erase[c] * key[c] : key[c];
        for (int64_t m = 0; m < value_width; ++m) held[static_cast<size_t>(m)] += state[c * value_width + m] * reads;
      }
      const int64_t last = call.beta.sizes[2];
      const float beta = call.beta.data[at * last + (last == 1 ? 0 : h)];
      for (size_t m = 0; m < written.size(); ++m) written[m] = beta * (written[m] - held[m]);
    }

    for (int64_t c = 0; c < width; ++c)  // state += key written^T
      for (int64_t m = 0; m < value_width; ++m) state[c * value_width + m] += key[c] * written[static_cast<size_t>(m)];

    for (int64_t g = 0; g < group; ++g) {  // y = scale * state^T query
      const float* query = row(call.q, p.q, h * group + g, t);
      float* out = y + p.y.offset(b, h * group + g) + t * p.y.row_stride;
      std::fill_n(out, value_width, 0.0F);
      for (int64_t c = 0; c < width; ++c)
        for (int64_t m = 0; m < value_width; ++m) out[m] += query[c] * state[c * value_width + m];
      for (int64_t m = 0; m < value_width; ++m) out[m] *= scale;
    }
  }
}

}  // namespace

Status linear_attention_shapes(const LinearCall& call, LinearShapes* shapes) {
  Plan plan;
  return make_plan(call, &plan, shapes);
}

void linear_attention(const LinearCall& call, float* y, float* state) {
  Plan plan;
  LinearShapes shapes;
  if (!make_plan(call, &plan, &shapes).ok()) return;  // refused by linear_attention_shapes before
  const int64_t heads = plan.k.heads, cells = plan.k.width * plan.v.width;
  if (call.past_state.given())
    std::copy_n(call.past_state.data, count(shapes.state), state);
  else
    std::fill_n(state, count(shapes.state), 0.0F);
  // Tokens follow one another; heads do not meet. 4: decay, read, write and answer.
  kernels::parallel_rows(plan.q.batch * heads, plan.q.rows * cells * 4, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) run_head(call, plan, i / heads, i % heads, y, state + i * cells);
  });
}

}  // namespace attn::onnx
